// After Apple's documentation of ShareLink and SharePreview; Compat has the rest of both.
extension Image: Transferable {}

extension SharePreview where Image: Transferable, Icon == Never {
    public init(_ titleKey: LocalizedStringKey, image: Image) { fatalError() }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, image: Image) { fatalError() }
    public init(_ title: Text, image: Image) { fatalError() }
}

extension ShareLink {
    public init<I: Transferable>(
        item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<I> { fatalError() }
}
