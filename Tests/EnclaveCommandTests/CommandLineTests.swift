import CollabWire
import Foundation
import Testing
import Transcript

@testable import enclave

@Suite("The command line")
struct CommandLineTests {
    @Test("Every command explains itself, with its exit codes, and says why a link is no argument")
    func help() async {
        for spec in EnclaveCommand.specs {
            let test = TestConsole()
            #expect(await test.run(spec.name, "--help") == .ok)
            #expect(test.output.contains(spec.usage))
            #expect(test.output.contains("enclave help exit-codes") && !test.output.contains("130"))
            for option in spec.options { #expect(test.output.contains(option.name)) }
            #expect(test.output.contains("(ps)") == HelpText.takesLink(spec))
            #expect(test.output.contains("enclave \(spec.name) -") == HelpText.takesLink(spec), "its own name")
            #expect(test.errors.isEmpty)
        }
        let overview = TestConsole()
        #expect(await overview.run("--help") == .ok)
        for spec in EnclaveCommand.specs { #expect(overview.output.contains(spec.summary)) }
    }

    @Test("Help is broken at words for every width, its tables too, and says the same at all of them")
    func helpWidths() {
        func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }
        for spec in EnclaveCommand.specs {
            let wide = HelpText.command(spec, width: 1_000)
            for width in [30, 40, 80, 100] {
                let text = HelpText.command(spec, width: width)
                for line in text.split(separator: "\n") {
                    #expect(TextWidth.columns(of: line) <= width, "\(spec.name) at \(width): \(line)")
                }
                // A name that is longer than a narrow line is broken.
                if width >= 80 { #expect(words(text) == words(wide), "\(spec.name)") }
            }
        }
        for width in [40, 80] {
            for line in (HelpText.overview(EnclaveCommand.specs, width: width) + HelpText.exitCodes(width: width))
                .split(
                    separator: "\n")
            {
                #expect(TextWidth.columns(of: line) <= width, "\(line)")
            }
        }
    }

    @Test("The exit codes are told once, and whole in the manual page")
    func exitCodes() async {
        let codes = TestConsole()
        #expect(await codes.run("help", "exit-codes") == .ok)
        let manual = TestConsole()
        #expect(await manual.run("help", "--man") == .ok)
        for code in ExitCode.allCases {
            #expect(codes.output.contains("  \(code.rawValue) ") && codes.output.contains(code.meaning))
            #expect(manual.output.contains(".B \(code.rawValue)\n"))
        }
    }

    @Test(
        "What is nearly a command, an option or a topic is answered with the one that was meant",
        arguments: [
            (["wacth"], "unknown command wacth; did you mean watch?"),
            (["Demo"], "unknown command Demo; did you mean demo?"),
            (["watch", "--jsn"], "unknown option --jsn; did you mean --json?"),
            (["send", "--time-out=3"], "unknown option --time-out; did you mean --timeout?"),
            (["help", "trancript"], "there is no such command; did you mean transcript?"),
            (["help", "exitcodes"], "there is no such command; did you mean exit-codes?"),
            (["brigde", "run"], "did you mean bridge?"),
            (["watch", "--past", "-3", SampleLink.view], "from 0, or all"),
            (["bridge", "chekc"], "did you mean check?"),
        ])
    func meant(words: [String], answer: String) async {
        let test = TestConsole()
        let code = await EnclaveCommand.run(
            words, EnclaveCommand.Context(console: test.console, connector: NoConnector()))
        #expect(code == .usage && test.errors.contains(answer), "\(test.errors)")
    }

    @Test("What is like no command, or may be a link, is not guessed at nor repeated")
    func notMeant() async {
        for word in ["xyzzyplugh", SampleLink.control, String(repeating: "w", count: 40)] {
            for words in [[word], ["watch", "--" + word], ["help", word]] {
                let test = TestConsole()
                let code = await EnclaveCommand.run(
                    words, EnclaveCommand.Context(console: test.console, connector: NoConnector()))
                #expect(code == .usage && !test.errors.contains("did you mean"))
                #expect(!SampleLink.leaks(test.errors, of: SampleLink.control))
            }
        }
    }

    @Test("Help for answer says how boxes are ticked, and names what is needed besides the link")
    func answerHelp() async {
        let test = TestConsole()
        #expect(await test.run("answer", "--help") == .ok)
        #expect(test.output.contains("boxes to tick") && test.output.contains("asks again"))
        #expect(test.output.contains("enclave answer - ANSWER…") && !test.output.contains("enclave watch"))
    }

    @Test("What can't be understood is exit code 2, on standard error, with the way to help")
    func usage() async {
        for words in [
            [], ["nonsense"], ["watch", "--nonsense"], ["send", "--timeout"], ["link", "--format", "x", "y"],
            ["watch", "--timeout", "soon", SampleLink.view], ["watch", "a", "b"], ["completion"],
        ] {
            let test = TestConsole()
            let code = await EnclaveCommand.run(
                words, EnclaveCommand.Context(console: test.console, connector: NoConnector()))
            #expect(code == .usage)
            #expect(test.output.isEmpty)
            #expect(test.errors.contains("--help"))
        }
    }

    @Test(
        "A command line that can't be understood is refused before a link is read",
        arguments: [
            ["watch", "--timeout", "abc", "-"], ["watch", "--past", "some", "-"], ["join", "--port", "99999", "-"],
            ["join", "--timeout", "0", "-"], ["send", "-"], ["send", "-", " "], ["answer", "-"],
            ["agents", "--chat", "Tide", "-"], ["abort", "--timeout", "x", "-"], ["link", "--format", "x", "-"],
            ["transcript", "--timeout", "-1", "-"], ["watch", "--name", " ", "-"],
            ["watch", "--name", SampleLink.view, "-"], ["join", "--name", "Ada \(SampleLink.control)", "-"],
            ["send", "--name", "https://relay.example/r/\(SampleLink.view)", "-", "hi"],
        ])
    func usageFirst(words: [String]) async {
        let test = TestConsole(input: [SampleLink.control])
        let code = await EnclaveCommand.run(
            words, EnclaveCommand.Context(console: test.console, connector: NoConnector()))
        #expect(code == .usage)
        #expect(test.unread.count == 1 && test.asked.isEmpty)
        #expect(!SampleLink.leaks(test.errors))
    }

    @Test("A view link from elsewhere is refused before the text is read")
    func viewLinkBeforeText() async {
        let test = TestConsole(input: ["a long text"], environment: ["ENCLAVE_COLLAB_LINK": SampleLink.view])
        #expect(await test.run("send", "-") == .refused)
        #expect(test.unread == ["a long text"])
    }

    @Test("What a host says can't steer the terminal")
    func hostileWords() {
        let hostile = "\u{1B}]2;owned\u{7}\u{9B}2Jrun \u{202E}this\r\n\tnow"
        #expect(hostile.readable == "]2;owned2Jrun this\n\tnow")
        #expect(hostile.printable == "]2;owned2Jrun thisnow")
    }

    @Test("A second link in front of the text is refused: it would be sent to everybody in the room")
    func linkAsText() async {
        let test = TestConsole(environment: ["ENCLAVE_COLLAB_LINK": SampleLink.control])
        #expect(await test.run("send", SampleLink.control, "hello") == .usage)
        #expect(test.errors.contains("the first word is a link"))
        #expect(!test.errors.contains(SampleLink.control))
    }

    @Test("The version is the app's, and names the protocol's")
    func version() async throws {
        let test = TestConsole()
        #expect(await test.run("--version") == .ok)
        #expect(test.lines == ["enclave \(EnclaveCommand.version) (collab protocol 3)"])
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let project = try String(
            contentsOf: root.appending(path: "App/Enclave.xcodeproj/project.pbxproj"), encoding: .utf8)
        #expect(project.contains("MARKETING_VERSION = \(EnclaveCommand.version);"))
    }

    @Test("The transcript's language is the environment's, in the order in which the system looks")
    func language() {
        func words(_ environment: [String: String]) -> SessionFormat {
            TestConsole(environment: environment).console.words
        }
        #expect(words([:]) == .english)
        #expect(words(["LANG": "de_DE.UTF-8"]) == .german)
        #expect(words(["LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"]) == .english)
        #expect(words(["LANG": "en_GB.UTF-8", "LC_MESSAGES": "en_GB.UTF-8", "LC_ALL": "de_AT"]) == .german)
        #expect(words(["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de"]) == .german)
        #expect(words(["LC_ALL": "C", "LANG": "de_DE.UTF-8"]) == .english)
        #expect(words(["LANG": "fr_FR.UTF-8"]) == .english)
    }

    @Test("Options stand anywhere, with a space or =, and -- ends them")
    func options() throws {
        let spec = SendCommand.spec
        let arguments = try Arguments(["a", "--name", "Ada", "--timeout=5", "b", "--", "--name", "-"], spec: spec)
        #expect(arguments.positionals == ["a", "b", "--name", "-"])
        #expect(arguments.value("--name") == "Ada")
        #expect(try arguments.number("--timeout", in: 1...9, spec: spec) == 5)
        #expect(throws: UsageError.self) { try arguments.number("--timeout", in: 6...9, spec: spec) }
    }

    @Test(
        "A link comes from the argument, standard input or the environment; text commands take all words as text then")
    func linkSources() async throws {
        func find(_ words: [String], input: [String] = [], environment: String? = nil) async throws -> (
            String, [String]
        ) {
            let test = TestConsole(
                input: input, environment: environment.map { ["ENCLAVE_COLLAB_LINK": $0] } ?? [:])
            let arguments = try Arguments(words, spec: SendCommand.spec)
            let found = try LinkSource.locate(
                arguments, takesText: true, spec: SendCommand.spec, console: test.console)
            let link = try await found.place.link(test.console)
            #expect(test.asked.count == (words.first == "-" ? 1 : 0), "who types a link is asked for it, unseen")
            return (link.formatted, found.rest)
        }
        #expect(try await find([SampleLink.control, "hi"]) == (SampleLink.control, ["hi"]))
        #expect(try await find(["-", "hi"], input: [SampleLink.control]) == (SampleLink.control, ["hi"]))
        #expect(try await find(["hi", "you"], environment: SampleLink.control) == (SampleLink.control, ["hi", "you"]))
        #expect(
            try await find(["--link", SampleLink.view, "hi"], environment: SampleLink.control)
                == (SampleLink.view, ["hi"]))
        let watch = try Arguments([SampleLink.view], spec: WatchCommand.spec)
        let test = TestConsole(environment: ["ENCLAVE_COLLAB_LINK": SampleLink.control])
        let found = try LinkSource.locate(watch, spec: WatchCommand.spec, console: test.console)
        #expect(
            try await found.place.link(test.console).formatted == SampleLink.view,
            "a link that is given wins over the environment")
    }

