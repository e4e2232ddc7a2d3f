import ViewTree

/// What an element is to assistive technology.
public struct AccessibilityTraits: SetAlgebra, Sendable {
    /// A trait.
    public typealias Element = AccessibilityTraits
    /// A trait.
    public typealias ArrayLiteralElement = AccessibilityTraits
    var names: Set<String>
    init(_ name: String) { names = [name] }
    /// No traits.
    public init() { names = [] }
    /// A button.
    public static let isButton = AccessibilityTraits("button")
    /// A heading.
    public static let isHeader = AccessibilityTraits("heading")
    /// Selected.
    public static let isSelected = AccessibilityTraits("selected")
    /// A link.
    public static let isLink = AccessibilityTraits("link")
    /// A search field.
    public static let isSearchField = AccessibilityTraits("searchbox")
    /// A picture.
    public static let isImage = AccessibilityTraits("img")
    /// Plays a sound.
    public static let playsSound = AccessibilityTraits("sound")
    /// A key of a keyboard.
    public static let isKeyboardKey = AccessibilityTraits("key")
    /// Words.
    public static let isStaticText = AccessibilityTraits("text")
    /// A summary.
    public static let isSummaryElement = AccessibilityTraits("summary")
    /// Changes often.
    public static let updatesFrequently = AccessibilityTraits("live")
    /// Plays media.
    public static let startsMediaSession = AccessibilityTraits("media")
    /// Takes touches directly.
    public static let allowsDirectInteraction = AccessibilityTraits("direct")
    /// Turns pages.
    public static let causesPageTurn = AccessibilityTraits("page")
    /// Hides what is around it.
    public static let isModal = AccessibilityTraits("modal")
    /// A switch.
    public static let isToggle = AccessibilityTraits("switch")
    /// Both.
    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits {
        var copy = self
        copy.formUnion(other)
        return copy
    }
    /// Common ones.
    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        var copy = self
        copy.formIntersection(other)
        return copy
    }
    /// Those of one only.
    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        var copy = self
        copy.formSymmetricDifference(other)
        return copy
    }
    /// Adds.
    public mutating func formUnion(_ other: AccessibilityTraits) { names.formUnion(other.names) }
    /// Keeps common ones.
    public mutating func formIntersection(_ other: AccessibilityTraits) { names.formIntersection(other.names) }
    /// Keeps those of one only.
    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
        names.formSymmetricDifference(other.names)
    }
    /// Whether it has a trait.
    public func contains(_ member: AccessibilityTraits) -> Bool { member.names.isSubset(of: names) }
    /// Adds a trait.
    public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        let isNew = !contains(newMember)
        formUnion(newMember)
        return (isNew, newMember)
    }
    /// Removes a trait.
    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        guard contains(member) else { return nil }
        names.subtract(member.names)
        return member
    }
    /// Adds or replaces a trait.
    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        let old = contains(newMember)
        formUnion(newMember)
        return old ? newMember : nil
    }
}

/// What becomes of elements below.
public struct AccessibilityChildBehavior: Hashable, Sendable {
    let name: String
    /// They are left out.
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    /// They stay.
    public static let contain = AccessibilityChildBehavior(name: "contain")
    /// They are joined.
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

/// The kind of an act.
public struct AccessibilityActionKind: Equatable, Sendable {
    let name: String
    /// The usual act.
    public static let `default` = AccessibilityActionKind(name: "Activate")
    /// Leaves.
    public static let escape = AccessibilityActionKind(name: "Dismiss")
    /// Starts or stops.
    public static let magicTap = AccessibilityActionKind(name: "Magic Tap")
    /// An act with a name.
    public init(named name: Text) { self.name = name.words(in: nil) }
    init(name: String) { self.name = name }
}

/// The direction of an adjustment.
public enum AccessibilityAdjustmentDirection: Sendable {
    /// More.
    case increment
    /// Less.
    case decrement
}

/// How many levels a heading is deep.
public enum AccessibilityHeadingLevel: UInt, Sendable {
    /// Any.
    case unspecified
    /// First.
    case h1
    /// Second.
    case h2
    /// Third.
    case h3
    /// Fourth.
    case h4
    /// Fifth.
    case h5
    /// Sixth.
    case h6
}

nonisolated struct AccessibilityModifier: ViewModifier {
    typealias Body = Never
    let change: @MainActor (inout Decoration, EnvironmentValues) -> Void
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        node.child(0, content)
        var decoration = Decoration()
        modifier.change(&decoration, node.environment)
        node.decorateEach(decoration)
    }
}

nonisolated struct ElementModifier: ViewModifier {
    typealias Body = Never
    let children: AccessibilityChildBehavior
    @MainActor static func _evaluate<V: View>(_ modifier: Self, _ content: V, in node: _ViewNode) {
        let main = node.child(0, content)
        let serial = node.serial
        node.setAssembly {
            for box in main.output {
                var decoration = Decoration()
                decoration.accessibility.children = modifier.children.name
                if modifier.children == .combine {
                    let words = box.words.trimmingCharacters(in: .whitespaces)
                    if !words.isEmpty { decoration.attributes["data-words"] = words }
                }
                box.decorate(owner: serial, decoration)
            }
            return main.output
        }
    }
}

