import CollabGuest
import CollabWire
import Foundation

@testable import EnclaveBridge

/// A host that answers every guest with the same frames, and nothing else.
actor RefusingHost {
    private let link: RoomLink
    private let connector: any TransportConnector
    private let frames: [TransportMessage]
    private var transport: (any Transport)?
    private var reader: Task<Void, Never>?

    /// - Parameter frames: as JSON.
    init(link: RoomLink, connector: any TransportConnector, frames: [String]) throws {
        self.link = link
        self.connector = connector
        let sealer = try Sealer(secret: link.secret)
        self.frames = try frames.map { .binary(try sealer.seal(JSONText(validating: $0), peerId: 0)) }
    }

    /// Opens the room.
    func open() async throws {
        let endpoint = Endpoint(
            isSecure: false, host: link.relay.host, port: link.relay.port, roomId: link.roomId, role: .host)
        let transport = try await connector.connect(to: endpoint)
        self.transport = transport
        let frames = frames
        reader = Task {
            do {
                while true {
                    for message in try await transport.receive() {
                        guard case .binary = message else { continue }
                        for frame in frames { try await transport.send(frame) }
                    }
                }
            } catch {
                // The room is over.
                return
            }
        }
    }

    /// Goes away.
    func close() async {
        reader?.cancel()
        await transport?.close(code: 1000, reason: "")
    }
}