    @Test("A link on standard input may be wrapped, and stand below blank lines and words; what follows it stays")
    func linkInLines() async throws {
        let cut = SampleLink.control.index(SampleLink.control.startIndex, offsetBy: 30)
        let wrapped = ["wss://relay.example/r/\(SampleLink.control[..<cut])", "   \(SampleLink.control[cut...])"]
        for (lines, relay) in [
            (["", "  ", SampleLink.control], "my.omp.sh"), (wrapped, "relay.example"),
            (["Here is the room:"] + wrapped, "relay.example"),
        ] {
            let test = TestConsole(input: lines + ["the prompt"])
            #expect(await test.run("link", "-") == .ok)
            #expect(test.output.contains(relay) && test.output.contains("control"))
            #expect(test.unread == ["the prompt"])
        }
        // Cut where a view link ends, the first line reads like one, but no view link is written with such an end.
        let end = SampleLink.control.index(SampleLink.control.startIndex, offsetBy: SampleLink.view.count)
        let half = String(SampleLink.control[..<end])
        let torn = TestConsole(input: [half, String(SampleLink.control[end...]), "the prompt"])
        #expect(await torn.run("link", "-") == .ok)
        #expect(torn.output.contains("control") && torn.unread == ["the prompt"])
        let alone = TestConsole(input: [half])
        #expect(await alone.run("link", "-") == .ok)
        #expect(alone.output.contains("view:"), "loose bits at the end are nobody's fault")
        let other = SampleLink.control.replacing("AbCdEf", with: "GhIjKl")
        for lines in [[], ["", " "], ["no link", "at all"], wrapped.dropLast(), ["\(SampleLink.control) \(other)"]] {
            let test = TestConsole(input: lines)
            #expect(await test.run("link", "-") == .badLink, "\(lines.count) lines")
            #expect(!SampleLink.leaks(test.errors))
        }
    }

