import CollabTesting
import CollabWire
import EnclaveUI
import Foundation

extension Fixture {
    /// One picture, large.
    static let images: [Fixture] = [
        Fixture(.imageViewer, .live, steps: [.tap("Image")]) { try await pictures() },
        Fixture(.imageViewer, .loading, steps: [.tap("Image")]) {
            let stage = try await pictures()
            stage.images = ImageLoader { data, side in
                guard side > ImageLoader.thumbnailSide else { return await ImageLoader.system(data, side) }
                let (never, _) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                return nil
            }
            return stage
        },
        Fixture(.imageViewer, .error, steps: [.tap("Image")]) {
            let stage = try await pictures()
            // There is memory for the thumbnail, and none for all of it.
            stage.images = ImageLoader { [shortage = stage.shortOfMemory] data, side in
                guard await shortage.isOver || side == ImageLoader.thumbnailSide else { return nil }
                return await ImageLoader.system(data, side)
            }
            return stage
        },
        Fixture(.imageViewer, .long, steps: [.tap("Image")]) {
            let stage = try await launched(FixtureStage(listed: [.script("tall")]))
            try await stage.open("tall")
            return stage
        },
        // Pictures that cannot be shown stay in the transcript: none opens.
        Fixture(.session, .error, "broken-images") {
            let (stage, host) = try await byHand()
            let session = try await live(stage, host)
            let svg = Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8).base64EncodedString()
            try host.deliver(
                HandHost.entry(picture("p1", #"{"type":"image","mimeType":"image/png","data":"bm8gcGljdHVyZQ=="}"#)),
                HandHost.entry(picture("p2", #"{"type":"image","mimeType":"image/svg+xml","data":"\#(svg)"}"#)),
                HandHost.entry(
                    picture(
                        "p3", #"{"type":"text","text":"[image left out]"}"#,
                        elided:
                            #"{"path":["message","content",0],"kind":"image","bytes":4200000,"hash":"h","mimeType":"image/png"}"#
                    )))
            try await stage.run("the pictures") { session.client.rows.count >= 5 }
            return stage
        },
    ]

    private static func picture(_ id: String, _ block: String, elided: String? = nil) -> String {
        let left = elided.map { #","collabElided":[\#($0)]"# } ?? ""
        return #"{"type":"message","id":"\#(id)","parentId":null,"timestamp":"2026-05-12T08:32:00.000Z","#
            + #""message":{"role":"user","content":[\#(block)],"timestamp":1778574720000}\#(left)}"#
    }
}
