import ViewTree

/// A key of a value in the environment.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value where nobody set one.
    static var defaultValue: Self.Value { get }
}

/// Values that flow down the view hierarchy.
public struct EnvironmentValues {
    final class Storage {
        var custom: [ObjectIdentifier: Any] = [:]
        var builtin = BuiltinValues()
        init() {}
        init(copying other: Storage) {
            custom = other.custom
            builtin = other.builtin
        }
    }

    private var storage = Storage()

    /// Creates an environment of defaults.
    public init() {}

    /// The value of a key.
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { storage.custom[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set {
            unshare()
            storage.custom[ObjectIdentifier(key)] = newValue
        }
    }

    /// The observable object of a type.
    public subscript<T: AnyObject & Observable>(objectType: T.Type) -> T? {
        get { storage.custom[ObjectIdentifier(objectType)] as? T }
        set {
            unshare()
            storage.custom[ObjectIdentifier(objectType)] = newValue
        }
    }

    var builtin: BuiltinValues {
        get { storage.builtin }
        set {
            unshare()
            storage.builtin = newValue
        }
    }

    private mutating func unshare() {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(copying: storage) }
    }

    func isIdentical(to other: EnvironmentValues) -> Bool { storage === other.storage }
}

/// The stand-in's own values, in one place so that copying them is one copy.
struct BuiltinValues {
    var font: Font?
    var fontWeight: Font.Weight?
    var fontDesign: Font.Design?
    var isItalic = false
    var isMonospaced = false
    var monospacedDigits = false
    var foreground: Paint?
    var tint: Paint?
    var lineLimit: Int?
    var reservesLines = false
    var truncation: Text.TruncationMode = .tail
    var textAlignment: TextAlignment = .leading
    var lineSpacing: CGFloat = 0
    var minimumScale: CGFloat = 1
    var tracking: CGFloat?
    var kerning: CGFloat?
    var textCase: Text.Case?
    var underline: Bool?
    var strikethrough: Bool?
    var isSelectable = false
    var colorScheme: ColorScheme = .light
    var contrast: ColorSchemeContrast = .standard
    var typeSize: DynamicTypeSize = .large
    var typeRange: ClosedRange<DynamicTypeSize> = .xSmall ... .accessibility5
    var reduceMotion = false
    var reduceTransparency = false
    var differentiateWithoutColor = false
    var voiceOver = false
    var horizontal: UserInterfaceSizeClass? = .compact
    var vertical: UserInterfaceSizeClass? = .regular
    var scenePhase: ScenePhase = .active
    var locale = Locale(identifier: "en_US")
    var calendar = Calendar(identifier: .gregorian)
    var timeZone = TimeZone.current
    var isEnabled = true
    var layoutDirection: LayoutDirection = .leftToRight
    var redaction: RedactionReasons = []
    var displayScale: CGFloat = 3
    var size = CGSize(width: 393, height: 852)
    var safeArea = EdgeInsets(top: 59, leading: 0, bottom: 34, trailing: 0)
    var openURL: OpenURLAction?
    var dismiss: DismissAction?
    var refresh: RefreshAction?
    var isPresented = false
    var buttonStyle: AnyButtonStyle?
    var toggleStyle: AnyToggleStyle?
    var labelStyle: LabelStyleKind = .automatic
    var pickerStyle: PickerStyleKind = .automatic
    var listStyle: ListStyleKind = .insetGrouped
    var textFieldStyle: TextFieldStyleKind = .plain
    var progressStyle: ProgressStyleKind = .automatic
    var controlSize: ControlSize = .regular
    var imageScale: Image.Scale = .medium
    var submit: (@MainActor () -> Void)?
    var submitLabel: SubmitLabel = .return
    var keyboard: String?
    var contentType: String?
    var capitalization: String?
    var correctionDisabled = false
    var keyHandlers: [KeyHandler] = []
    var isLazy = false
    var container: ContainerKind = .none
    var screen: ScreenChrome?
    var navigation: NavigationController?
    var afterTap: (@MainActor () -> Void)?
    var editMode: EditMode = .inactive
    var scroll: ScrollContext?
    var scrollSettings = ScrollSettings()
    var hidesScrollGround = false
    var sinks: [ObjectIdentifier: PreferenceSink] = [:]
    var animation: Animation?
    var deleteRow: (@MainActor (Int) -> Void)?
}

/// What a row or button is in.
enum ContainerKind { case none, list, form, menu, dialog, toolbar, picker, tabBar }

/// Reads a value of the environment.
@propertyWrapper public struct Environment<Value> {
    private let read: (EnvironmentValues) -> Value
    private var values: EnvironmentValues?

    /// Reads by key path.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { read = { $0[keyPath: keyPath] } }