    @Test("Two links on two lines are refused like two on one, and the second is not said to the room")
    func secondLink() async throws {
        let other = SampleLink.control.replacing("AbCdEf", with: "GhIjKl")
        let arguments: [[String]] = [
            ["watch", "-"], ["join", "-"], ["link", "-"], ["send", "-", "hi"], ["send", "-", "-"],
            ["answer", "-", "-"],
        ]
        for words in arguments {
            for below in [[other], ["", "> \(other)"], [SampleLink.view]] {
                let test = TestConsole(input: [SampleLink.control] + below)
                let code = await EnclaveCommand.run(
                    words, EnclaveCommand.Context(console: test.console, connector: NoConnector()))
                #expect(code == .badLink, "\(words)")
                #expect(test.errors.contains(LinkError.severalLinks.description))
                #expect(!SampleLink.leaks(test.errors))
            }
        }
        // Further below, too, where nothing else is expected; but a text may be about links.
        let far = TestConsole(input: [SampleLink.control, "and", "the other:", other])
        #expect(await far.run("link", "-") == .badLink)
        let send = try Arguments(["-", "-"], spec: SendCommand.spec)
        let text = TestConsole(input: [SampleLink.control, "What is this?", other])
        let found = try LinkSource.locate(send, takesText: true, spec: SendCommand.spec, console: text.console)
        #expect(try await found.place.link(text.console, textFollows: true).formatted == SampleLink.control)
        #expect(text.unread == ["What is this?", other])
        // The same link twice is one.
        let twice = TestConsole(input: [SampleLink.control, "https://my.omp.sh/#\(SampleLink.control)"])
        #expect(await twice.run("link", "-") == .ok)
    }

