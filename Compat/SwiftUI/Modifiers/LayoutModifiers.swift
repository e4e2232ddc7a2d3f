import ViewTree

private func length(_ value: CGFloat?) -> Double? { value.map(Double.init) }

extension View {
    /// Adds space at edges.
    public nonisolated func padding(_ insets: EdgeInsets) -> some View {
        modifier(
            WrapModifier { box, _ in
                box.layout = .box
                var style = Style()
                if insets.top != 0 { style["padding-top"] = px(Double(insets.top)) }
                if insets.bottom != 0 { style["padding-bottom"] = px(Double(insets.bottom)) }
                if insets.leading != 0 { style["padding-inline-start"] = px(Double(insets.leading)) }
                if insets.trailing != 0 { style["padding-inline-end"] = px(Double(insets.trailing)) }
                box.classes = insets.top > 0 && insets.bottom > 0 ? "pad inset" : insets.top > 0 ? "pad insett" : "pad"
                box.style = style
            })
    }
    /// Adds space at edges.
    public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        let value = length ?? 16
        return padding(
            EdgeInsets(
                top: edges.contains(.top) ? value : 0, leading: edges.contains(.leading) ? value : 0,
                bottom: edges.contains(.bottom) ? value : 0, trailing: edges.contains(.trailing) ? value : 0))
    }
    /// Adds space at all edges.
    public nonisolated func padding(_ length: CGFloat) -> some View { padding(.all, length) }

    /// Sets a size.
    public nonisolated func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        modifier(
            WrapModifier { box, _ in
                box.layout = .frame(
                    width: width == nil ? .content : .fixed, height: height == nil ? .content : .fixed)
                var style = Style(("place-items", alignment.css))
                if let width = length(width) {
                    style["width"] = px(width)
                    style["min-width"] = px(width)
                }
                if let height = length(height) { style["height"] = px(height) }
                box.style = style
            })
    }

    /// Sets bounds of a size.
    public nonisolated func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        modifier(
            WrapModifier { box, _ in
                let bound = length(maxHeight).flatMap { $0.isFinite ? $0 : nil }
                box.layout = .frame(
                    width: maxWidth == nil ? .content : .greedy,
                    height: maxHeight == nil ? .content : bound == nil ? .greedy : .bounded)
                var style = Style(("place-items", alignment.css))
                if let value = length(minWidth), value.isFinite { style["min-width"] = px(value) }
                if let value = length(maxWidth), value.isFinite { style["max-width"] = px(value) }
                if let value = length(minHeight), value.isFinite { style["min-height"] = px(value) }
                // It would like to be as high as it may; a column that has less room takes it away again.
                if let bound {
                    style["height"] = px(bound)
                    style["max-height"] = px(bound)
                }
                box.style = style
            })
    }

    /// Fixes the view at its ideal size.
    public nonisolated func fixedSize(horizontal: Bool, vertical: Bool) -> some View {
        modifier(
            WrapModifier { box, _ in
                box.layout = .fixedSize(horizontal: horizontal, vertical: vertical)
                box.classes = (horizontal ? "fixh " : "") + (vertical ? "fixv" : "")
            })
    }
    /// Fixes the view at its ideal size.
    public nonisolated func fixedSize() -> some View { fixedSize(horizontal: true, vertical: true) }

    /// Who gets room first.
    public nonisolated func layoutPriority(_ value: Double) -> some View {
        modifier(DecorateModifier { if value != 0 { $0.classes.append(value > 0 ? "high" : "low") } })
    }
    /// Moves the picture of the view.
    public nonisolated func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        modifier(
            DecorateModifier {
                if x != 0 || y != 0 { $0.transforms = ["translate(\(px(Double(x))),\(px(Double(y))))"] }
            })
    }
    /// Moves the picture of the view.
    public nonisolated func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }
    /// Transparency.
    public nonisolated func opacity(_ opacity: Double) -> some View {
        modifier(DecorateModifier { if opacity != 1 { $0.opacity = opacity } })
    }
    /// Scales the picture of the view.
    public nonisolated func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
        scaleEffect(x: s, y: s, anchor: anchor)
    }
    /// Scales the picture of the view.
    public nonisolated func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
    }
    /// Scales the picture of the view.
    public nonisolated func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        modifier(
            DecorateModifier {
                if x != 1 || y != 1 { $0.transforms = ["scale(\(cssNumber(Double(x))),\(cssNumber(Double(y))))"] }
                if anchor != .center { $0.style["transform-origin"] = origin(anchor) }
            })
    }
    /// Turns the picture of the view.
    public nonisolated func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        modifier(
            DecorateModifier {
                if angle != .zero { $0.transforms = ["rotate(\(cssNumber(angle.degrees))deg)"] }
                if anchor != .center { $0.style["transform-origin"] = origin(anchor) }
            })
    }
    /// Turns the picture of the view in space.
    public nonisolated func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center,
        anchorZ: CGFloat = 0, perspective: CGFloat = 1
    ) -> some View {
        modifier(
            DecorateModifier {
                let numbers = [axis.x, axis.y, axis.z].map { cssNumber(Double($0)) }.joined(separator: ",")
                $0.transforms = ["perspective(800px)", "rotate3d(\(numbers),\(cssNumber(angle.degrees))deg)"]
            })
    }
    /// Keeps a proportion.
    public nonisolated func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        modifier(
            WrapModifier { box, _ in
                let own: Double? = box.children.first?.fact("ratio")
                box.layout = .fixedSize(horizontal: false, vertical: true)
                box.classes = contentMode == .fit ? "ratio fit" : "ratio cover"
                box.style = Style()
                if let ratio = aspectRatio.map(Double.init) ?? own { box.style["aspect-ratio"] = cssNumber(ratio) }
            })
    }
    /// Keeps a proportion.
    public nonisolated func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some View {
        self.aspectRatio(aspectRatio.width / aspectRatio.height, contentMode: contentMode)
    }
    /// Fits into the frame.
    public nonisolated func scaledToFit() -> some View { aspectRatio(contentMode: .fit) }
    /// Fills the frame.
    public nonisolated func scaledToFill() -> some View { aspectRatio(contentMode: .fill) }
    /// The order of overlapping views.
    public nonisolated func zIndex(_ value: Double) -> some View {
        modifier(
            DecorateModifier {
                $0.style["z-index"] = cssNumber(value)
                $0.style["position"] = "relative"
            })
    }
    /// Puts the centre at a point of the parent.
    public nonisolated func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
        modifier(
            WrapModifier { box, _ in
                box.layout = .greedy(width: true, height: true)
                box.classes = "positioned"
                box.style = Style(("--x", px(Double(x))), ("--y", px(Double(y))))
            })
    }
    /// Puts the centre at a point of the parent.
    public nonisolated func position(_ position: CGPoint) -> some View {
        self.position(x: position.x, y: position.y)
    }
    /// Keeps room, shows nothing.
    public nonisolated func hidden() -> some View { modifier(DecorateModifier { $0.style["visibility"] = "hidden" }) }

    /// Extends into the safe area.
    public nonisolated func ignoresSafeArea(
        _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
    ) -> some View {
        modifier(
            WrapModifier { box, _ in
                box.layout = .box
                var classes = "ign"
                if regions.contains(.container) {
                    if edges.contains(.top) { classes += " igt" }
                    if edges.contains(.bottom) { classes += " igb" }
                }
                box.classes = classes
            })
    }
    /// A bar at an edge, which the content avoids.
    public nonisolated func safeAreaInset<V: View>(
        edge: VerticalEdge, alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> V
    ) -> some View {
        modifier(InsetModifier(bar: content(), edge: edge, alignment: alignment, spacing: spacing))
    }
    /// Space that the content avoids.
    public nonisolated func safeAreaPadding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        padding(edges, length)
    }
    /// Space that the content of scroll views avoids.
    public nonisolated func contentMargins(
        _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
    ) -> some View {
        modifier(
            DecorateModifier {
                guard let length else { return }
                if edges.contains(.top) { $0.style["--mt"] = px(Double(length)) }
                if edges.contains(.bottom) { $0.style["--mb"] = px(Double(length)) }
                if edges.contains(.leading) { $0.style["--ml"] = px(Double(length)) }
                if edges.contains(.trailing) { $0.style["--mr"] = px(Double(length)) }
            })
    }
    /// A size relative to the container.
    public nonisolated func containerRelativeFrame(_ axes: Axis.Set, alignment: Alignment = .center) -> some View {
        modifier(
            WrapModifier { box, environment in
                let horizontal = axes.contains(.horizontal)
                let vertical = axes.contains(.vertical)
                box.layout = .frame(width: horizontal ? .fixed : .content, height: vertical ? .fixed : .content)
                box.style = Style(("place-items", alignment.css))
                if horizontal { box.style["width"] = px(Double(environment.builtin.size.width)) }
                if vertical {
                    let area = environment.builtin.safeArea
                    box.style["height"] = px(Double(environment.builtin.size.height - area.top - area.bottom))
                }
            })
    }
}

