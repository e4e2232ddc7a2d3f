import Foundation

/// A URL taken apart the way browsers do (WHATWG), as far as links need it.
///
/// Foundation's parser follows another standard: it keeps `0x7f000001` and `:443`, refuses `https:///host`, and treats
/// back slashes, tabs and dots in other ways. Which relay a link names must not depend on that.
struct LinkURL {
    /// Lower-case.
    var scheme = ""
    /// Lower-case ASCII; IPv6 in brackets and shortest form, IPv4 as four numbers.
    var host = ""
    /// Nil for the scheme's own.
    var port: Int?
    /// With its slash; dots resolved, escapes kept.
    var path = "/"
    var query = ""
    /// Something stood before the host, up to an `@`; it is not kept.
    var hasUserInformation = false
    var fragment = ""

    /// `host[:port]`.
    var authority: String { port.map { "\(host):\($0)" } ?? host }

    private static let defaultPorts = ["ws": 80, "wss": 443, "http": 80, "https": 443, "ftp": 21]

    /// Reads an absolute URL; nil when a browser would refuse it. Of schemes without an authority of the web's kind
    /// only the name is kept.
    init?(_ text: String) {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.value <= 0x20 { scalars = scalars.dropFirst() }
        while let last = scalars.last, last.value <= 0x20 { scalars = scalars.dropLast() }
        let kept = String(String.UnicodeScalarView(scalars.filter { $0 != "\t" && $0 != "\n" && $0 != "\r" }))
        guard let colon = kept.range(of: "://")?.lowerBound else { return nil }
        scheme = kept[..<colon].lowercased()
        var rest = kept[colon...].dropFirst(1)
        guard let defaultPort = Self.defaultPorts[scheme] else {
            rest = rest.dropFirst(2)
            path = rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
            return
        }
        if let hash = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        rest = rest.drop { $0 == "/" || $0 == "\\" }
        let slash = rest.firstIndex { $0 == "/" || $0 == "\\" } ?? rest.endIndex
        guard setAuthority(rest[..<slash], defaultPort: defaultPort) else { return nil }
        path = Self.normalizedPath(rest[slash...])
    }

    private mutating func setAuthority(_ text: Substring, defaultPort: Int) -> Bool {
        var text = text
        if let at = text.lastIndex(of: "@") {
            hasUserInformation = true
            text = text[text.index(after: at)...]
        }
        var name = text
        let bracket = text.lastIndex(of: "]")
        if let colon = text.lastIndex(of: ":"), bracket.map({ $0 < colon }) ?? true {
            name = text[..<colon]
            let digits = text[text.index(after: colon)...]
            guard digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
            if !digits.isEmpty {
                guard let number = Int(digits), number <= 65_535 else { return false }
                port = number == defaultPort ? nil : number
            }
        }
        guard let host = HostName.parse(name) else { return false }
        self.host = host
        return true
    }

    /// Resolves `.` and `..`, also in their escaped spellings, and turns back slashes.
    private static func normalizedPath(_ text: Substring) -> String {
        var segments: [Substring] = []
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.dropFirst()
        for (position, part) in parts.enumerated() {
            let isLast = position == parts.count - 1
            switch part.lowercased().replacingOccurrences(of: "%2e", with: ".") {
            case ".": if isLast { segments.append("") }
            case "..":
                if !segments.isEmpty { segments.removeLast() }
                if isLast { segments.append("") }
            default: segments.append(part)
            }
        }
        return "/" + segments.joined(separator: "/")
    }
}
