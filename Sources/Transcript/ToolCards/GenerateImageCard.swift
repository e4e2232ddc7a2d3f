import CollabWire

/// `generate_image`: a picture from words.
public enum GenerateImageCard: ToolCardKind {
    /// `generate_image`.
    public static let names = ["generate_image"]

    /// The subject, the shape, how many changes.
    public static func summary(_ input: ToolCardInput) -> [CardText] {
        var line: [CardText] = []
        if let subject = input.text("subject") ?? input.text("prompt"), !subject.isEmpty {
            line.append(CardText(CardFormat.line(subject, limit: 80)))
        } else if input["subject"] != nil {
            line.append(CardFormat.invalid("subject"))
        }
        if let aspect = input.text("aspect_ratio") { line.append(CardFormat.badge(aspect)) }
        let changes = (input["changes"].map { Array($0.elements) } ?? []).count
        if changes > 0 { line.append(CardFormat.badge("edit ×\(changes)", .accent)) }
        return line
    }

    /// The prompt's parts, changes and inputs, who made it, the pictures, where they are.
    public static func body(_ input: ToolCardInput) -> [CardBlock] {
        var blocks = CardFormat.facts(
            fields.map { key, label in
                guard let value = input[key], !value.isNull else { return nil }
                return value.stringValue.map { CardFact(label, $0) }
                    ?? CardFact(label, "[invalid \(label)]", tone: .failure)
            })
        blocks += CardFormat.rows(
            (input["changes"].map { Array($0.elements) } ?? []).map { change in
                CardRow("change", texts: [change.stringValue.map { CardText($0) } ?? CardFormat.invalid("change")])
            })
        blocks += CardFormat.rows(
            (input["input"].map { Array($0.elements) } ?? []).map { CardRow("input", texts: [source($0)]) })
        blocks += CardFormat.badges([
            input.detailText("provider").map { CardFormat.badge($0) },
            input.detailText("model").map { CardFormat.badge($0) },
        ])
        if let revised = input.detailText("revisedPrompt"), !revised.isEmpty {
            blocks.append(.note("revised: \(CardFormat.cut(revised, limit: 400))", tone: .muted))
        }
        let pictures = images(input)
        if !pictures.isEmpty { blocks.append(.images(pictures)) }
        blocks += CardFormat.rows(
            (input.detail("imagePaths")?.strings ?? []).map {
                CardRow("saved", texts: [CardText(CardFormat.path($0), .path)])
            })
        return pictures.isEmpty || input.isError ? blocks + input.outputBlocks() : blocks + input.noteBlocks
    }

    /// Pictures of the result and of its details: hosts keep the latter out of the model's sight.
    public static func images(_ input: ToolCardInput) -> [CardImage] {
        let caption = input.text("subject") ?? input.detailText("revisedPrompt")
        var pictures = input.resultImages.map { CardImage($0.image, caption: caption) }
        for picture in input.detail("images")?.objects ?? [] {
            guard let data = picture["data"], data.isString else { continue }
            let image = ImageBlock(mimeType: picture["mimeType"]?.stringValue, data: data)
            pictures.append(CardImage(image, caption: caption))
        }
        return pictures
    }

    private static func source(_ input: JSONText) -> CardText {
        guard input.isObject else { return CardFormat.invalid("input") }
        if let path = input["path"]?.stringValue { return CardText(CardFormat.path(path), .path) }
        if let type = input["mime_type"]?.stringValue { return CardText("base64 image (\(type))") }
        return CardText("base64 image")
    }

    private static let fields = [
        ("subject", "subject"), ("prompt", "prompt"), ("action", "action"), ("scene", "scene"),
        ("composition", "composition"), ("lighting", "lighting"), ("style", "style"), ("text", "text"),
        ("aspect_ratio", "aspect"), ("image_size", "size"),
    ]
}
