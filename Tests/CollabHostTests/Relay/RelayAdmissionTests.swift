import CollabHost
import Testing

@Suite("What a relay answers to plain HTTP")
struct RelayAdmissionTests {
    @Test(
        "as the reference relay does",
        arguments: [
            ("/", nil, nil),
            ("/r/ProbeRoom_0001", nil, nil),
            ("/r/ProbeRoom_0001", "guest", "ProbeRoom_0001"),
            ("/r/ProbeRoom_0001", "host", "ProbeRoom_0001"),
            ("/r/ProbeRoom_0001", "admin", nil),
            ("/r/short", "guest", nil),
            ("/r/" + String(repeating: "x", count: 64), "guest", String(repeating: "x", count: 64)),
            ("/r/" + String(repeating: "x", count: 65), "guest", nil),
            ("/r/ProbeRoom_0001/", "guest", nil),
            ("/r//ProbeRoom_0001", "guest", nil),
            ("/r/ProbeRoom_0001.key", "guest", nil),
            ("/r/ProbeRoom_ä001", "guest", nil),
            ("r/ProbeRoom_0001", "guest", nil),
        ] as [(String, String?, String?)])
    func admission(path: String, role: String?, room: String?) {
        switch RelayAdmission(path: path, role: role) {
        case .notFound: #expect(room == nil)
        case .seat(let roomId, let seated):
            #expect(roomId == room)
            #expect(seated.rawValue == role)
        }
    }
}