    @Test("A control link that was wrapped where a view link ends is not taken for the view link")
    func wrappedAtViewLength() async {
        // Its 43rd character carries no bits beyond the 32nd byte, as a view link's does not.
        let secret = SampleLink.control.replacing("HB0eHx_w8", with: "HB0eHx8w8")
        let end = secret.index(secret.startIndex, offsetBy: SampleLink.view.count)
        let test = TestConsole(input: [String(secret[..<end]), String(secret[end...]), "the prompt"])
        #expect(await test.run("link", "-") == .ok)
        #expect(test.output.contains("control"))
        #expect(test.unread == ["the prompt"])
    }

    @Test("A link that mail quoted is read from standard input, wrapped or not")
    func quotedLink() async {
        for link in [SampleLink.control, SampleLink.view] {
            let cut = link.index(link.startIndex, offsetBy: 30)
            for lines in [["> \(link)"], [">> here it is:", ">> \(link[..<cut])", ">> \(link[cut...])"]] {
                let test = TestConsole(input: lines + ["the prompt"])
                #expect(await test.run("link", "-") == .ok, "\(lines.count)")
                #expect(test.unread == ["the prompt"])
            }
        }
    }

    @Test("Who types half a link is asked for the rest, and gives up with Return")
    func halfLink() async {
        let cut = SampleLink.control.index(SampleLink.control.startIndex, offsetBy: 30)
        let halves = [String(SampleLink.control[..<cut]), String(SampleLink.control[cut...])]
        let test = TestConsole(input: halves, isTyped: true)
        #expect(await test.run("link", "-") == .ok)
        #expect(test.asked.count == 2 && test.asked.last?.contains("The rest of it") == true)
        let quitter = TestConsole(input: [halves[0], "", SampleLink.control], isTyped: true)
        #expect(await quitter.run("link", "-") == .badLink)
        #expect(quitter.unread == [SampleLink.control])
    }

