import EnclaveContracts
import Testing

@Suite("A bridge's address")
struct BridgeAddressTests {
    private func refusal(_ text: String) -> BridgeAddressError? {
        do throws(BridgeAddressError) {
            _ = try BridgeAddress(parsing: text)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "is read in every spelling that means one place, and /v1/renew is added once",
        arguments: [
            ("wss://bridge.example.org", "wss://bridge.example.org/v1/renew"),
            (" https://Bridge.Example.ORG/\n", "wss://bridge.example.org/v1/renew"),
            ("wss://bridge.example.org:443/v1/renew/", "wss://bridge.example.org/v1/renew"),
            ("WSS://bridge.example.org:9465/enclave", "wss://bridge.example.org:9465/enclave/v1/renew"),
            ("wss://bridge.example.org/a/v1/renew", "wss://bridge.example.org/a/v1/renew"),
            ("wss://192.0.2.7/x%20y", "wss://192.0.2.7/x%20y/v1/renew"),
            ("wss://[2001:DB8::1]:8443", "wss://[2001:db8::1]:8443/v1/renew"),
            ("ws://localhost:9465", "ws://localhost:9465/v1/renew"),
            ("http://127.0.0.1", "ws://127.0.0.1/v1/renew"), ("ws://[::1]:80/", "ws://[::1]/v1/renew"),
        ])
    func taken(text: String, whole: String) throws {
        let address = try BridgeAddress(parsing: text)
        #expect(address.text == whole)
        #expect(try BridgeAddress(parsing: address.text) == address)
    }

    @Test(
        "is refused for its own reason otherwise",
        arguments: [
            ("", .empty), (" \n", .empty), ("bridge.example.org", .noScheme), ("ftp://bridge.example.org", .noScheme),
            ("enclave-pair:1.abc", .noScheme), ("ws://bridge.example.org", .insecure),
            ("http://localhost.example.org", .insecure), ("ws://127.0.0.2", .insecure), ("ws://127.1", .badHost),
            ("wss://ada:secret@bridge.example.org", .userInformation), ("wss://a@b", .userInformation),
            ("wss://bridge.example.org/?token=1", .query), ("wss://bridge.example.org#x", .fragment),
            ("https://my.omp.sh/#abcdefghij.xyz", .fragment), ("wss://", .badHost), ("wss:///path", .badHost),
            ("wss://bücher.example", .badHost), ("wss://a..b", .badHost), ("wss://-a.b", .badHost),
            ("wss://a b", .badHost), ("wss://%61.example", .badHost), ("wss://0x7f.0.0.1", .badHost),
            ("wss://010.0.0.1", .badHost), ("wss://300.0.0.1", .badHost), ("wss://[fe80::1%25eth0]", .badHost),
            ("wss://[::1", .badHost), ("wss://[::1]x", .badHost), ("wss://a:", .badPort), ("wss://a:0", .badPort),
            ("wss://a:65536", .badPort), ("wss://a:+1", .badPort), ("wss://a:8 0", .badPort),
            ("wss://a/b c", .badPath), ("wss://a/../b", .badPath), ("wss://a/%2E%2e/b", .badPath),
            ("wss://a\\b", .badPath), ("wss://a/\u{202E}b", .badPath), ("wss://a/b\nc", .badPath),
            ("wss://a/" + String(repeating: "x", count: 1_024), .tooLong),
        ] as [(String, BridgeAddressError)])
    func refused(text: String, error: BridgeAddressError) {
        #expect(refusal(text) == error, "\(text)")
    }

    @Test(
        "whatever is taken has one spelling, which is taken as the same, without anything that a reader could misread")
    func spelling() {
        let pieces = [
            "wss://", "https://", "ws://", "localhost", "a", "Example.org", "127.0.0.1", "[::1]", ":", "8443", "0", "/",
            "//", ".", "..", "%2e", "%2F", "@", "?", "#", "\\", " ", "\t", "\u{0}", "ü", "v1/renew", "/v1/renew", "-",
        ]
        var generator = SystemRandomNumberGenerator()
        var taken = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...6, using: &generator)
            let text = "wss://a" + (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
            do throws(BridgeAddressError) {
                let address = try BridgeAddress(parsing: text)
                taken += 1
                #expect(try BridgeAddress(parsing: address.text) == address, "\(text)")
                #expect(address.text.hasSuffix("/v1/renew") && !address.text.contains("/../"), "\(text)")
                #expect(address.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(text)")
            } catch {
                #expect(refusal(text) == error)
            }
        }
        #expect(taken > 500)
    }

    @Test("shows nothing of itself, and its errors repeat nothing")
    func secrecy() throws {
        let address = try BridgeAddress(parsing: "wss://MARKERhost.example/MARKERpath")
        var dumped = ""
        dump(address, to: &dumped)
        for text in ["\(address)", String(reflecting: address), dumped] {
            #expect(!text.lowercased().contains("marker"), "\(text)")
        }
        for error in BridgeAddressError.allCases { #expect(error.description.hasSuffix(".")) }
    }
}
