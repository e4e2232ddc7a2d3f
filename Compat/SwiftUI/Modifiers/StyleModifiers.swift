import ViewTree

nonisolated struct PaintModifier<S: ShapeStyle>: ViewModifier {
    typealias Body = Never
    let style: S
    let key: WritableKeyPath<EnvironmentValues, Paint?>
    let second: AnyShapeStyle?

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let paint = modifier.style.paint(in: node.environment)
        node.child(0, content, environment: node.changed(EnvironmentModifier(modifier.key, paint)))
    }
}

extension EnvironmentValues {
    var foregroundPaint: Paint? {
        get { builtin.foreground }
        set { builtin.foreground = newValue }
    }
    var tintPaint: Paint? {
        get { builtin.tint }
        set { builtin.tint = newValue }
    }
}

extension View {
    nonisolated func setting<Value>(
        _ keyPath: WritableKeyPath<BuiltinValues, Value>, _ value: Value
    ) -> ModifiedContent<Self, EnvironmentModifier> {
        let path: WritableKeyPath<EnvironmentValues, BuiltinValues> = \.builtin
        return modifier(EnvironmentModifier(path.appending(path: keyPath), value))
    }

    /// Sets a value of the environment.
    public nonisolated func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        modifier(EnvironmentModifier(keyPath, value))
    }
    /// Puts an observable object into the environment.
    public nonisolated func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        modifier(EnvironmentModifier(\EnvironmentValues[ObjectOf<T>()], object))
    }
    /// Changes a value of the environment.
    public nonisolated func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some View {
        modifier(EnvironmentModifier(transform: { transform(&$0[keyPath: keyPath]) }))
    }

    /// The default font.
    public nonisolated func font(_ font: Font?) -> some View { setting(\.font, font) }
    /// The default weight.
    public nonisolated func fontWeight(_ weight: Font.Weight?) -> some View { setting(\.fontWeight, weight) }
    /// The default design.
    public nonisolated func fontDesign(_ design: Font.Design?) -> some View { setting(\.fontDesign, design) }
    /// Bold.
    public nonisolated func bold(_ isActive: Bool = true) -> some View {
        setting(\.fontWeight, isActive ? .bold : nil)
    }
    /// Italic.
    public nonisolated func italic(_ isActive: Bool = true) -> some View { setting(\.isItalic, isActive) }
    /// Of one width.
    public nonisolated func monospaced(_ isActive: Bool = true) -> some View { setting(\.isMonospaced, isActive) }
    /// Figures of one width.
    public nonisolated func monospacedDigit() -> some View { setting(\.monospacedDigits, true) }
    /// Space between letters.
    public nonisolated func tracking(_ tracking: CGFloat) -> some View { setting(\.tracking, tracking) }
    /// Space between pairs of letters.
    public nonisolated func kerning(_ kerning: CGFloat) -> some View { setting(\.kerning, kerning) }
    /// A line under words.
    public nonisolated func underline(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { setting(\.underline, isActive) }
    /// A line through words.
    public nonisolated func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { setting(\.strikethrough, isActive) }
    /// Upper or lower case.
    public nonisolated func textCase(_ textCase: Text.Case?) -> some View { setting(\.textCase, textCase) }
    /// How many lines text may have.
    public nonisolated func lineLimit(_ number: Int?) -> some View { setting(\.lineLimit, number) }
    /// How many lines text may have.
    public nonisolated func lineLimit(_ limit: ClosedRange<Int>) -> some View { setting(\.lineLimit, limit.upperBound) }
    /// How many lines text may have.
    public nonisolated func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View {
        setting(\.lineLimit, limit.upperBound)
    }
    /// How many lines text has at least.
    public nonisolated func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { setting(\.lineLimit, nil) }
    /// How many lines text may have, and whether it keeps room for them.
    public nonisolated func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View {
        setting(\.lineLimit, limit).setting(\.reservesLines, reservesSpace)
    }
    /// Where text is cut.
    public nonisolated func truncationMode(_ mode: Text.TruncationMode) -> some View { setting(\.truncation, mode) }
    /// How lines are aligned.
    public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        setting(\.textAlignment, alignment)
    }
    /// Space between lines.
    public nonisolated func lineSpacing(_ lineSpacing: CGFloat) -> some View { setting(\.lineSpacing, lineSpacing) }
    /// How far text may shrink.
    public nonisolated func minimumScaleFactor(_ factor: CGFloat) -> some View { setting(\.minimumScale, factor) }
    /// Whether text lets itself be tightened.
    public nonisolated func allowsTightening(_ flag: Bool) -> some View { setting(\.tracking, nil) }
    /// Whether text can be selected.
    public nonisolated func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
        setting(\.isSelectable, S.allowsSelection)
    }
    /// The reader's type size.
    public nonisolated func dynamicTypeSize(_ size: DynamicTypeSize) -> some View {
        setting(\.typeSize, size).setting(\.typeRange, size...size)
    }
    /// Bounds of the reader's type size.
    public nonisolated func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View
    where T.Bound == DynamicTypeSize {
        let all = DynamicTypeSize.allCases.filter { range.contains($0) }
        return setting(\.typeRange, (all.first ?? .xSmall)...(all.last ?? .accessibility5))
    }
    /// The size of symbols.
    public nonisolated func imageScale(_ scale: Image.Scale) -> some View { setting(\.imageScale, scale) }
    /// How a symbol uses its colours.
    public nonisolated func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// The form of symbols.
    public nonisolated func symbolVariant(_ variant: SymbolVariants) -> some View { modifier(EmptyModifier.identity) }

    /// The style of words and symbols.
    public nonisolated func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        modifier(PaintModifier(style: style, key: \.foregroundPaint, second: nil))
    }
    /// The styles of words and symbols.
    public nonisolated func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(
        _ primary: S1, _ secondary: S2
    ) -> some View {
        modifier(PaintModifier(style: primary, key: \.foregroundPaint, second: AnyShapeStyle(secondary)))
    }
    /// The colour of words and symbols.
    public nonisolated func foregroundColor(_ color: Color?) -> some View {
        modifier(EnvironmentModifier(\.foregroundPaint, color.map { Paint(color: $0.css) }))
    }
    /// The tint of controls.
    public nonisolated func tint<S: ShapeStyle>(_ tint: S) -> some View {
        modifier(PaintModifier(style: tint, key: \.tintPaint, second: nil))
    }
    /// The tint of controls.
    public nonisolated func tint(_ tint: Color?) -> some View {
        modifier(EnvironmentModifier(\.tintPaint, tint.map { Paint(color: $0.css) }))
    }

    /// A view behind.
    public nonisolated func background<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View {
        modifier(LayerModifier(layer: content(), alignment: alignment, isBehind: true))
    }
    /// The window's ground behind.
    public nonisolated func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        background(BackgroundStyle(), ignoresSafeAreaEdges: edges)
    }
    /// A style behind, up to the edges of the screen.
    public nonisolated func background<S: ShapeStyle>(
        _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
    ) -> some View {
        modifier(
            LayerModifier(layer: FilledStyle(style: style), alignment: .center, isBehind: true, fills: !edges.isEmpty))
    }
    /// A view behind.
    @_disfavoredOverload public nonisolated func background<Background: View>(
        _ background: Background, alignment: Alignment = .center
    ) -> some View {
        modifier(LayerModifier(layer: background, alignment: alignment, isBehind: true))
    }
    /// A style in a shape behind.
    public nonisolated func background<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View {
        modifier(LayerModifier(layer: shape.fill(style), alignment: .center, isBehind: true))
    }
    /// The window's ground in a shape behind.
    public nonisolated func background<S: Shape>(in shape: S, fillStyle: FillStyle = FillStyle()) -> some View {
        background(BackgroundStyle(), in: shape, fillStyle: fillStyle)
    }
    /// A view before.
    public nonisolated func overlay<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View {
        modifier(LayerModifier(layer: content(), alignment: alignment, isBehind: false))
    }
    /// A style before, up to the edges of the screen.
    public nonisolated func overlay<S: ShapeStyle>(
        _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
    ) -> some View {
        modifier(LayerModifier(layer: FilledStyle(style: style), alignment: .center, isBehind: false, fills: true))
    }
    /// A view before.
    @_disfavoredOverload public nonisolated func overlay<Overlay: View>(
        _ overlay: Overlay, alignment: Alignment = .center
    ) -> some View {
        modifier(LayerModifier(layer: overlay, alignment: alignment, isBehind: false))
    }
    /// A style in a shape before.
    public nonisolated func overlay<S: ShapeStyle, T: Shape>(
        _ style: S, in shape: T, fillStyle: FillStyle = FillStyle()
    ) -> some View {
        modifier(LayerModifier(layer: shape.fill(style), alignment: .center, isBehind: false))
    }
    /// Cuts the view in a shape.
    public nonisolated func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        modifier(
            WrapModifier { box, _ in
                box.layout = .box
                box.classes = "clip"
                box.style = shape._outline.css
            })
    }
    /// Cuts the view at its bounds.
    public nonisolated func clipped(antialiased: Bool = false) -> some View { clipShape(Rectangle()) }
    /// Cuts the view's corners.
    public nonisolated func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View {
        clipShape(RoundedRectangle(cornerRadius: radius))
    }
    /// Shows the view only where a mask is.
    public nonisolated func mask<Mask: View>(
        alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask
    ) -> some View { modifier(MaskModifier(mask: mask())) }
    /// A border.
    public nonisolated func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View {
        overlay(Rectangle().strokeBorder(content, lineWidth: width))
    }
    /// A shadow.
    public nonisolated func shadow(
        color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View {
        modifier(
            DecorateModifier {
                $0.filters = [
                    "drop-shadow(\(px(Double(x))) \(px(Double(y))) \(px(Double(radius))) \(color.css))"
                ]
            })
    }
    /// A blur.
    public nonisolated func blur(radius: CGFloat, opaque: Bool = false) -> some View {
        modifier(DecorateModifier { if radius > 0 { $0.filters = ["blur(\(px(Double(radius))))"] } })
    }
    /// Less or more colour.
    public nonisolated func saturation(_ amount: Double) -> some View {
        modifier(DecorateModifier { $0.filters = ["saturate(\(cssNumber(amount)))"] })
    }
    /// More or less light.
    public nonisolated func brightness(_ amount: Double) -> some View {
        modifier(DecorateModifier { $0.filters = ["brightness(\(cssNumber(1 + amount)))"] })
    }
    /// Without colour.
    public nonisolated func grayscale(_ amount: Double) -> some View {
        modifier(DecorateModifier { $0.filters = ["grayscale(\(cssNumber(amount)))"] })
    }
    /// More or less contrast.
    public nonisolated func contrast(_ amount: Double) -> some View {
        modifier(DecorateModifier { $0.filters = ["contrast(\(cssNumber(amount)))"] })
    }
    /// Composes the view before effects.
    public nonisolated func compositingGroup() -> some View {
        modifier(DecorateModifier { $0.style["isolation"] = "isolate" })
    }
    /// Draws the view as one picture.
    public nonisolated func drawingGroup(opaque: Bool = false) -> some View { compositingGroup() }
    /// Hides content behind placeholders.
    public nonisolated func redacted(reason: RedactionReasons) -> some View { setting(\.redaction, reason) }
    /// Shows content again.
    public nonisolated func unredacted() -> some View { setting(\.redaction, []) }
    /// Marks content as private.
    public nonisolated func privacySensitive(_ sensitive: Bool = true) -> some View {
        modifier(PrivacyModifier(isSensitive: sensitive))
    }
    /// The scheme of this view's window.
    public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        modifier(SchemeModifier(scheme: colorScheme))
    }
    /// Whether controls react.
    public nonisolated func disabled(_ disabled: Bool) -> some View { modifier(DisabledModifier(isDisabled: disabled)) }
    /// The size of controls.
    public nonisolated func controlSize(_ controlSize: ControlSize) -> some View { setting(\.controlSize, controlSize) }
    /// An identity of one's own.
    public nonisolated func id<ID: Hashable>(_ id: ID) -> some View { modifier(IdentityModifier(id: AnyHashable(id))) }
    /// A tag for selections.
    public nonisolated func tag<V: Hashable>(_ tag: V) -> some View { modifier(TagModifier(tag: AnyHashable(tag))) }
    /// Whether the view takes touches.
    public nonisolated func allowsHitTesting(_ enabled: Bool) -> some View {
        modifier(DecorateModifier { if !enabled { $0.classes.append("nohit") } })
    }
    /// The shape that takes touches.
    public nonisolated func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View {
        modifier(DecorateModifier { $0.classes.append("hit") })
    }
    /// The shape that takes touches, for a purpose.
    public nonisolated func contentShape<S: Shape>(
        _ kind: ContentShapeKinds, _ shape: S, eoFill: Bool = false
    ) -> some View {
        modifier(DecorateModifier { $0.classes.append("hit") })
    }
    /// Hides the status bar.
    public nonisolated func statusBarHidden(_ hidden: Bool = true) -> some View { modifier(EmptyModifier.identity) }
    /// Hides the home indicator.
    public nonisolated func persistentSystemOverlays(_ visibility: Visibility) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// The effect of a pointer above the view.
    public nonisolated func hoverEffect(_ effect: HoverEffect = .automatic) -> some View {
        modifier(DecorateModifier { $0.classes.append("hoverable") })
    }
    /// Told when a pointer comes and goes.
    public nonisolated func onHover(perform action: @escaping (Bool) -> Void) -> some View {
        nonisolated(unsafe) let action = action  // Made and called on the main actor.
        return modifier(DecorateModifier { $0.handlers[.hover] = { action($0.number > 0) } })
    }
}