    @Test("A bad link is exit code 3 with its own reason, and no part of it is repeated anywhere")
    func badLinks() async {
        for link in [
            String(SampleLink.control.dropLast(7)), SampleLink.control.replacing("EhMU", with: "Eh!U"),
            "ws://192.168.1.2/r/\(SampleLink.control)",
        ] {
            for command in ["watch", "join", "send", "abort", "answer", "agents", "link"] {
                let test = TestConsole(input: [link])
                let code = await test.run(command, "-", "text")
                let isUsage = code == .usage && ["watch", "join", "abort", "agents", "link"].contains(command)
                #expect(code == .badLink || isUsage)
                #expect(!SampleLink.leaks(test.output) && !SampleLink.leaks(test.errors))
            }
            let test = TestConsole(input: [link])
            #expect(await test.run("link", "-") == .badLink)
            #expect(!SampleLink.leaks(test.errors))
        }
    }

    @Test("A view link is refused before anybody is bothered", arguments: ["send", "abort", "answer"])
    func viewLink(command: String) async {
        let test = TestConsole(environment: ["ENCLAVE_COLLAB_LINK": SampleLink.view])
        let code = command == "abort" ? await test.run(command) : await test.run(command, "x")
        #expect(code == .refused)
        #expect(test.errors.contains("view link"))
    }

    @Test("link says what a link grants without its secret, and writes it only when asked")
    func link() async {
        let quiet = TestConsole()
        #expect(await quiet.run("link", SampleLink.control) == .ok)
        #expect(quiet.output.contains("wss://my.omp.sh") && quiet.output.contains("control"))
        #expect(quiet.output.contains("fingerprint  2523 3588 9469 2074 8807 9608"))
        #expect(!SampleLink.leaks(quiet.output))

        let json = TestConsole()
        #expect(await json.run("link", "--json", SampleLink.view) == .ok)
        #expect(
            json.lines == [
                #"{"relay":"wss://my.omp.sh","roomId":"AbCdEf123456_-Xy","access":"view","fingerprint":"2523 3588 9469 2074 8807 9608"}"#
            ])

