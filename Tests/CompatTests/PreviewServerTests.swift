import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif
import SwiftUI
import Testing
import WebSockets

@testable import PreviewServer

private struct Echo: View {
    @State private var text = ""
    @State private var count = 0
    var body: some View {
        VStack {
            Text("said \(text)")
            Text("count \(count)")
            TextField("Words", text: $text)
            Button("More") { count += 1 }
        }
    }
}

/// One tab without a browser.
@MainActor private final class Tab {
    private(set) var page = ""
    private var log: [String] = []
    let peer: UInt64

    init(_ peer: UInt64) { self.peer = peer }

    func take(_ text: String) {
        log.append(text)
        if text.contains("[\"all\"") { page = text }
    }

    /// The first message since the last call that contains the words.
    func message(_ words: String) -> String? { log.first { $0.contains(words) } }
    func clear() { log = [] }

    /// The number of the first element whose markup contains the words.
    func element(_ words: String) -> Int? {
        let html = page.replacing("\\\"", with: "\"").replacing("\\/", with: "/")
        guard let found = html.range(of: words) else { return nil }
        let before = html[..<found.lowerBound]
        guard let start = before.range(of: "id=\"n", options: .backwards) else { return nil }
        return Int(html[start.upperBound...].prefix { $0.isNumber })
    }
}

@MainActor @Suite("The live page") struct PreviewServerTests {
    private func request(_ path: String, token: String, host: String, origin: String? = nil) -> HTTPRequest {
        var headers = ["host": host]
        headers["origin"] = origin
        return HTTPRequest(
            method: "GET", path: path, query: [(name: "token", value: token)], headers: headers,
            remoteAddress: "127.0.0.1")
    }

    @Test("only the page's own origin, name and token are let in")
    func admission() {
        let bridge = PreviewBridge(token: "secret", nonce: "once", page: "page")
        bridge.setPort(4000)
        func status(_ request: HTTPRequest) -> Int { bridge.respond(to: request).status }
        func accepts(_ request: HTTPRequest) -> Bool {
            if case .accept = bridge.decideUpgrade(request) { return true }
            return false
        }
        #expect(status(request("/", token: "secret", host: "127.0.0.1:4000")) == 200)
        #expect(status(request("/", token: "wrong", host: "127.0.0.1:4000")) == 403)
        #expect(status(request("/", token: "secret", host: "evil.example:4000")) == 403)
        #expect(status(request("/other", token: "secret", host: "127.0.0.1:4000")) == 404)
        let origin = "http://127.0.0.1:4000"
        #expect(accepts(request("/live", token: "secret", host: "127.0.0.1:4000", origin: origin)))
        #expect(!accepts(request("/live", token: "secret", host: "127.0.0.1:4000", origin: "https://evil.example")))
        #expect(!accepts(request("/live", token: "secret", host: "127.0.0.1:4000")))
        #expect(!accepts(request("/live", token: "wrong", host: "127.0.0.1:4000", origin: origin)))
        #expect(!accepts(request("/live", token: "secret", host: "evil.example:4000", origin: origin)))
    }

