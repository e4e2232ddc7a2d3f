#if os(Linux)
    import CollabGuest
    import CollabTesting
    import CollabWire
    import EnclaveModel
    import EnclaveUI
    import Foundation
    import SwiftUI
    import ViewTesting

    /// The app's own session screen over a long room, without a browser: what the first picture realises, what one
    /// streamed update sends to a page, and whether a long stream leaves memory flat.
    @MainActor enum ScreenBenchmark: Benchmark {
        nonisolated static let name = "ui"
        nonisolated static let about =
            "session screen: first paint of 5,000 turns, one update's patches and bytes, 3,000 updates, list of 200 rows"

        static func run(_ arguments: [String]) async throws {
            try await longRoom(turns: 5_000)
            try plainList()
        }

        private static func longRoom(turns: Int) async throws {
            let room = try LongRoom(turns: turns)
            let client = GuestClient(
                session: GuestSession(link: room.link, name: "bench", connector: room.connector), access: .control,
                clock: ImpatientClock())
            let session = SessionVM(id: try RoomKey(room.link), client: client, isDemo: true, drafts: nil, outbox: nil)
            session.start()
            while client.rows.count < turns { try await Task.sleep(for: .milliseconds(5)) }

            let clock = ContinuousClock()
            var made: ViewDriver?
            let paint = clock.measure { made = ViewDriver(NavigationStack { EditorView(live: session) }) }
            guard let driver = made else { return }
            await driver.settle()
            let known = Set(client.rows.map(\.id.description))
            let rows = driver.elements.filter { element in element.identifier.map(known.contains) ?? false }.count
            print(
                "  first paint of \(client.rows.count) rows: \(rows) realised, \(milliseconds(paint)) ms, "
                    + "\(driver.page().utf8.count / 1_000) KB of HTML and style")

            try await room.beginMessage()
            try await step(room, driver, client, "The harbour wakes.")
            // What the new row itself sets off, such as the scrolling to it, is not the update's.
            await driver.settle()
            driver.resetCounts()
            try await step(room, driver, client, "The harbour wakes. Boats leave.")
            await driver.settle()
            print("  one streamed update: \(driver.patchCount) patch, \(try driver.patchBytes) bytes")

            let words = (0..<400).map { "word\($0)" }
            var peak = 0.0
            var settled = 0.0
            let count = 3_000
            let elapsed = try await clock.measure {
                for number in 0..<count {
                    let length = number % words.count + 1
                    try await step(room, driver, client, words.prefix(length).joined(separator: " "))
                    driver.resetCounts()
                    if number == count / 3 { settled = megabytes() }
                    if number > count / 3 { peak = max(peak, megabytes()) }
                }
            }
            print(
                "  \(count) updates, one minute at 50/s: \(milliseconds(elapsed / count)) ms each, resident "
                    + "\(Measure.format(settled)) MB after a third, at most \(Measure.format(peak - settled)) MB more later"
            )
            client.stop()
        }

        /// Sends one update, and lets the screen catch up.
        private static func step(_ room: LongRoom, _ driver: ViewDriver, _ client: GuestClient, _ text: String)
            async throws
        {
            let before = client.commits
            try await room.stream(text)
            while client.commits == before { await Task.yield() }
            driver.update()
        }

        private static func plainList() throws {
            let clock = ContinuousClock()
            var build: [Double] = []
            var append: [Double] = []
            for _ in 0..<20 {
                let model = Lines()
                var made: ViewDriver?
                build.append(number(clock.measure { made = ViewDriver(LineList(model: model)) }))
                guard let driver = made else { continue }
                for _ in 0..<10 {
                    append.append(
                        number(
                            clock.measure {
                                model.numbers.append(model.numbers.count)
                                driver.update()
                            }))
                }
            }
            build.sort()
            append.sort()
            print(
                "  200 rows that are all realised: \(Measure.format(Measure.median(build))) ms, one more row "
                    + "\(Measure.format(Measure.median(append), 2)) ms (medians)")
        }

        private static func number(_ duration: Duration) -> Double { duration / .milliseconds(1) }
        private static func milliseconds(_ duration: Duration) -> String { Measure.format(number(duration), 2) }
        private static func megabytes() -> Double { Double(Measure.residentBytes()) / 1e6 }
    }

    @MainActor @Observable private final class Lines {
        var numbers = Array(0..<200)
    }

    /// A list whose rows are made at once, as stacks make them.
    private struct LineList: View {
        let model: Lines

        var body: some View {
            ScrollView {
                VStack(alignment: .leading) {
                    ForEach(model.numbers, id: \.self) { number in LineRow(number: number) }
                }
            }
        }
    }

    private struct LineRow: View {
        let number: Int

        var body: some View {
            HStack {
                Image(systemName: "doc")
                VStack(alignment: .leading) {
                    Text("Row \(number)").font(.headline)
                    Text("A second line").font(.caption).foregroundStyle(.secondary)
                }
                Spacer()
                Button("Open") {}
            }
            .padding(8)
        }
    }
#endif
