import CollabWire
import Foundation
import Testing

/// Report data: room, view secret (bytes 00…1f) and full secret (then f0…ff).
private let room = "AbCdEf123456_-Xy"
private let viewSecret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
private let fullSecret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh_w8fLz9PX29_j5-vv8_f7_"
private let fullBytes = Array(UInt8(0)...0x1f) + Array(0xf0...0xff)

private func error(of text: String) -> LinkError? {
    do throws(LinkError) {
        _ = try RoomLink(parsing: text)
        return nil
    } catch {
        return error
    }
}

@Suite("Room links")
struct RoomLinkTests {
    @Test(
        "every spelling of a default-relay link names the same room",
        arguments: [
            "\(room).\(fullSecret)", "\(room)#\(fullSecret)", "my.omp.sh/#\(room).\(fullSecret)",
            "https://my.omp.sh/#\(room).\(fullSecret)", "https://my.omp.sh/#\(room)#\(fullSecret)",
            "https://my.omp.sh/#\(room)%23\(fullSecret)", "HTTPS://MY.OMP.SH/#\(room).\(fullSecret)",
        ])
    func spellings(text: String) throws {
        let link = try RoomLink(parsing: text, leniency: .none)
        #expect(link.webSocketURL == "wss://my.omp.sh/r/\(room)")
        #expect(link.secret.withBytes { $0 } == fullBytes)
        #expect(link.access == .control)
        #expect(link.formatted == "\(room).\(fullSecret)")
    }

    @Test("a link without a token can only watch")
    func viewLink() throws {
        let link = try RoomLink(parsing: "\(room).\(viewSecret)")
        #expect(link.access == .view)
        #expect(link.secret.token == nil)
        let full = try RoomLink(parsing: "\(room).\(fullSecret)")
        #expect(full.view == link)
    }

    @Test("view and control link have one fingerprint, another key has another one")
    func fingerprint() throws {
        let full = try RoomLink(parsing: "\(room).\(fullSecret)")
        // HKDF-SHA-256 of the key without salt, computed with another library.
        #expect("\(try RoomFingerprint(full.secret))" == "2523 3588 9469 2074 8807 9608")
        #expect(try RoomFingerprint(full.view.secret) == RoomFingerprint(full.secret))
        let other = try #require(RoomSecret(bytes: [0xff] + fullBytes.dropFirst()))
        #expect(try RoomFingerprint(other) != RoomFingerprint(full.secret))
    }

    @Test("a secret of another length is refused with the lengths that are right")
    func wrongLength() throws {
        let secret = Base64URL.encode(Array(repeating: 7, count: 40))
        let refusal = try #require(error(of: "\(room).\(secret)") as LinkError?)
        #expect(refusal == .secretLength(40))
        #expect("\(refusal)".contains("32") && "\(refusal)".contains("48"))
    }

