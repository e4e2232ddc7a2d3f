import Foundation
import SwiftUI
import Synchronization
import Testing
import ViewTesting

@MainActor @Observable private final class Log {
    @ObservationIgnored var lines: [String] = []
    var isShown = true
    var value = 1
    func add(_ line: String) { lines.append(line) }
}

private struct Watched: View {
    let log: Log
    let clock: ManualClock
    var body: some View {
        VStack {
            if log.isShown {
                Text("inner \(log.value)")
                    .onAppear { log.add("appear") }
                    .onDisappear { log.add("disappear") }
                    .onChange(of: log.value) { old, new in log.add("\(old)→\(new)") }
                    .task(id: log.value) {
                        let value = log.value
                        do {
                            try await clock.sleep(for: .seconds(10))
                            log.add("slept \(value)")
                        } catch {
                            log.add("cancelled \(value)")
                        }
                    }
            }
        }
    }
}

private struct LongList: View {
    let count: Int
    let made: @MainActor (Int) -> Void
    var body: some View {
        ScrollView {
            LazyVStack {
                ForEach(0..<count, id: \.self) { index in
                    LongRow(index: index, made: made)
                }
            }
        }
    }
}

private struct LongRow: View {
    let index: Int
    let made: @MainActor (Int) -> Void
    var body: some View {
        Text("row \(index)").onAppear { made(index) }
    }
}

private struct Tint: EnvironmentKey { static let defaultValue = "none" }
extension EnvironmentValues {
    fileprivate var tintName: String {
        get { self[Tint.self] }
        set { self[Tint.self] = newValue }
    }
}

@MainActor @Observable private final class Session { var name = "one" }

private struct Reader: View {
    @Environment(\.tintName) private var tintName
    @Environment(Session.self) private var session
    @Environment(\.colorScheme) private var scheme
    var body: some View { Text(verbatim: "\(tintName) \(session.name) \(scheme)") }
}

private struct Provider: View {
    let session: Session
    @State private var name = "amber"
    var body: some View {
        VStack {
            Reader().environment(\.tintName, name)
            Button("Gold") { name = "gold" }
        }
        .environment(session)
    }
}

private struct Width: PreferenceKey {
    static let defaultValue = 0
    static func reduce(value: inout Int, nextValue: () -> Int) { value = max(value, nextValue()) }
}

private struct Preferring: View {
    @State private var widest = 0
    @State private var first = 3
    var body: some View {
        VStack {
            Text("widest \(widest)")
            Text("a").preference(key: Width.self, value: first)
            Text("b").preference(key: Width.self, value: 5)
            Button("Grow") { first = 9 }
        }
        .onPreferenceChange(Width.self) { [$widest] new in $widest.wrappedValue = new }
    }
}

private struct Fields: View {
    enum Field: Hashable { case name, link }
    @State private var name = ""
    @State private var link = ""
    @State private var sent = 0
    @FocusState private var focus: Field?
    var body: some View {
        VStack {
            Text("sent \(sent)")
            TextField("Name", text: $name).focused($focus, equals: .name).onSubmit { focus = .link }
            TextField("Link", text: $link, axis: .vertical).focused($focus, equals: .link)
                .onKeyPress(.return, phases: .down) { press in
                    if press.modifiers.contains(.shift) { return .ignored }
                    sent += 1
                    link = ""
                    return .handled
                }
            Button("Clear") {
                name = ""
                focus = .name
            }
        }
    }
}

@MainActor @Suite("Lifetimes, lists, environment, focus") struct LifecycleTests {
    @Test("appear, change and disappear run once, in order, and a task ends with its view or its value")
    func lifetimes() async throws {
        let log = Log()
        let clock = ManualClock()
        let driver = ViewDriver(Watched(log: log, clock: clock))
        #expect(log.lines == ["appear"])
        #expect(await driver.settle(until: { clock.sleeperCount == 1 }))
        log.value = 2
        driver.update()
        #expect(await driver.settle(until: { log.lines.contains("cancelled 1") && clock.sleeperCount == 1 }))
        #expect(log.lines.contains("1→2"))
        clock.advance(by: .seconds(10))
        #expect(await driver.settle(until: { log.lines.contains("slept 2") }))
        log.value = 3
        driver.update()
        #expect(await driver.settle(until: { clock.sleeperCount == 1 }))
        log.isShown = false
        driver.update()
        #expect(await driver.settle(until: { log.lines.contains("cancelled 3") }))
        #expect(log.lines.last == "cancelled 3" || log.lines.contains("disappear"))
        #expect(log.lines.filter { $0 == "disappear" }.count == 1)
        #expect(log.lines.filter { $0 == "appear" }.count == 1)
    }

