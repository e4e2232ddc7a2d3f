import SwiftUI
import Testing
import ViewTesting

/// How boxes of the stand-in share room: what they say of themselves decides, the browser only does the arithmetic (the
/// browser tests and `pictures --audit` measure the result).
@MainActor @Suite("Room in a column") struct LayoutTests {
    /// The classes of the box with an identifier.
    private func classes(_ identifier: String, _ view: some View) throws -> Set<String> {
        let page = ViewDriver(view).page()
        let tag = try #require(
            page.matches(of: /<div [^>]*>/).map { String($0.output) }.first {
                $0.contains("data-id=\"\(identifier)\"")
            })
        let names = try #require(tag.firstMatch(of: /class="([^"]*)"/)).output.1
        return Set(names.split(separator: " ").map(String.init))
    }

    private var rows: some View {
        ScrollView { VStack { ForEach(0..<40, id: \.self) { Text("Row \($0)") } } }
    }

    @Test("one line ends where the first line of the words does")
    func oneLine() {
        let page = ViewDriver(Text(verbatim: "first\nsecond").lineLimit(1)).page()
        #expect(page.contains("first…"))
        #expect(!page.contains("second"))
        #expect(ViewDriver(Text(verbatim: "first\nsecond").lineLimit(2)).page().contains("first\nsecond"))
        #expect(ViewDriver(Text(AttributedString("first\nsecond")).lineLimit(1)).page().contains("white-space:nowrap"))
    }

    @Test("a bound lets a scroll view give way, but not take what others leave")
    func bound() throws {
        let bounded = rows.frame(maxHeight: 280).accessibilityIdentifier("box")
        #expect(try classes("box", bounded).isSuperset(of: ["yh"]))
        #expect(try !classes("box", bounded).contains("gh"))
        #expect(ViewDriver(bounded).page().contains("height:280px;max-height:280px"))
        let endless = rows.frame(maxHeight: .infinity).accessibilityIdentifier("box")
        #expect(try classes("box", endless).contains("gh"))
        #expect(try !classes("box", endless).contains("yh"))
    }

    @Test("what lies around a bounded box gives way with it: bars, padding, grounds")
    func around() throws {
        let bar = VStack(spacing: 0) {
            Text("Plan")
            rows.frame(maxHeight: 280).padding(.bottom, 12)
        }
        .background(Color.red)
        #expect(try classes("bar", bar.accessibilityIdentifier("bar")).contains("yh"))
        #expect(try classes("bar", bar.fixedSize().accessibilityIdentifier("bar")).contains("yh") == false)
        #expect(try classes("bar", bar.frame(height: 90).accessibilityIdentifier("bar")).contains("yh") == false)
        #expect(try classes("bar", Text("Plan").padding().accessibilityIdentifier("bar")).contains("yh") == false)
        // Beside something that takes whatever is left there is nothing to give.
        let whole = VStack {
            bar; Spacer()
        }
        #expect(try classes("bar", whole.accessibilityIdentifier("bar")).isSuperset(of: ["gh"]))
    }

    @Test("what fits or scrolls is as high as its content, at every text size")
    func fits() throws {
        let panel = ViewThatFits(in: .vertical) {
            Text("Short")
            ScrollView { Text("Short") }
        }
        #expect(try classes("panel", panel.accessibilityIdentifier("panel")).isSuperset(of: ["fit", "yh"]))
        for size in [DynamicTypeSize.large, .accessibility5] {
            #expect(ViewDriver(panel, typeSize: size).texts == ["Short"])
        }
        // A view that fills what there is needs no scroll view to do so.
        let face = ViewThatFits(in: .vertical) {
            VStack {
                Text("Clock"); Spacer()
            }
            ScrollView { Text("Clock") }
        }
        #expect(try !classes("face", face.accessibilityIdentifier("face")).contains("fit"))
    }
}