    /// Reads an observable object by type.
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        read = { values in
            guard let object = values[objectType] else {
                preconditionFailure(
                    "No Observable object of type \(objectType) found. "
                        + "A View.environment(_:) for it may be missing above this view.")
            }
            return object
        }
    }

    /// Reads an observable object by type, if there is one.
    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? { read = { $0[objectType] } }

    /// The value.
    public var wrappedValue: Value { read(values ?? EnvironmentValues()) }
}

extension Environment: DynamicProperty {}
// Values are read where views are: on the main actor.
extension Environment: @unchecked Sendable where Value: Sendable {}
extension Environment: LinkedProperty {
    mutating func link(to node: _ViewNode, key: Int) { values = node.environment }
}

extension EnvironmentValues {
    /// The default font.
    public var font: Font? {
        get { builtin.font }
        set { builtin.font = newValue }
    }
    /// Light or dark.
    public var colorScheme: ColorScheme {
        get { builtin.colorScheme }
        set { builtin.colorScheme = newValue }
    }
    /// The reader's wish for contrast.
    public var colorSchemeContrast: ColorSchemeContrast { builtin.contrast }
    /// The reader's type size.
    public var dynamicTypeSize: DynamicTypeSize {
        get { min(max(builtin.typeSize, builtin.typeRange.lowerBound), builtin.typeRange.upperBound) }
        set { builtin.typeSize = newValue }
    }
    /// Whether the reader wants less motion.
    public var accessibilityReduceMotion: Bool { builtin.reduceMotion }
    /// Whether the reader wants less transparency.
    public var accessibilityReduceTransparency: Bool { builtin.reduceTransparency }
    /// Whether the reader wants more than colour to tell things apart.
    public var accessibilityDifferentiateWithoutColor: Bool { builtin.differentiateWithoutColor }
    /// Whether VoiceOver runs.
    public var accessibilityVoiceOverEnabled: Bool { builtin.voiceOver }
    /// Compact on an iPhone in portrait, regular on an iPad.
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { builtin.horizontal }
        set { builtin.horizontal = newValue }
    }
    /// Regular in portrait.
    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { builtin.vertical }
        set { builtin.vertical = newValue }
    }
    /// Whether the scene is at the front.
    public var scenePhase: ScenePhase {
        get { builtin.scenePhase }
        set { builtin.scenePhase = newValue }
    }
    /// Closes the current presentation or pops the current screen.
    public var dismiss: DismissAction { builtin.dismiss ?? DismissAction(action: {}) }
    /// Whether this view is presented.
    public var isPresented: Bool { builtin.isPresented }
    /// Opens addresses.
    public var openURL: OpenURLAction {
        get { builtin.openURL ?? OpenURLAction(handler: { _ in .systemAction }) }
        set { builtin.openURL = newValue }
    }
    /// Refreshes what is shown.
    public var refresh: RefreshAction? { builtin.refresh }
    /// The language and region.
    public var locale: Locale {
        get { builtin.locale }
        set { builtin.locale = newValue }
    }
    /// The calendar.
    public var calendar: Calendar {
        get { builtin.calendar }
        set { builtin.calendar = newValue }
    }
    /// The time zone.
    public var timeZone: TimeZone {
        get { builtin.timeZone }
        set { builtin.timeZone = newValue }
    }
    /// Whether controls react.
    public var isEnabled: Bool {
        get { builtin.isEnabled }
        set { builtin.isEnabled = newValue }
    }
    /// The direction of reading.
    public var layoutDirection: LayoutDirection {
        get { builtin.layoutDirection }
        set { builtin.layoutDirection = newValue }
    }
    /// What is hidden behind placeholders.
    public var redactionReasons: RedactionReasons {
        get { builtin.redaction }
        set { builtin.redaction = newValue }
    }
    /// Pixels per point.
    public var displayScale: CGFloat {
        get { builtin.displayScale }
        set { builtin.displayScale = newValue }
    }
    /// How many lines text may have.
    public var lineLimit: Int? {
        get { builtin.lineLimit }
        set { builtin.lineLimit = newValue }
    }
    /// Space between lines.
    public var lineSpacing: CGFloat {
        get { builtin.lineSpacing }
        set { builtin.lineSpacing = newValue }
    }
    /// How lines are aligned to each other.
    public var multilineTextAlignment: TextAlignment {
        get { builtin.textAlignment }
        set { builtin.textAlignment = newValue }
    }
    /// How far text may shrink to fit.
    public var minimumScaleFactor: CGFloat {
        get { builtin.minimumScale }
        set { builtin.minimumScale = newValue }
    }
    /// Where text is cut.
    public var truncationMode: Text.TruncationMode {
        get { builtin.truncation }
        set { builtin.truncation = newValue }
    }
    /// Upper or lower case.
    public var textCase: Text.Case? {
        get { builtin.textCase }
        set { builtin.textCase = newValue }
    }
    /// The size of controls.
    public var controlSize: ControlSize {
        get { builtin.controlSize }
        set { builtin.controlSize = newValue }
    }
    /// The size of symbols.
    public var imageScale: Image.Scale {
        get { builtin.imageScale }
        set { builtin.imageScale = newValue }
    }
    /// Whether a list is being edited.
    public var editMode: Binding<EditMode>? {
        get { .constant(builtin.editMode) }
        set { builtin.editMode = newValue?.wrappedValue ?? .inactive }
    }
}