    @Test("a long list makes only a window of its rows, and moves it")
    func laziness() {
        var made: Set<Int> = []
        let driver = ViewDriver(LongList(count: 5000) { made.insert($0) })
        #expect(made.count <= 60)
        #expect(driver.shows("row 0"))
        #expect(!driver.shows("row 100"))
        for _ in 0..<5 { driver.scroll(towardsEnd: true) }
        #expect(driver.shows("row 120"))
        #expect(!driver.texts.contains("row 0"))
        #expect(driver.texts.filter { $0.hasPrefix("row ") }.count <= 72)
        while driver.scroll(towardsEnd: false) {}
        #expect(driver.texts.first == "row 0")
        driver.scroll(towardsEnd: true, rows: 3000)
        #expect(driver.texts.contains { $0.hasPrefix("row 3,0") })
    }

    @Test("environment values and objects come from above and change what reads them")
    func environment() throws {
        let session = Session()
        let driver = ViewDriver(Provider(session: session))
        #expect(driver.shows("amber one light"))
        driver.resetCounts()
        session.name = "two"
        driver.update()
        #expect(driver.shows("amber two light"))
        #expect(driver.bodyEvaluations == 1)
        try driver.tap("Gold")
        #expect(driver.shows("gold two light"))
        driver.setEnvironment { $0.colorScheme = .dark }
        #expect(driver.shows("gold two dark"))
    }

    @Test("preferences flow up and are reduced")
    func preferences() throws {
        let driver = ViewDriver(Preferring())
        #expect(driver.shows("widest 5"))
        try driver.tap("Grow")
        #expect(driver.shows("widest 9"))
    }

    @Test("focus follows its state, and the state follows the focus")
    func focus() throws {
        let driver = ViewDriver(Fields())
        try driver.type("me", into: "Name")
        try driver.submit("Name")
        #expect(driver.find("Link")?.isFocused == true)
        try driver.tap("Clear")
        #expect(driver.find("Name")?.isFocused == true)
        #expect(try driver.value(of: "Name") == "")
        try driver.focus("Link")
        #expect(driver.find("Name")?.isFocused == false)
        try driver.blur("Link")
        #expect(driver.find("Link")?.isFocused == false)
    }

    @Test("return is offered to the app first, with what is held")
    func keys() throws {
        let driver = ViewDriver(Fields())
        try driver.type("text", into: "Link")
        try driver.key("Enter", in: "Link", modifiers: ["shift"])
        #expect(driver.shows("sent 0"))
        try driver.key("Enter", in: "Link")
        #expect(driver.shows("sent 1"))
        #expect(try driver.value(of: "Link") == "")
    }

    @Test("two hundred rows are built, and one more is added, in little time")
    func speed() {
        let model = Rows()
        let clock = ContinuousClock()
        var driver: ViewDriver?
        let build = clock.measure { driver = ViewDriver(RowsView(model: model)) }
        var adds: [Duration] = []
        for index in 0..<9 {
            adds.append(
                clock.measure {
                    model.names.append("late \(index)")
                    driver?.update()
                })
        }
        let add = adds.sorted()[4]
        // Bounds for a debug build on a busy machine; what is measured is printed for the record.
        print("200 rows \(build), one more \(add)")
        #expect(build < .seconds(2))
        #expect(add < .milliseconds(400))
        #expect(driver?.shows("late 8") == true)
    }
}

@MainActor @Observable private final class Rows { var names = (0..<200).map { "row \($0)" } }

private struct RowsView: View {
    let model: Rows
    var body: some View {
        ScrollView {
            VStack(alignment: .leading) {
                ForEach(model.names, id: \.self) { name in NamedRow(name: name) }
            }
        }
    }
}

private struct NamedRow: View {
    let name: String
    var body: some View {
        HStack {
            Image(systemName: "doc")
            Text(name).font(.headline)
            Spacer()
            Text("detail").foregroundStyle(.secondary)
        }
        .padding(8)
    }
}