    @Test(
        "what terminals and chats do to a link is undone",
        arguments: [
            "https://my.omp.sh/#\(room).\(fullSecret.prefix(30))\n   \(fullSecret.dropFirst(30))",
            "https://my.omp.sh/#\(room).\(fullSecret.prefix(30))\r\n\t\(fullSecret.dropFirst(30))\n",
            "\"https://my.omp.sh/#\(room).\(fullSecret)\"", "“\(room).\(fullSecret)”", "`\(room).\(fullSecret)`",
            "<https://my.omp.sh/#\(room).\(fullSecret)>", "\u{FEFF}\(room).\(fullSecret)",
            "\u{200B}\(room).\(fullSecret)", "\(room).\(fullSecret.prefix(9))\u{200B}\(fullSecret.dropFirst(9))",
            "omp join \"\(room).\(fullSecret)\"", "$ omp join '\(room).\(fullSecret)'",
            "omp join \"https://my.omp.sh/#\(room).\(fullSecret.prefix(30))\n      \(fullSecret.dropFirst(30))\"",
            "/join my.omp.sh/#\(room).\(fullSecret)", "enclave watch \(room).\(fullSecret)",
            "enclave://join/#\(room).\(fullSecret)", "\(room).\(fullSecret).", "(\(room).\(fullSecret)),",
            "https://my.omp.sh/#\(room).\(fullSecret)!",
            "Here it is:\n\(room).\(fullSecret.prefix(30))\n\(fullSecret.dropFirst(30))",
            "https:\n//my.omp.sh/#\(room).\(fullSecret)",
            // Mail and Markdown.
            "> \(room).\(fullSecret)", ">> https://my.omp.sh/#\(room).\(fullSecret)\n",
            "> https://my.omp.sh/#\(room).\(fullSecret.prefix(30))\n> \(fullSecret.dropFirst(30))",
            "> > omp join \(room).\(fullSecret.prefix(30))\n> > \(fullSecret.dropFirst(30))",
            "**\(room).\(fullSecret)**", "*https://my.omp.sh/#\(room).\(fullSecret)*", "**`\(room).\(fullSecret)`**",
            "_\(room).\(fullSecret)_", "~~\(room).\(fullSecret)~~", "```\n\(room).\(fullSecret)\n```",
            "[room](\(room).\(fullSecret))", "[the room](<\(room).\(fullSecret)>)", "**[room](\(room).\(fullSecret))**",
            "[https://my.omp.sh/#\(room).\(fullSecret)](https://my.omp.sh/#\(room).\(fullSecret))",
            "<a href=\"https://my.omp.sh/#\(room).\(fullSecret)\">the room</a>", "| \(room).\(fullSecret) |",
            "{\(room).\(fullSecret)}", "- \(room).\(fullSecret)", "1. \(room).\(fullSecret)",
            // What stands at the end of an address.
            "https://my.omp.sh/#\(room).\(fullSecret)/", "my.omp.sh/r/\(room).\(fullSecret)/",
            "\(room).\(fullSecret)/", "(https://my.omp.sh/#\(room).\(fullSecret)/).", "\(room).\(fullSecret) —",
            "\(room).\(fullSecret)—", "\(room).\(fullSecret)?!", "\(room).\(fullSecret);",
        ])
    func lenientPaste(text: String) throws {
        let link = try RoomLink(parsing: text)
        #expect(link.webSocketURL == "wss://my.omp.sh/r/\(room)")
        #expect(link.secret.withBytes { $0 } == fullBytes)
    }