    @Test("two tabs see one state; letters are acknowledged to who typed them and shown to the other")
    func twoTabs() throws {
        let tabs = [Tab(1), Tab(2)]
        let session = PreviewSession(Echo(), options: .init()) { text, to, except in
            for tab in tabs where (to == nil || to == tab.peer) && tab.peer != except { tab.take(text) }
        }
        for tab in tabs { session.handle(.joined(tab.peer)) }
        let more = try #require(tabs[0].element("class=\"button"))
        session.handle(.message(1, "{\"n\":\(more),\"k\":\"tap\"}"))
        session.flush()
        #expect(tabs[0].message("count 1") != nil)
        #expect(tabs[1].message("count 1")?.contains("\"all\"") == false)

        let field = try #require(tabs[0].element("class=\"field"))
        for tab in tabs { tab.clear() }
        session.handle(.message(1, "{\"n\":\(field),\"k\":\"input\",\"v\":\"hé\",\"seq\":7}"))
        let own = try #require(tabs[0].message("said hé"))
        #expect(own.contains("\"ack\":[\(field),7]"))
        #expect(tabs[0].message("data-value") == nil)
        #expect(tabs[1].message("data-value") != nil)

        // Nonsense is dropped, and the page goes on.
        for text in ["nonsense", "{}", "[1]", "{\"n\":999999,\"k\":\"tap\"}", "{\"n\":\"x\",\"k\":\"tap\"}"] {
            session.handle(.message(1, text))
        }
        session.handle(.message(1, "{\"n\":\(more),\"k\":\"tap\"}"))
        session.flush()
        #expect(tabs[0].message("count 2") != nil)

        // A tab that is reloaded gets the whole page with the state as it is.
        tabs[1].clear()
        session.handle(.joined(2))
        #expect(tabs[1].page.contains("count 2"))
        #expect(tabs[1].page.contains("hé"))

        session.handle(.message(1, "{\"set\":\"scheme\",\"v\":\"light\"}"))
        #expect(tabs[1].message("light") != nil)
    }

    @Test("what the last browser wishes for holds until somebody chooses, and goes with its tab")
    func wishes() throws {
        struct Told: View {
            @Environment(\.colorScheme) private var scheme
            @Environment(\.dynamicTypeSize) private var size
            @Environment(\.accessibilityReduceMotion) private var reduceMotion
            @Environment(\.colorSchemeContrast) private var contrast
            var body: some View {
                Text(verbatim: "\(scheme) \(size) \(reduceMotion) \(contrast)")
            }
        }
        var page = ""
        let session = PreviewSession(Told(), options: .init()) { text, _, _ in
            if text.contains("[\"t\"") || text.contains("[\"all\"") { page = text }
        }
        func shows(_ words: String) -> Bool { page.contains(words) }
        session.handle(.joined(1, wishes: "scheme=light&size=3&motion=full&contrast=normal"))
        #expect(shows("light large false standard"))
        session.handle(.joined(2, wishes: "scheme=dark&size=7&motion=reduce&contrast=more&other=x&=&nonsense"))
        #expect(shows("dark accessibility1 true increased"))
        session.handle(.left(2))
        #expect(shows("light large false standard"))
        session.handle(.message(1, "{\"set\":\"wishes\",\"v\":\"scheme=dark&size=99\"}"))
        #expect(shows("dark large false standard"))
        session.handle(.message(1, "{\"set\":\"scheme\",\"v\":\"light\"}"))
        #expect(shows("light large false standard"))
        session.handle(.message(1, "{\"set\":\"size\",\"v\":\"2\"}"))
        session.handle(.joined(3, wishes: "scheme=dark&size=7"))
        #expect(shows("light medium false standard"))
        session.handle(.message(3, "{\"set\":\"scheme\",\"v\":\"auto\"}"))
        #expect(shows("dark medium false standard"))
    }

    @Test("a letter that the app takes back is taken back from the field")
    func rejection() throws {
        struct Digits: View {
            @State private var text = ""
            var body: some View {
                TextField("Digits", text: $text)
                    .onChange(of: text) { _, new in text = new.filter(\.isNumber) }
            }
        }
        let tab = Tab(1)
        let session = PreviewSession(Digits(), options: .init()) { text, _, except in
            if except != 1 { tab.take(text) }
        }
        session.handle(.joined(1))
        let field = try #require(tab.element("class=\"field"))
        session.handle(.message(1, "{\"n\":\(field),\"k\":\"input\",\"v\":\"1a\",\"seq\":1}"))
        #expect(tab.message("\"data-value\":\"1\"") != nil)
    }

    @Test("a server listens, and ends")
    func lifetime() async throws {
        let server = PreviewServer(Echo())
        let url = try await server.start()
        #expect(url.host() == "127.0.0.1")
        let (data, response) = try await URLSession.shared.data(from: url)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(String(decoding: data, as: UTF8.self).contains("id=\"host\""))
        await server.stop()
    }
}
