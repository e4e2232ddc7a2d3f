#if os(Linux)
    import CollabGuest
    import CollabHost
    import EnclaveModel
    import EnclaveUI
    import Foundation
    import PreviewServer

    extension LocalPreview {
        /// Begins to serve.
        /// - Parameters:
        ///   - content: what the screens show.
        ///   - port: 0 lets the system choose.
        ///   - name: the guest's name.
        ///   - context: brings the way to the relay.
        /// - Returns: the preview; on systems that can run the app itself there is none.
        /// - Throws: ``CommandFailure``, for example when the port is taken.
        @MainActor static func open(
            _ content: Content, port: Int, name: String, context: EnclaveCommand.Context
        ) async throws(CommandFailure) -> LocalPreview? {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("enclave-preview-\(UUID().uuidString)", isDirectory: true)
            let app = EnclaveApp(
                model: model(of: content, name: name, context: context, folder: folder), defaults: .standard,
                environment: launchEnvironment(of: content))
            var options = PreviewServer.Options()
            options.port = port
            let server = PreviewServer(app: app, options: options)
            do {
                let address = try await server.start()
                return LocalPreview(address: address, folder: folder) {
                    await server.stop()
                    forget(folder)
                }
            } catch {
                throw CommandFailure(.failure, "the live preview cannot be served: \(error)")
            }
        }

        @MainActor private static func model(
            of content: Content, name: String, context: EnclaveCommand.Context, folder: URL
        ) -> AppModel {
            func files(_ part: String) -> PrivateFiles {
                PrivateFiles(folder: folder.appendingPathComponent(part, isDirectory: true), protection: .complete)
            }
            // Links stay in memory; names of rooms and drafts lie in a private folder that goes with the preview.
            return AppModel(
                AppModel.Dependencies(
                    rooms: RoomStore(files: files("rooms")), vault: MemoryVault(),
                    drafts: DraftStore(files: files("drafts")), outboxes: OutboxStore(files: files("outbox")),
                    copies: nil, connector: context.connector, clock: SystemClock(), demo: demo(of: content),
                    defaultName: name))
        }

        private static func demo(of content: Content) -> DemoSource? {
            guard case .demo(let box) = content else { return nil }
            return DemoSource {
                box.rooms.map { DemoOffer(title: $0.title, link: $0.link, connector: box.connector, box: box) }
            }
        }

        /// A room is joined as the app joins one that its launch names.
        private static func launchEnvironment(of content: Content) -> [String: String] {
            guard case .room(let link) = content else { return [:] }
            return [LinkRouter.environmentVariable: link.formatted]
        }

        private static func forget(_ folder: URL) {
            // The folder is there only if something was written; what cannot be removed is private and in /tmp.
            try? FileManager.default.removeItem(at: folder)
        }
    }
#endif