/// Where content margins apply.
public struct ContentMarginPlacement: Sendable {
    /// Where it fits.
    public static let automatic = ContentMarginPlacement()
    /// At the content.
    public static let scrollContent = ContentMarginPlacement()
    /// At the indicators.
    public static let scrollIndicators = ContentMarginPlacement()
}

/// Parts of the safe area.
public struct SafeAreaRegions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Bars and corners.
    public static let container = SafeAreaRegions(rawValue: 1)
    /// The keyboard.
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    /// Everything.
    public static let all = SafeAreaRegions(rawValue: .max)
}

private func origin(_ point: UnitPoint) -> String {
    "\(cssNumber(Double(point.x) * 100))% \(cssNumber(Double(point.y) * 100))%"
}

nonisolated struct InsetModifier<Bar: View>: ViewModifier {
    typealias Body = Never
    let bar: Bar
    let edge: VerticalEdge
    let alignment: HorizontalAlignment
    let spacing: CGFloat?

    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let main = node.child(0, content)
        let bar = node.child(1, modifier.bar)
        let box = node.box(classes: "insetbar", layout: .column)
        box.style = Style(("align-items", modifier.alignment.css), ("gap", px(Double(modifier.spacing ?? 0))))
        let content = node.keep(-2) { RenderNode(tree: node.host.tree, layout: .greedy(width: true, height: true)) }
        content.classes = "box"
        node.setAssembly {
            content.setChildren(main.output)
            box.setChildren(modifier.edge == .top ? bar.output + [content] : [content] + bar.output)
            return [box]
        }
    }
}