@_spi(Preview) extension EnvironmentValues {
    /// Sets what an app can only read.
    public mutating func configure(
        contrast: ColorSchemeContrast? = nil, reduceMotion: Bool? = nil, reduceTransparency: Bool? = nil,
        differentiateWithoutColor: Bool? = nil, voiceOver: Bool? = nil, size: CGSize? = nil,
        safeArea: EdgeInsets? = nil
    ) {
        if let contrast { builtin.contrast = contrast }
        if let reduceMotion { builtin.reduceMotion = reduceMotion }
        if let reduceTransparency { builtin.reduceTransparency = reduceTransparency }
        if let differentiateWithoutColor { builtin.differentiateWithoutColor = differentiateWithoutColor }
        if let voiceOver { builtin.voiceOver = voiceOver }
        if let size { builtin.size = size }
        if let safeArea { builtin.safeArea = safeArea }
    }
    /// The size of the window, in points.
    public var windowSize: CGSize { builtin.size }
    /// What bars and corners of the device cover.
    public var windowSafeArea: EdgeInsets { builtin.safeArea }
}

/// Light or dark.
public enum ColorScheme: CaseIterable, Sendable {
    /// Light.
    case light
    /// Dark.
    case dark
}

/// The contrast between text and ground.
public enum ColorSchemeContrast: CaseIterable, Sendable {
    /// As usual.
    case standard
    /// More.
    case increased
}

/// How much room there is.
public enum UserInterfaceSizeClass: Sendable {
    /// Little.
    case compact
    /// Enough.
    case regular
}

/// Whether a scene is seen and used.
public enum ScenePhase: Comparable, Sendable {
    /// Not seen.
    case background
    /// Seen, but not used.
    case inactive
    /// In use.
    case active
}

/// The direction of reading.
public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    /// As English.
    case leftToRight
    /// As Arabic.
    case rightToLeft
}

/// Whether a list is being edited.
public enum EditMode: Sendable {
    /// No.
    case inactive
    /// For one act.
    case transient
    /// Yes.
    case active
    /// Whether rows can be edited.
    public var isEditing: Bool { self != .inactive }
}

/// The size of a control.
public enum ControlSize: CaseIterable, Sendable {
    /// The smallest.
    case mini
    /// Small.
    case small
    /// The usual.
    case regular
    /// Large.
    case large
    /// The largest.
    case extraLarge
}

/// Why content is hidden.
public struct RedactionReasons: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int
    /// Creates a set.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Content is not there yet.
    public static let placeholder = RedactionReasons(rawValue: 1)
    /// Content is private.
    public static let privacy = RedactionReasons(rawValue: 2)
    /// Content is out of date.
    public static let invalidated = RedactionReasons(rawValue: 4)
}

/// Closes what is presented.
@MainActor @preconcurrency public struct DismissAction {
    let action: @MainActor () -> Void
    nonisolated init(action: @escaping @MainActor () -> Void) { self.action = action }
    /// Closes.
    public func callAsFunction() { action() }
}

/// Opens an address.
@MainActor @preconcurrency public struct OpenURLAction: Sendable {
    /// What became of an address.
    public struct Result: Sendable {
        enum Kind: Sendable { case handled, discarded, system }
        let kind: Kind
        let url: URL?
        /// The app took it.
        public static let handled = Result(kind: .handled, url: nil)
        /// Nobody shall take it.
        public static let discarded = Result(kind: .discarded, url: nil)
        /// The system shall take it.
        public static let systemAction = Result(kind: .system, url: nil)
        /// The system shall take another.
        public static func systemAction(_ url: URL) -> Result { Result(kind: .system, url: url) }
    }

    let handler: @MainActor (URL) -> Result

    /// Opens with a closure.
    public nonisolated init(handler: @escaping @MainActor (URL) -> OpenURLAction.Result) { self.handler = handler }

    /// Opens an address.
    public func callAsFunction(_ url: URL) {
        let result = handler(url)
        if result.kind == .system { ViewHost.current?.openExternally(result.url ?? url) }
    }

    /// Opens an address, and says whether someone took it.
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        let result = handler(url)
        if result.kind == .system { ViewHost.current?.openExternally(result.url ?? url) }
        completion(result.kind != .discarded)
    }
}

/// Refreshes.
public struct RefreshAction: Sendable {
    let action: @Sendable () async -> Void
    /// Refreshes, and returns when it is done.
    public func callAsFunction() async { await action() }
}