/// How symbols use their colours.
public struct SymbolRenderingMode: Sendable {
    /// One colour.
    public static let monochrome = SymbolRenderingMode()
    /// Their own colours.
    public static let multicolor = SymbolRenderingMode()
    /// Levels of one colour.
    public static let hierarchical = SymbolRenderingMode()
    /// Several colours.
    public static let palette = SymbolRenderingMode()
}

/// The forms of symbols.
public struct SymbolVariants: Hashable, Sendable {
    let name: String
    /// As named.
    public static let none = SymbolVariants(name: "")
    /// Filled.
    public static let fill = SymbolVariants(name: "fill")
    /// In a circle.
    public static let circle = SymbolVariants(name: "circle")
    /// Crossed out.
    public static let slash = SymbolVariants(name: "slash")
}

/// What a shape of touches is for.
public struct ContentShapeKinds: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a set.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Touches.
    public static let interaction = ContentShapeKinds(rawValue: 1)
    /// Dragging.
    public static let dragPreview = ContentShapeKinds(rawValue: 2)
    /// Context menus.
    public static let contextMenuPreview = ContentShapeKinds(rawValue: 4)
    /// Pointers.
    public static let hoverEffect = ContentShapeKinds(rawValue: 8)
}

/// The effect of a pointer above a view.
public struct HoverEffect: Sendable {
    /// As it fits.
    public static let automatic = HoverEffect()
    /// A highlight.
    public static let highlight = HoverEffect()
    /// A lift.
    public static let lift = HoverEffect()
}

