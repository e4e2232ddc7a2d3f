import ViewTree

/// A picture or a symbol.
public struct Image: Equatable, Sendable {
    /// The size of a symbol relative to text.
    public enum Scale: Hashable, Sendable {
        /// Small.
        case small
        /// As text.
        case medium
        /// Large.
        case large
    }
    /// How a symbol is coloured.
    public enum TemplateRenderingMode: Hashable, Sendable {
        /// By the foreground.
        case template
        /// By itself.
        case original
    }
    /// How an image fills its frame.
    public enum ResizingMode: Hashable, Sendable {
        /// Again and again.
        case tile
        /// Once, stretched.
        case stretch
    }
    /// How pixels are smoothed.
    public enum Interpolation: Hashable, Sendable {
        /// Not at all.
        case none
        /// A little.
        case low
        /// More.
        case medium
        /// Most.
        case high
    }

    enum Source: Equatable, Sendable {
        case symbol(String)
        case asset(String)
        case data(Data, CGSize)
    }

    let source: Source
    var label: String?
    var isDecorative = false
    var isResizable = false
    var isPixelated = false
    var mode: TemplateRenderingMode?

    init(source: Source) { self.source = source }

    /// A symbol of the system.
    public init(systemName: String) { source = .symbol(systemName) }
    /// An image of the asset catalog.
    public init(_ name: String, bundle: Bundle? = nil) { source = .asset(name) }
    /// An image of the asset catalog without meaning to VoiceOver.
    public init(decorative name: String, bundle: Bundle? = nil) {
        source = .asset(name)
        isDecorative = true
    }

    /// Bytes of a picture.
    @_spi(Preview) public init(data: Data, size: CGSize) { source = .data(data, size) }

    private func with(_ change: (inout Image) -> Void) -> Image {
        var copy = self
        change(&copy)
        return copy
    }

    /// Lets the image fill its frame.
    public func resizable(
        capInsets: EdgeInsets = EdgeInsets(), resizingMode: Image.ResizingMode = .stretch
    ) -> Image {
        with { $0.isResizable = true }
    }
    /// How the image is coloured.
    public func renderingMode(_ renderingMode: Image.TemplateRenderingMode?) -> Image {
        with { $0.mode = renderingMode }
    }
    /// How pixels are smoothed.
    public func interpolation(_ interpolation: Image.Interpolation) -> Image {
        with { $0.isPixelated = interpolation == .none }
    }
    /// Whether edges are smoothed.
    public func antialiased(_ isAntialiased: Bool) -> Image { self }

    var inlineHTML: String {
        if case .symbol(let name) = source { return "<span class=\"sym\">\(Symbols.svg(name))</span>" }
        return ""
    }
}

extension Image: View {
    /// None.
    public typealias Body = Never

    /// How the view graph brings a place up to date.
    @MainActor public static func _evaluate(_ view: Self, in node: _ViewNode) {
        let environment = node.environment
        let builtin = environment.builtin
        switch view.source {
        case .symbol(let name):
            let box = node.box(
                classes: "sym", layout: view.isResizable ? .greedy(width: true, height: true) : .rigid)
            var style = Style()
            if view.isResizable {
                box.classes = "sym fit"
            } else {
                var font = builtin.font ?? .body
                if let weight = builtin.fontWeight { font.weightValue = weight }
                let scale = builtin.imageScale == .small ? 0.8 : builtin.imageScale == .large ? 1.28 : 1
                for (property, value) in font.css(environment.dynamicTypeSize)
                where property == "font-size" || property == "font-weight" {
                    style[property] = property == "font-size" ? px((Double(value.dropLast(2)) ?? 17) * scale) : value
                }
                if let weight = font.weightValue { style["--sw"] = cssNumber(symbolStroke(weight)) }
                box.classes = "sym"
            }
            if let paint = builtin.foreground { style["color"] = paint.color }
            let drawing = Symbols.svg(name)
            // What is cut out of a filled symbol shows the ground, which may be dark on a light device: the island is.
            if drawing.contains("class=\"k\"") {
                style["--ground"] = environment.colorScheme == .dark ? "#000" : "#fff"
            }
            box.style = style
            box.content = .html(drawing)
            box.attributes["data-symbol"] = name
            box.attributes["aria-hidden"] = "true"
            node.leaf(box)
        case .asset(let name):
            let box = node.box(
                classes: "asset", layout: view.isResizable ? .greedy(width: true, height: true) : .rigid)
            box.attributes["data-asset"] = name
            if view.isDecorative { box.attributes["aria-hidden"] = "true" } else { box.role = "img" }
            if !view.isDecorative { box.attributes["aria-label"] = name }
            node.leaf(box)
        case .data(let data, let size):
            let box = node.box(
                tag: "img", classes: "pic",
                layout: view.isResizable ? .greedy(width: true, height: true) : .rigid)
            let source = "data:\(mediaType(data));base64,\(data.base64EncodedString())"
            if box.attributes["src"] != source { box.attributes["src"] = source }
            box.attributes["alt"] = view.label ?? ""
            box.content = .text("")
            box.style = view.isResizable ? Style() : Style(("width", px(size.width)), ("height", px(size.height)))
            if view.isPixelated { box.style["image-rendering"] = "pixelated" }
            box.facts["ratio"] = size.height > 0 ? Double(size.width / size.height) : 1
            node.leaf(box)
        }
    }

    private static func symbolStroke(_ weight: Font.Weight) -> Double {
        1.2 + Double(weight.value - 200) / 350
    }
}

/// The media type of a picture, told by its first bytes.
func mediaType(_ data: Data) -> String {
    let start = [UInt8](data.prefix(4))
    if start == [0x89, 0x50, 0x4E, 0x47] { return "image/png" }
    if start.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
    if start.starts(with: [0x47, 0x49, 0x46]) { return "image/gif" }
    if start.starts(with: [0x52, 0x49, 0x46, 0x46]) { return "image/webp" }
    if start.first == 0x3C { return "image/svg+xml" }
    return "application/octet-stream"
}