    @Test("space inside a line is never closed up: that could name another relay")
    func spaceStays() {
        #expect(error(of: "wss://relay harbour.example/r/\(room).\(viewSecret)") == .unreadable)
        #expect(error(of: "\(room).\(viewSecret.prefix(20)) \(viewSecret.dropFirst(20))") != nil)
        #expect(
            error(of: "\(room).\(fullSecret.prefix(43)) \(fullSecret.dropFirst(43))") != nil, "no view link in half")
    }

    @Test(
        "a link is found in the sentence that it came in",
        arguments: [
            "join me at enclave… https://my.omp.sh/#\(room).\(fullSecret) thanks", "see \(room).\(fullSecret)",
            "Here it is:\n\(room).\(fullSecret)\nSee you!", "Raum: „\(room).\(fullSecret)“, bis gleich.",
            "[the room](https://my.omp.sh/#\(room).\(fullSecret)) is open",
            "link:https://my.omp.sh/r/\(room).\(fullSecret), read https://docs.example/collab first",
            "my.omp.sh/#\(room).\(fullSecret) or, which is the same, \(room).\(fullSecret)",
            "come in: my.omp.sh/#\(room).\(fullSecret.prefix(43))\n   \(fullSecret.dropFirst(43)) bye",
        ])
    func sentence(text: String) throws {
        let link = try RoomLink(parsing: text)
        #expect(link.webSocketURL == "wss://my.omp.sh/r/\(room)")
        #expect(link.secret.withBytes { $0 } == fullBytes)
        #expect(throws: LinkError.self) { try RoomLink(parsing: text, leniency: .none) }
    }

    @Test("a text with two links, or with a link that may be another room's, is refused")
    func severalLinks() {
        let other = "AnotherRoom12345.\(viewSecret)"
        #expect(error(of: "first \(room).\(viewSecret), then \(other)") == .severalLinks)
        #expect(error(of: "full \(room).\(fullSecret) view \(room).\(viewSecret)") == .severalLinks)
        #expect(error(of: "mine \(room).\(viewSecret) yours wss://relay.example/r/\(other)") == .severalLinks)
        // Joined, the word above becomes a part of the room's or the relay's name.
        #expect(error(of: "Link\n\(room).\(viewSecret)") == .severalLinks)
        #expect(error(of: "see\nrelay.example/r/\(room).\(viewSecret)") == .severalLinks)
        // Two pieces of an address are no link, whichever of them would be one by itself.
        #expect(error(of: "at wss://relay harbour.example/r/\(room).\(viewSecret)") != nil)
    }

    @Test("a link whose text is another link than its address is two links")
    func disguisedAddress() {
        let other = "https://my.omp.sh/#AnotherRoom12345.\(viewSecret)"
        #expect(error(of: "[https://my.omp.sh/#\(room).\(fullSecret)](\(other))") == .severalLinks)
        #expect(error(of: "<a href=\"\(other)\">\(room).\(fullSecret)</a>") != nil)
        #expect(error(of: "> \(room).\(fullSecret)\n> \(other)") == .severalLinks)
    }

    @Test("a user name or a password before the relay's name is refused, and not repeated")
    func userInformation() throws {
        for text in [
            "wss://mara:hunter22@relay.example/r/\(room).\(viewSecret)",
            "mara:hunter22@relay.example/r/\(room).\(viewSecret)",
            "https://mara@relay.example:8443/r/\(room)#\(viewSecret)",
            "ws://:hunter22@localhost:7466/r/\(room).\(viewSecret)",
            "https://web.example/#mara:hunter22@relay.example/r/\(room).\(viewSecret)",
            "come to https://mara:hunter22@relay.example/r/\(room).\(viewSecret) soon",
        ] {
            #expect(error(of: text) == .userInformation, "\(text)")
            #expect(RoomLink.occurs(in: text))
        }
        let words = "\(LinkError.userInformation)"
        #expect(words.contains("user name") && !words.contains("hunter") && !words.contains("mara"))
        #expect(throws: LinkError.userInformation) { try RelayAddress(parsing: "wss://mara@relay.example") }
        let link = try RoomLink(parsing: "\(room).\(viewSecret)")
        #expect(throws: LinkError.badWebAddress) { try link.browserLink(web: "https://mara:hunter22@web.example/") }
        // The page that a link hangs on is not visited.
        #expect(error(of: "https://mara@web.example/#\(room).\(viewSecret)") == nil)
    }

    @Test("a relay's name that is none is called so, on one line and in a sentence")
    func badRelay() {
        for host in [
            "relay%ff.example", "relay\u{FFFD}.example", "relay.example:70000", "relay.example:x", "rel|ay.example",
        ] {
            #expect(error(of: "wss://\(host)/r/\(room).\(viewSecret)") == .badRelay, "\(host)")
            #expect(error(of: "\(host)/r/\(room).\(viewSecret)") == .badRelay, "\(host)")
        }
        #expect("\(LinkError.badRelay)".contains("relay"))
    }

    @Test("a link in a sentence is refused for what is wrong with it")
    func damagedInSentence() {
        let start = "please open https://relay.example/r/\(room)"
        #expect(error(of: "\(start).\(viewSecret)= soon") == .secretNotBase64URL)
        #expect(error(of: "\(start).\(viewSecret.dropLast(3)) soon") == .secretLength(30))
        #expect(error(of: "\(start) soon") == .noSecret)
        #expect(error(of: "please open ws://relay.example/r/\(room).\(viewSecret) soon") == .insecureRelay)
        #expect(error(of: "visit averylonghostlabel.example today") == .unreadable)
    }

    @Test("running text is searched in proportion to its length")
    func longText() {
        func time(_ count: Int) -> Duration {
            let words = String(repeating: "see https://relay.example/r/aaaaaaaaaaaa.bbbb ", count: count)
            return ContinuousClock().measure { #expect(error(of: words) == .secretLength(3)) }
        }
        _ = time(10)
        // Five times the length; quadratic work would take twenty-five times as long.
        #expect(time(1_300) < time(260) * 15)
        #expect(error(of: String(repeating: "see \(room).\(viewSecret) ", count: 2_000)) != nil, "no paste of a link")
    }

    @Test(
        "a secret in another base64, or with a letter of another alphabet, is called damaged",
        arguments: [
            "relay.example/r/\(room).\(viewSecret)=", "https://relay.example/r/\(room).\(fullSecret)==",
            "\(room).\(viewSecret)=", "\(room)#\(viewSecret)=", "https://my.omp.sh/#\(room).\(viewSecret)=",
            "relay.example/r/\(room).\(viewSecret.dropLast())+", "\(room).\(viewSecret.dropLast())+",
            "relay.example/r/\(room).\(viewSecret.dropLast())/", "\(room).\(viewSecret.dropLast())/",
            "relay.example/r/\(room).\(viewSecret.dropLast())é", "\(room).\(viewSecret.dropLast())é",
            "wss://relay.example/r/\(room).\(viewSecret)%3D", "relay.example/r/\(room)#\(viewSecret)=",
        ])
    func otherBase64(text: String) {
        #expect(error(of: text) == .secretNotBase64URL)
        #expect(throws: LinkError.secretNotBase64URL) { try RoomLink(parsing: text, leniency: .none) }
    }

    @Test("a text that would show a link to others is known, a name with a dot is none")
    func occurs() {
        for text in [
            "\(room).\(viewSecret)", "Ada https://relay.example/r/\(room).\(fullSecret)",
            "relay.example/r/\(room).\(viewSecret)=", "\(room).\(viewSecret) \(room).\(fullSecret)",
        ] { #expect(RoomLink.occurs(in: text)) }
        for text in ["", "Ada", "Christopher.Robin", "ada@lovelace.example", "Ada (she/her)", "https://ada.example"] {
            #expect(!RoomLink.occurs(in: text), "\(text)")
        }
    }

    @Test(
        "the web page may live elsewhere than the relay, and a fragment that is a link wins",
        arguments: [
            (
                "https://web.example/collab/#relay.example.com/r/\(room).\(fullSecret)",
                "wss://relay.example.com/r/\(room)"
            ),
            (
                "https://web.example/r/abcdefghij#relay.example.com/r/\(room).\(fullSecret)",
                "wss://relay.example.com/r/\(room)"
            ),
            ("https://relay.example.com/r/\(room)#\(viewSecret)", "wss://relay.example.com/r/\(room)"),
            ("https://my.omp.sh/?utm=x#\(room).\(fullSecret)", "wss://my.omp.sh/r/\(room)"),
        ])
    func splitWeb(text: String, url: String) throws {
        #expect(try RoomLink(parsing: text).webSocketURL == url)
    }

    @Test("plain ws is for this very machine only")
    func loopback() throws {
        for host in ["localhost", "127.0.0.1", "[::1]"] {
            let link = try RoomLink(parsing: "ws://\(host):7466/r/\(room).\(fullSecret)")
            #expect(link.webSocketURL == "ws://\(host):7466/r/\(room)")
            #expect(link.formatted == "ws://\(host):7466/r/\(room).\(fullSecret)")
            #expect(try link.browserLink().hasPrefix("http://\(host):7466/#ws://"))
        }
        for host in ["192.168.1.20", "localhost.evil.example", "localhost@evil.example", "127.0.0.2", "0.0.0.0"] {
            #expect(error(of: "ws://\(host)/r/\(room).\(fullSecret)") == .insecureRelay)
        }
        #expect("\(LinkError.insecureRelay)".contains("wss://"))
    }

    @Test("refusals are specific")
    func refusals() {
        #expect(error(of: " \n ") == .empty)
        #expect(error(of: "not a link") == .unreadable)
        #expect(error(of: "ftp://relay.example/r/\(room).\(viewSecret)") == .unsupportedScheme)
        #expect(error(of: "omp://relay.example/r/\(room).\(viewSecret)") == .unsupportedScheme)
        #expect(error(of: "wss://relay.example/\(room).\(viewSecret)") == .noRoom)
        // A browser link that was cut off is refused for its secret, not for the address it hangs on.
        #expect(error(of: "https://my.omp.sh/#\(room).\(viewSecret.dropLast(2))") == .secretLength(30))
        // A host name too long for any name server is refused, not computed.
        let long = String(repeating: "a", count: 32_799)
        #expect(error(of: "wss://\(long)\u{20000}/r/\(room).\(viewSecret)") != nil)
        #expect(error(of: "wss://relay\u{FFFD}.example/r/\(room).\(viewSecret)") == .badRelay)
        #expect(error(of: "wss://relay.example/r/short.\(viewSecret)") == .noRoom)
        #expect(error(of: "wss://relay.example/r/\(room)") == .noSecret)
        #expect(error(of: "\(room).") == .noSecret)
        #expect(error(of: "wss://relay.example/r/\(room)#ab+/") == .secretNotBase64URL)
        #expect(error(of: "\(room).\(viewSecret)AA") == .secretLength(33))
    }

    @Test("every vector of links.json holds, read exactly")
    func vectors() throws {
        var count = 0
        for test in try #require(try Vectors.json("links.json")["parse"]).elements {
            guard let input = test["input"]?.stringValue, let expected = test["expect"] else { continue }
            count += 1
            let id = test["id"]?.stringValue ?? ""
            do throws(LinkError) {
                let link = try RoomLink(parsing: input, leniency: .none)
                #expect(expected["wsUrl"]?.stringValue == link.webSocketURL, "\(id)")
                #expect(expected["roomId"]?.stringValue == link.roomId, "\(id)")
            } catch {
                #expect(expected["error"]?.boolValue == true, "\(id): \(error)")
            }
        }
        #expect(count > 100)
    }

    @Test("formatting is the inverse of parsing")
    func roundTrip() throws {
        for relay in ["wss://my.omp.sh", "wss://relay.example:8443", "wss://[2001:db8::7]", "ws://127.0.0.1:9"] {
            for secret in [viewSecret, fullSecret] {
                let bytes = try #require(Base64URL.decode(secret))
                let link = RoomLink(
                    relay: try RelayAddress(parsing: relay), roomId: room,
                    secret: try #require(RoomSecret(bytes: bytes)))
                #expect(try RoomLink(parsing: link.formatted) == link)
                #expect(try RoomLink(parsing: link.browserLink()) == link)
                #expect(try RoomLink(parsing: link.browserLink(web: "https://web.example/x/")) == link)
            }
        }
    }

    @Test("a link full of hashes takes no time")
    func manyHashes() {
        #expect(error(of: String(repeating: "#", count: 300_000)) != nil)
        #expect(error(of: "https://a/" + String(repeating: "#https://a/", count: 30_000)) != nil)
    }

    @Test("nothing prints a secret")
    func redaction() throws {
        let link = try RoomLink(parsing: "\(room).\(fullSecret)")
        let hello = GuestFrame.hello(Hello(name: "mara", writeToken: link.secret.token, tail: nil))
        let printed = [
            "\(link)", String(reflecting: link), "\(link.secret)", String(reflecting: link.secret), "\(hello)",
            String(reflecting: hello), dumped(link), dumped(link.secret), dumped(hello),
            "\(Plaintext(Array(hello.encode().bytes)))",
        ]
        let hex = fullBytes.map { String(format: "%02x", $0) }.joined()
        let decimals = fullBytes.map(String.init).joined(separator: ", ")
        let errors = ["\(room).\(fullSecret)AAA", "x\(fullSecret)://\(room)", "wss://\(fullSecret) /r/\(room)"]
            .compactMap {
                error(of: $0).map { "\($0) \(String(reflecting: $0))" }
            }
        #expect(errors.count == 3)
        for text in printed + errors {
            for (secret, length) in [(fullSecret, 8), (hex, 8), (decimals, 16)] {
                let units = Array(secret)
                for start in 0...(units.count - length) {
                    #expect(!text.contains(String(units[start..<start + length])))
                }
            }
        }
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }
}