extension View {
    private nonisolated func accessible(
        _ change: @escaping @MainActor (inout Accessibility, EnvironmentValues) -> Void
    ) -> some View {
        modifier(AccessibilityModifier { change(&$0.accessibility, $1) })
    }
    private nonisolated func acting(_ name: String, _ handler: @escaping () -> Void) -> some View {
        nonisolated(unsafe) let handler = handler  // Made and called on the main actor.
        return modifier(
            AccessibilityModifier { decoration, _ in
                decoration.accessibility.actions = [name]
                decoration.facts["action:\(name)"] = { @MainActor in handler() }
            })
    }
    /// What it is called.
    public nonisolated func accessibilityLabel(_ label: Text) -> some View {
        accessible { $0.label = label.words(in: $1) }
    }
    /// What it is called.
    public nonisolated func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View {
        accessibilityLabel(Text(labelKey))
    }
    /// What it is called.
    @_disfavoredOverload public nonisolated func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
        accessibilityLabel(Text(label))
    }
    /// What its value is.
    public nonisolated func accessibilityValue(_ value: Text) -> some View {
        accessible { $0.value = value.words(in: $1) }
    }
    /// What its value is.
    public nonisolated func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View {
        accessibilityValue(Text(valueKey))
    }
    /// What its value is.
    @_disfavoredOverload public nonisolated func accessibilityValue<S: StringProtocol>(_ value: S) -> some View {
        accessibilityValue(Text(value))
    }
    /// What it does.
    public nonisolated func accessibilityHint(_ hint: Text) -> some View { accessible { $0.hint = hint.words(in: $1) } }
    /// What it does.
    public nonisolated func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View {
        accessibilityHint(Text(hintKey))
    }
    /// What it does.
    @_disfavoredOverload public nonisolated func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View {
        accessibilityHint(Text(hint))
    }
    /// A name for tests.
    public nonisolated func accessibilityIdentifier(_ identifier: String) -> some View {
        accessible { a, _ in a.identifier = identifier }
    }
    /// Whether it is left out.
    public nonisolated func accessibilityHidden(_ hidden: Bool) -> some View {
        accessible { a, _ in a.isHidden = hidden }
    }
    /// Adds traits.
    public nonisolated func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        accessible { a, _ in a.traits = traits.names }
    }
    /// Removes traits.
    public nonisolated func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
        accessible { a, _ in a.removedTraits = traits.names }
    }
    /// Makes one element.
    public nonisolated func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        modifier(ElementModifier(children: children))
    }
    /// An element with children made of views.
    public nonisolated func accessibilityChildren<V: View>(@ViewBuilder children: () -> V) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// The order among siblings.
    public nonisolated func accessibilitySortPriority(_ sortPriority: Double) -> some View {
        accessible { a, _ in a.sortPriority = sortPriority }
    }
    /// The level of a heading.
    public nonisolated func accessibilityHeading(_ level: AccessibilityHeadingLevel) -> some View {
        modifier(
            AccessibilityModifier { decoration, _ in
                decoration.attributes["aria-level"] = String(max(1, level.rawValue))
            })
    }
    /// An act with a name.
    public nonisolated func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        acting(name.words(in: nil), handler)
    }
    /// An act with a name.
    public nonisolated func accessibilityAction(
        named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void
    ) -> some View { acting(Text(nameKey).words(in: nil), handler) }
    /// An act with a name.
    @_disfavoredOverload public nonisolated func accessibilityAction<S: StringProtocol>(
        named name: S, _ handler: @escaping () -> Void
    ) -> some View { acting(String(name), handler) }
    /// An act of a kind.
    public nonisolated func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
    ) -> some View { acting(actionKind.name, handler) }
    /// Takes adjustments.
    public nonisolated func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View {
        acting("Increment") { handler(.increment) }.acting("Decrement") { handler(.decrement) }
    }
    /// Other names by voice.
    public nonisolated func accessibilityInputLabels(_ inputLabels: [Text]) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// Whether a large picture is shown at large sizes.
    public nonisolated func accessibilityShowsLargeContentViewer() -> some View { modifier(EmptyModifier.identity) }
    /// Whether colours are left when the screen is inverted.
    public nonisolated func accessibilityIgnoresInvertColors(_ active: Bool = true) -> some View {
        modifier(EmptyModifier.identity)
    }
    /// Words for a pointer that rests.
    public nonisolated func help(_ textKey: LocalizedStringKey) -> some View {
        nonisolated(unsafe) let textKey = textKey  // A value, read on the main actor.
        return modifier(
            AccessibilityModifier { decoration, environment in
                decoration.attributes["title"] = Text(textKey).words(in: environment)
            })
    }
}

/// What is said to assistive technology.
public enum AccessibilityNotification {
    /// Words.
    public struct Announcement: Sendable {
        let words: String
        /// Words as they are.
        public init(_ announcement: String) { words = announcement }
        /// Words with attributes.
        public init(_ announcement: AttributedString) { words = String(announcement.characters) }
        /// Says them.
        public func post() {
            let words = words
            MainQueue.run { ViewHost.current?.announce(words) }
        }
    }
    /// The screen is another.
    public struct ScreenChanged: Sendable {
        /// Creates the notification.
        public init() {}
        /// Says so.
        public func post() {}
    }
    /// The layout is another.
    public struct LayoutChanged: Sendable {
        /// Creates the notification.
        public init() {}
        /// Says so.
        public func post() {}
    }
}