/// Whether something is seen.
public enum Visibility: Hashable, CaseIterable, Sendable {
    /// As it fits.
    case automatic
    /// Yes.
    case visible
    /// No.
    case hidden
}

/// Whether text can be selected.
public protocol TextSelectability {
    /// Whether it can.
    static var allowsSelection: Bool { get }
}

/// Text that can be selected.
public struct EnabledTextSelectability: TextSelectability {
    /// Yes.
    public static let allowsSelection = true
}

/// Text that can't be selected.
public struct DisabledTextSelectability: TextSelectability {
    /// No.
    public static let allowsSelection = false
}

extension TextSelectability where Self == EnabledTextSelectability {
    /// Text that can be selected.
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    /// Text that can't be selected.
    public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}

struct ObjectOf<T: AnyObject & Observable>: Hashable, Sendable {}

extension EnvironmentValues {
    subscript<T: AnyObject & Observable>(_ object: ObjectOf<T>) -> T? {
        get { self[T.self] }
        set { self[T.self] = newValue }
    }
}

nonisolated struct FilledStyle<S: ShapeStyle>: View {
    let style: S
    typealias Body = Never
    nonisolated init(style: S) { self.style = style }
    @MainActor static func _evaluate(_ view: Self, in node: _ViewNode) { paintFill(view.style, in: node) }
}

