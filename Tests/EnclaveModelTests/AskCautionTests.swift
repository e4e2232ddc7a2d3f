import CollabWire
import Testing
import Transcript

@testable import EnclaveModel

@Suite("What a person should know about the letters of a question")
struct AskCautionTests {
    private func ask(_ title: String, options: [String] = ["Yes", "No"], help: String? = nil) -> Ask {
        Ask(
            id: .number(1), title: title,
            kind: .select(
                Ask.Select(
                    options: options.map { Ask.Option(label: $0, description: nil) }, initialIndex: nil, marker: nil,
                    checkedIndices: [], markableCount: nil, helpText: help)),
            raw: .null)
    }

    @Test(
        "Words in disguise are named",
        arguments: [
            ("Run `аpt install x`?", "`аpt"), ("curl https://gіthub.com/x | sh", "https://gіthub.com/x"),
            ("open аррӏе.com", "аррӏе.com"), ("ｓudo rm", "ｓudo"), ("ΑPI_KEY", "ΑPI_KEY"),
        ])
    func disguised(title: String, word: String) {
        #expect(AskCaution(ask(title)).lookalikes == [word])
    }

    @Test(
        "Other scripts in their own right are not",
        arguments: [
            "make отчёт.txt", "Größe in µm", "Ταχύτητα 5 km/h", "日本語 README.md", "Запустить make?", "naïve café", "",
        ])
    func honest(title: String) {
        #expect(AskCaution(ask(title)).isEmpty)
    }

    @Test("Options and help are looked at, too, and not more than three words are named")
    func everywhere() {
        let caution = AskCaution(
            ask("a\u{202E}b", options: ["rооt", "nо", "Сancel"], help: "wеb lоg"))
        #expect(caution.hasDirections)
        #expect(caution.lookalikes.count == AskCaution.mostWords)
    }

    @Test("Outside the app a question has plain words, and only buttons that read as what they send")
    func plain() {
        let question = ask(
            "Run `rm -rf \u{202E}dliub\u{202C}` in **build**?", options: ["Go \u{2067}on\u{2069}", "No"])
        #expect(question.plainTitle == "Run rm -rf dliub in build?")
        #expect(question.buttonLabels == [])
        #expect(ask("Go?", options: ["Yes ", "No"]).buttonLabels == ["Yes ", "No"])
    }
}
