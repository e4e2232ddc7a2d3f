#if os(Linux)
    import CQRencode

    extension CodeMatrix {
        nonisolated static func encode(_ text: String) -> [[Bool]]? {
            guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
            defer { QRcode_free(code) }
            let width = Int(code.pointee.width)
            guard let data = code.pointee.data else { return nil }
            return (0..<width).map { y in (0..<width).map { x in data[y * width + x] & 1 == 1 } }
        }
    }
#endif