nonisolated struct MaskModifier<Mask: View>: ViewModifier {
    typealias Body = Never
    let mask: Mask
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        var traits = Decoration()
        // A gradient masks by its alpha; other masks show the whole view.
        if let gradient = modifier.mask as? LinearGradient {
            traits.style["mask-image"] = gradient.paint(in: node.environment).background
        }
        node.decorateEach(traits)
    }
}

nonisolated struct PrivacyModifier: ViewModifier {
    typealias Body = Never
    let isSensitive: Bool
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let hides = modifier.isSensitive && node.environment.redactionReasons.contains(.privacy)
        node.child(
            0, content, environment: hides ? nil : node.childEnvironment { $0.builtin.redaction.remove(.privacy) })
    }
}

nonisolated struct DisabledModifier: ViewModifier {
    typealias Body = Never
    let isDisabled: Bool
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let enabled = node.environment.isEnabled && !modifier.isDisabled
        node.child(0, content, environment: node.changed(EnvironmentModifier(\.isEnabled, enabled)))
        var decoration = Decoration()
        if !enabled {
            decoration.attributes["aria-disabled"] = "true"
            decoration.classes.append("off")
        }
        node.decorateEach(decoration)
    }
}

nonisolated struct SchemeModifier: ViewModifier {
    typealias Body = Never
    let scheme: ColorScheme?
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        // What lies over the screen (sheets, dialogs, menus, the device's own bars) takes the scheme, too.
        let (host, serial) = (node.host, node.serial)
        host.prefer(modifier.scheme, owner: serial)
        _ = node.keep(-2) {
            node.onDispose { host.prefer(nil, owner: serial) }
            return Box(true)
        }
        guard let scheme = modifier.scheme else {
            node.child(0, content)
            node.decorateEach(Decoration())
            return
        }
        node.child(0, content, environment: node.changed(EnvironmentModifier(\.colorScheme, scheme)))
        var decoration = Decoration()
        decoration.attributes["data-scheme"] = scheme == .dark ? "dark" : "light"
        node.decorateEach(decoration)
    }
}

nonisolated struct IdentityModifier: ViewModifier {
    typealias Body = Never
    let id: AnyHashable
    @MainActor static func _traits(_ modifier: Self, into traits: inout _ViewTraits) { traits.identifier = modifier.id }
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let last = node.keep(-3) { Box(modifier.id) }
        if last.value != modifier.id {
            last.value = modifier.id
            node.removeChild(0)
        }
        node.child(0, content)
        var decoration = Decoration()
        decoration.facts["id"] = modifier.id
        decoration.attributes["data-scroll"] = scrollKey(modifier.id)
        node.decorateEach(decoration)
    }
}

/// The name under which the page finds a view to scroll to.
func scrollKey(_ id: AnyHashable) -> String { String(describing: id.base) }

final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
}

nonisolated struct TagModifier: ViewModifier {
    typealias Body = Never
    let tag: AnyHashable
    @MainActor static func _traits(_ modifier: Self, into traits: inout _ViewTraits) { traits.tag = modifier.tag }
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        var decoration = Decoration()
        decoration.facts["tag"] = modifier.tag
        node.decorateEach(decoration)
    }
}
