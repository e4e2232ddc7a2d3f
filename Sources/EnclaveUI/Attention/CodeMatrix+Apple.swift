#if !os(Linux)
    import CoreImage
    import CoreImage.CIFilterBuiltins

    extension CodeMatrix {
        nonisolated static func encode(_ text: String) -> [[Bool]]? {
            let filter = CIFilter.qrCodeGenerator()
            filter.message = Data(text.utf8)
            filter.correctionLevel = "L"
            guard let image = filter.outputImage, let bitmap = CIContext().createCGImage(image, from: image.extent),
                let data = bitmap.dataProvider?.data as Data?
            else { return nil }
            // One pixel per module, with a margin of one.
            let bytesPerPixel = bitmap.bitsPerPixel / 8
            return (1..<bitmap.height - 1).map { y in
                (1..<bitmap.width - 1).map { x in data[y * bitmap.bytesPerRow + x * bytesPerPixel] < 128 }
            }
        }
    }
#endif
