import EnclaveModel
import Testing

@Suite("The composer")
struct ComposerRulesTests {
    private let idle = ComposerRules(readOnly: false, isWorking: false, queued: 0, isEnded: false)

    private func press(marked: Bool = false, modified: Bool = false, hardware: Bool = true) -> ComposerRules.ReturnKey {
        ComposerRules.ReturnKey(hasMarkedText: marked, isModified: modified, isHardware: hardware)
    }

    @Test("Return that confirms an input method's word never sends; the next one does")
    func markedText() {
        #expect(idle.action(for: press(marked: true), text: "にほn", attachments: 0) == .leaveToInputMethod)
        #expect(idle.action(for: press(marked: true, modified: true), text: "x", attachments: 0) == .leaveToInputMethod)
        #expect(idle.action(for: press(), text: "日本", attachments: 0) == .send)
    }

    @Test("Shift-Return and the on-screen Return make a new line")
    func newline() {
        #expect(idle.action(for: press(modified: true), text: "x", attachments: 0) == .newline)
        #expect(idle.action(for: press(hardware: false), text: "x", attachments: 0) == .newline)
    }

    @Test("Blank text is not sent, a picture without text is")
    func blank() {
        #expect(idle.action(for: press(), text: " \n", attachments: 0) == .ignore)
        #expect(idle.action(for: press(), text: "", attachments: 1) == .send)
    }

    @Test("A working agent is steered and can be stopped; a view link only watches; nothing goes after the end")
    func modes() {
        let working = ComposerRules(readOnly: false, isWorking: true, queued: 2, isEnded: false)
        #expect(working.mode == .steer(queued: 2))
        #expect(working.canStop && working.canSend(text: "x", attachments: 0))
        let view = ComposerRules(readOnly: true, isWorking: true, queued: 0, isEnded: false)
        #expect(view.mode == .watch)
        #expect(!view.canStop && !view.canSend(text: "x", attachments: 1))
        let over = ComposerRules(readOnly: false, isWorking: true, queued: 0, isEnded: true)
        #expect(!over.canWrite && over.action(for: press(), text: "x", attachments: 0) == .ignore)
    }
}