        let view = TestConsole()
        #expect(await view.run("link", "--view", "--format", "compact", SampleLink.control) == .ok)
        #expect(view.lines == [SampleLink.view])
        let app = TestConsole()
        #expect(await app.run("link", "--format", "app", SampleLink.view) == .ok)
        #expect(app.lines == ["enclave://join/#\(SampleLink.view)"])
    }

    @Test("The code for the camera has a code's size and quiet margin, dark on light or light on dark")
    func qr() async throws {
        let plain = TestConsole()
        #expect(await plain.run("link", "--qr", SampleLink.view) == .ok)
        let width = try #require(plain.lines.first?.count)
        #expect((width - 4 - 17) % 4 == 0, "a code has 17 + 4n modules, and two of margin on each side")
        #expect(plain.lines.allSatisfy { $0.count == width })
        #expect(plain.lines.first?.allSatisfy { $0 == "█" } == true)
        let coloured = TestConsole()
        #expect(await coloured.run("link", "--qr", "--color", "always", SampleLink.view) == .ok)
        #expect(coloured.lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m") && $0.hasSuffix("\u{1B}[0m") })
    }

    @Test("Completion scripts name every command and option, and the shells can read them")
    func completion() async throws {
        for shell in CompletionScript.shells {
            let test = TestConsole()
            #expect(await test.run("completion", shell) == .ok)
            for spec in EnclaveCommand.specs {
                #expect(test.output.contains(spec.name))
                for option in spec.options { #expect(test.output.contains(option.name.dropFirst(2))) }
            }
        }
    }

    @Test(
        "bash offers each command its own choices",
        arguments: [
            (["link", "--format", ""], ["compact", "browser", "app"]), (["transcript", "--format", "m"], ["md"]),
            (["watch", "--color", "al"], ["always"]), (["--v"], ["--version"]), (["rel"], ["relay"]),
            (["watch", "--pa"], ["--past"]), (["completion", "f"], ["fish"]),
        ])
    func completionInBash(words: [String], offers: [String]) async throws {
        let test = TestConsole()
        #expect(await test.run("completion", "bash") == .ok)
        let quoted = (["enclave"] + words).map { "'\($0)'" }.joined(separator: " ")
        let script = """
            \(test.output)
            COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count); _enclave; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["--norc", "-c", script]
        let output = Pipe()
        shell.standardOutput = output
        try shell.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        #expect(text.split(separator: "\n").map(String.init) == offers)
    }

    @Test("The manual page in Docs is the one the command prints")
    func manual() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "Docs/enclave.1"), encoding: .utf8)
        #expect(page == ManPage.text(EnclaveCommand.specs), "write it anew: enclave help --man > Docs/enclave.1")
    }

    @Test("Option values of a host never steer the terminal")
    func printable() {
        #expect("a\u{1B}[31mb\u{7}\u{9B}c\n".printable == "a[31mbc")
    }
}

@Suite("Typing a line")
struct LineEditorTests {
    private func type(_ editor: inout LineEditor, _ text: String) -> [LineEditor.Event] {
        editor.take(Array(text.utf8))
    }

    @Test("Letters, backspace, a word and the whole line")
    func edits() {
        var editor = LineEditor()
        _ = type(&editor, "hello wörld")
        #expect(editor.text == "hello wörld")
        _ = type(&editor, "\u{7F}\u{7F}")
        #expect(editor.text == "hello wör")
        _ = type(&editor, "\u{17}")
        #expect(editor.text == "hello ")
        _ = type(&editor, "\u{15}")
        #expect(editor.text == "")
        #expect(type(&editor, "go\n") == [.changed, .changed, .line("go")])
    }

    @Test("Characters and escape sequences may come cut anywhere")
    func cut() {
        var editor = LineEditor()
        for byte in Array("日本👩‍🚀".utf8) { _ = editor.take([byte]) }
        #expect(editor.text == "日本👩‍🚀")
        for byte in Array("\u{1B}[1;5D\u{1B}OQ".utf8) { _ = editor.take([byte]) }
        #expect(editor.text == "日本👩‍🚀", "sequences leave nothing behind")
        _ = editor.take([0xFF, 0xFF, 0xFF, 0xFF])
        _ = type(&editor, "x")
        #expect(editor.text == "日本👩‍🚀x")
    }

    @Test("The arrows go through what was entered")
    func history() {
        var editor = LineEditor()
        _ = type(&editor, "one\ntwo\n")
        _ = type(&editor, "\u{1B}[A")
        #expect(editor.text == "two")
        _ = type(&editor, "\u{1B}[A\u{1B}[A")
        #expect(editor.text == "one")
        _ = type(&editor, "\u{1B}[B\u{1B}[B")
        #expect(editor.text == "")
    }

    @Test("Ctrl-D ends an empty line only")
    func end() {
        var editor = LineEditor()
        #expect(editor.take([4]) == [.end])
        _ = type(&editor, "x")
        #expect(editor.take([4]) == [])
    }

    @Test("A slash makes a command, two make a prompt with one, anything else is a prompt")
    func inputs() {
        #expect(FollowInput("  ") == nil)
        #expect(FollowInput(" do it ") == .prompt(" do it "))
        #expect(FollowInput("//etc/hosts") == .prompt("/etc/hosts"))
        #expect(FollowInput("/abort") == .abort)
        #expect(FollowInput("/answer 2 of them") == .answer("2 of them"))
        #expect(FollowInput("/answer") == .answer(nil))
        #expect(FollowInput("/quit") == .quit)
        for help in ["/", "/help"] { #expect(FollowInput(help) == .help) }
        #expect(FollowInput("/what now") == .unknown("what"))
        #expect(FollowInput("/\(SampleLink.control)") == .unknown(nil), "a link is not repeated")
    }
}
