/// A key of the app's string catalogs, with values for its places.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    enum Argument: Equatable {
        case text(String)
        case integer(Int)
        case number(Double)
    }

    let key: String
    let arguments: [Argument]

    /// A key without places.
    public init(_ value: String) { self.init(key: value, arguments: []) }
    /// A key without places.
    public init(stringLiteral value: String) { self.init(key: value, arguments: []) }
    /// A key with places.
    public init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, arguments: stringInterpolation.arguments)
    }
    init(key: String, arguments: [Argument]) {
        self.key = key
        self.arguments = arguments
    }

    /// Gathers a key and its values.
    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [Argument] = []
        /// Prepares.
        public init(literalCapacity: Int, interpolationCount: Int) { key.reserveCapacity(literalCapacity) }
        /// Literal text.
        public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }
        /// A text.
        public mutating func appendInterpolation(_ string: String) {
            key += "%@"
            arguments.append(.text(string))
        }
        /// Whole numbers stay whole: a large one would not survive the way through a floating-point number.
        private static func argument<T: _FormatSpecifiable>(_ value: T) -> Argument {
            if let whole = value as? any BinaryInteger { return .integer(clamped(whole)) }
            return .number(value._number)
        }
        private static func clamped(_ value: some BinaryInteger) -> Int { Int(clamping: value) }

        /// A number or another value that `String(format:)` knows.
        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
            key += T._specifier
            arguments.append(Self.argument(value))
        }
        /// A number in a format of its own.
        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T, specifier: String) {
            key += specifier
            arguments.append(Self.argument(value))
        }
        /// A formatted value.
        public mutating func appendInterpolation<F: FormatStyle>(_ input: F.FormatInput, format: F)
        where F.FormatInput: Equatable, F.FormatOutput == String {
            appendInterpolation(format.format(input))
        }
        /// A text view, by its words.
        public mutating func appendInterpolation(_ text: Text) { appendInterpolation(text.words(in: nil)) }
    }

    /// The words in an environment's language.
    func resolve(_ locale: Locale?, table: String? = nil, bundle: Bundle? = nil) -> String {
        let texts = arguments.map { argument in
            switch argument {
            case .text(let text): text
            case .integer(let number): number.formatted(.number.locale(locale ?? .current))
            case .number(let number): number.formatted(.number.locale(locale ?? .current))
            }
        }
        let integers = arguments.map { argument -> Int? in
            if case .integer(let number) = argument { return number }
            return nil
        }
        let lookup = LocalizedLookup(key: key, table: table, integers: integers, locale: locale ?? .current)
        let format = Localization.translate(lookup) ?? key
        return Localization.fill(format, texts)
    }
}

/// A value that a format has a place for.
public protocol _FormatSpecifiable: Equatable {
    /// The place in the format.
    static var _specifier: String { get }
    /// The value as a number.
    var _number: Double { get }
}

extension Int: _FormatSpecifiable {
    /// `%lld`.
    public static var _specifier: String { "%lld" }
    /// The value.
    public var _number: Double { Double(self) }
}
extension Int64: _FormatSpecifiable {
    /// `%lld`.
    public static var _specifier: String { "%lld" }
    /// The value.
    public var _number: Double { Double(self) }
}
extension UInt: _FormatSpecifiable {
    /// `%llu`.
    public static var _specifier: String { "%llu" }
    /// The value.
    public var _number: Double { Double(self) }
}
extension Double: _FormatSpecifiable {
    /// `%lf`.
    public static var _specifier: String { "%lf" }
    /// The value.
    public var _number: Double { self }
}

/// What is looked up in a catalog.
@_spi(Preview) public struct LocalizedLookup: Sendable {
    /// The key as written in the code, with places (`%@`, `%lld`).
    public let key: String
    /// The table, if not the default one.
    public let table: String?
    /// The whole numbers among the arguments, for plural forms.
    public let integers: [Int?]
    /// The language and region wanted.
    public let locale: Locale
}

/// The door through which words come out of the app's catalogs.
@_spi(Preview) public enum Localization {
    // A word about safety: set once when a host starts, before views are made.
    nonisolated(unsafe) private static var translator: (@Sendable (LocalizedLookup) -> String?)?

    /// Sets who translates. `nil` shows the keys.
    public static func setTranslator(_ new: (@Sendable (LocalizedLookup) -> String?)?) { translator = new }

    static func translate(_ lookup: LocalizedLookup) -> String? {
        if lookup.table == SystemWord.table { return SystemWord(rawValue: lookup.key)?.text(lookup.locale) }
        return translator?(lookup)
    }

    /// Puts arguments into the places of a format: `%@`, `%lld`, `%2$@`, `%%`.
    static func fill(_ format: String, _ arguments: [String]) -> String {
        guard format.utf8.contains(0x25) else { return format }
        var result = ""
        var next = 0
        var rest = Substring(format)
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
                continue
            }
            var place = next
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits), rest.dropFirst(digits.count).first == "$" {
                place = number - 1
                rest = rest.dropFirst(digits.count + 1)
            } else {
                next += 1
            }
            let kind = rest.prefix { "0123456789.lhq#+- ".contains($0) }
            rest = rest.dropFirst(kind.count + 1)
            if arguments.indices.contains(place) { result += arguments[place] }
        }
        return result + rest
    }
}

extension String {
    /// A key of the app's catalogs for words outside of views.
    public struct LocalizationValue: Equatable, ExpressibleByStringInterpolation, Sendable {
        let key: String
        let texts: [String]
        let integers: [Int?]
        /// A key without places.
        public init(_ value: String) { self.init(stringLiteral: value) }
        /// A key without places.
        public init(stringLiteral value: String) {
            key = value
            texts = []
            integers = []
        }
        /// A key with places.
        public init(stringInterpolation: StringInterpolation) {
            key = stringInterpolation.key
            texts = stringInterpolation.texts
            integers = stringInterpolation.integers
        }
        /// Gathers a key and its values.
        public struct StringInterpolation: StringInterpolationProtocol, Sendable {
            var key = ""
            var texts: [String] = []
            var integers: [Int?] = []
            /// Prepares.
            public init(literalCapacity: Int, interpolationCount: Int) {}
            /// Literal text.
            public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }
            /// A text.
            public mutating func appendInterpolation(_ string: String) {
                key += "%@"
                texts.append(string)
                integers.append(nil)
            }
            /// A number.
            public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
                key += T._specifier
                let whole = value is any BinaryInteger
                texts.append(whole ? Int(value._number).formatted() : value._number.formatted())
                integers.append(whole ? Int(value._number) : nil)
            }
        }
    }

    /// Words of the app's catalogs.
    public init(
        localized keyAndValue: String.LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        let lookup = LocalizedLookup(
            key: keyAndValue.key, table: table, integers: keyAndValue.integers, locale: locale)
        self = Localization.fill(Localization.translate(lookup) ?? keyAndValue.key, keyAndValue.texts)
    }
}
