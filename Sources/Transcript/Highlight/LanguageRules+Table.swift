extension LanguageRules {
    /// The rules of a language that the general lexer reads; nil for those with a lexer of their own.
    static func of(_ language: CodeLanguage) -> LanguageRules? { table[language] }

    private static let table: [CodeLanguage: LanguageRules] = {
        var table: [CodeLanguage: LanguageRules] = [
            .swift: swift, .javascript: javascript(isTyped: false), .typescript: javascript(isTyped: true),
            .python: python, .rust: rust, .go: go, .c: c, .cpp: cpp, .java: java, .kotlin: kotlin, .csharp: csharp,
            .ruby: ruby, .php: php, .shell: shell, .sql: sql, .json: json, .toml: toml,
        ]
        return table
    }()

    private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

    /// Comments, quotes and braces as in C.
    private static var cLike: LanguageRules {
        var rules = LanguageRules()
        rules.lineComments = [Array("//".utf8)]
        rules.blockOpen = Array("/*".utf8)
        rules.blockClose = Array("*/".utf8)
        rules.texts = [Text("\""), Text("'")]
        return rules
    }

    private static var swift: LanguageRules {
        var rules = cLike
        rules.blocksNest = true
        rules.texts = [
            Text("#\"\"\"", "\"\"\"#", escapes: false, multiline: true), Text("#\"", "\"#", escapes: false),
            Text("\"\"\"", multiline: true), Text("\""),
        ]
        rules.hasAttributes = true
        rules.hash = .word
        rules.keywords = words(
            """
            actor any as associatedtype async await borrowing break case catch class consuming continue convenience \
            default defer deinit didSet do dynamic else enum extension fallthrough false fileprivate final for func get \
            guard if import in indirect infix init inout internal is isolated lazy let macro mutating nil nonisolated \
            nonmutating open operator optional override package postfix precedencegroup prefix private protocol public \
            repeat required rethrows return self Self sending set some static struct subscript super switch throw throws \
            true try typealias unowned var weak where while willSet
            """)
        rules.introducesFunction = ["func", "macro"]
        rules.introducesType = words("class struct enum protocol actor extension typealias associatedtype")
        return rules
    }

    private static func javascript(isTyped: Bool) -> LanguageRules {
        var rules = cLike
        rules.texts = [Text("`", multiline: true), Text("\""), Text("'")]
        rules.nameCharacters = [UInt8(ascii: "$")]
        rules.hasRegexes = true
        rules.hasTags = true
        rules.hasAttributes = true
        rules.keywords = words(
            """
            async await break case catch class const continue debugger default delete do else export extends false \
            finally for from function get if import in instanceof let new null of return set static super switch this \
            throw true try typeof undefined var void while with yield
            """)
        rules.introducesFunction = ["function"]
        rules.introducesType = ["class", "extends"]
        if isTyped {
            rules.keywords.formUnion(
                words(
                    """
                    abstract as asserts declare enum implements infer interface is keyof namespace override private \
                    protected public readonly satisfies type unique
                    """))
            rules.types = words("any bigint boolean never number object string symbol unknown")
            rules.introducesType.formUnion(["interface", "type", "enum", "implements", "namespace"])
        }
        return rules
    }

    private static var python: LanguageRules {
        var rules = LanguageRules()
        rules.lineComments = [Array("#".utf8)]
        rules.texts = [Text("\"\"\"", multiline: true), Text("'''", multiline: true), Text("\""), Text("'")]
        rules.textPrefixes = words("r R b B f F u U rb rB Rb RB br bR Br BR fr fR Fr FR rf rF Rf RF t T")
        rules.hasAttributes = true
        rules.keywords = words(
            """
            and as assert async await break case class continue def del elif else except False finally for from global \
            if import in is lambda match None nonlocal not or pass raise return True try type while with yield self cls
            """)
        rules.types = words("bool bytes complex dict float frozenset int list object set str tuple")
        rules.introducesFunction = ["def"]
        rules.introducesType = ["class"]
        return rules
    }

    private static var rust: LanguageRules {
        var rules = cLike
        rules.blocksNest = true
        rules.texts = [
            Text("r##\"", "\"##", escapes: false, multiline: true),
            Text("r#\"", "\"#", escapes: false, multiline: true),
            Text("r\"", "\"", escapes: false, multiline: true), Text("\"", multiline: true), Text("'"),
        ]
        rules.textPrefixes = ["b", "c"]
        rules.hasLifetimes = true
        rules.hasMacros = true
        rules.hash = .nothing
        rules.keywords = words(
            """
            as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod \
            move mut pub ref return self Self static struct super trait true type union unsafe use where while yield
            """)
        rules.types = words(
            "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize String Vec Option Result Box")
        rules.introducesFunction = ["fn"]
        rules.introducesType = words("struct enum trait impl type union mod")
        return rules
    }

    private static var go: LanguageRules {
        var rules = cLike
        rules.texts = [Text("`", escapes: false, multiline: true), Text("\""), Text("'")]
        rules.capitalsAreTypes = false
        rules.keywords = words(
            """
            break case chan const continue default defer else fallthrough false for func go goto if import interface iota \
            map nil package range return select struct switch true type var
            """)
        rules.types = words(
            """
            any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string \
            uint uint8 uint16 uint32 uint64 uintptr
            """)
        rules.introducesFunction = ["func"]
        rules.introducesType = ["type"]
        return rules
    }

    private static let cKeywords = words(
        """
        auto break case const continue default do else enum extern for goto if inline register restrict return sizeof \
        static struct switch typedef union volatile while NULL true false
        """)
    private static let cTypes = words(
        """
        bool char double float int long short signed size_t ssize_t unsigned void int8_t int16_t int32_t int64_t uint8_t \
        uint16_t uint32_t uint64_t intptr_t uintptr_t ptrdiff_t wchar_t FILE
        """)

    private static var c: LanguageRules {
        var rules = cLike
        rules.hash = .directive
        rules.keywords = cKeywords
        rules.types = cTypes
        rules.introducesType = ["struct", "enum", "union"]
        rules.hasAttributes = true
        return rules
    }

    private static var cpp: LanguageRules {
        var rules = c
        rules.texts = [Text("R\"(", ")\"", escapes: false, multiline: true), Text("\""), Text("'")]
        rules.textPrefixes = ["L", "u", "U", "u8"]
        rules.keywords.formUnion(
            words(
                """
                alignas alignof and catch class co_await co_return co_yield concept consteval constexpr constinit \
                const_cast decltype delete dynamic_cast explicit export final friend import module mutable namespace new \
                noexcept not nullptr operator or override private protected public reinterpret_cast requires \
                static_assert static_cast template this throw try typeid typename using virtual
                """))
        rules.introducesType.formUnion(["class", "namespace", "concept"])
        return rules
    }

    private static var java: LanguageRules {
        var rules = cLike
        rules.texts = [Text("\"\"\"", multiline: true), Text("\""), Text("'")]
        rules.hasAttributes = true
        rules.keywords = words(
            """
            abstract assert break case catch class const continue default do else enum extends false final finally for \
            goto if implements import instanceof interface native new null package permits private protected public \
            record return sealed static strictfp super switch synchronized this throw throws transient true try var \
            volatile while yield
            """)
        rules.types = words("boolean byte char double float int long short void")
        rules.introducesType = words("class interface enum record extends implements")
        return rules
    }

    private static var kotlin: LanguageRules {
        var rules = cLike
        rules.blocksNest = true
        rules.texts = [Text("\"\"\"", escapes: false, multiline: true), Text("\""), Text("'")]
        rules.hasAttributes = true
        rules.keywords = words(
            """
            abstract actual annotation as break by catch class companion const constructor continue crossinline data def \
            do else enum expect external false final finally for fun get if import in infix init inline inner interface \
            internal is it lateinit noinline null object open operator out override package private protected public \
            reified return sealed set super suspend tailrec this throw trait true try typealias val value var vararg \
            when where while
            """)
        rules.introducesFunction = ["fun", "def"]
        rules.introducesType = words("class interface object typealias trait")
        return rules
    }

    private static var csharp: LanguageRules {
        var rules = cLike
        rules.texts = [
            Text("\"\"\"", escapes: false, multiline: true), Text("$@\"", "\"", escapes: false, multiline: true),
            Text("@$\"", "\"", escapes: false, multiline: true), Text("@\"", "\"", escapes: false, multiline: true),
            Text("$\"", "\""), Text("\""), Text("'"),
        ]
        rules.hash = .directive
        rules.keywords = words(
            """
            abstract add alias as async await base break case catch checked class const continue default delegate do else \
            enum event explicit extern false file finally fixed for foreach from get global goto if implicit in init \
            interface internal is let lock nameof namespace new null operator out override params partial private \
            protected public readonly record ref remove required return scoped sealed select set sizeof stackalloc static \
            struct switch this throw true try typeof unchecked unsafe using value var virtual volatile when where while \
            with yield
            """)
        rules.types = words(
            "bool byte char decimal double dynamic float int long nint nuint object sbyte short string uint ulong ushort void"
        )
        rules.introducesType = words("class struct interface enum record namespace")
        return rules
    }

    private static var ruby: LanguageRules {
        var rules = LanguageRules()
        rules.lineComments = [Array("#".utf8)]
        rules.texts = [Text("\"", multiline: true), Text("'", multiline: true), Text("`")]
        rules.heredoc = Array("<<".utf8)
        rules.hasSymbols = true
        rules.hasAttributes = true
        rules.hasDollarNames = true
        rules.hasRegexes = true
        rules.nameCharacters = [UInt8(ascii: "?"), UInt8(ascii: "!")]
        rules.keywords = words(
            """
            alias and begin BEGIN break case class def defined? do else elsif end END ensure false for if in module next \
            nil not or private protected public raise redo require require_relative rescue retry return self super then \
            true undef unless until when while yield attr_accessor attr_reader attr_writer include extend puts
            """)
        rules.introducesFunction = ["def"]
        rules.introducesType = ["class", "module"]
        return rules
    }

    private static var php: LanguageRules {
        var rules = cLike
        rules.lineComments = [Array("//".utf8), Array("#".utf8)]
        rules.texts = [Text("\"", multiline: true), Text("'", multiline: true)]
        rules.heredoc = Array("<<<".utf8)
        rules.hasDollarNames = true
        rules.isCaseSensitive = false
        rules.keywords = words(
            """
            abstract and array as break callable case catch class clone const continue declare default die do echo else \
            elseif empty enddeclare endfor endforeach endif endswitch endwhile enum exit extends false final finally fn \
            for foreach function global goto if implements include include_once instanceof insteadof interface isset list \
            match namespace new null or parent php print private protected public readonly require require_once return \
            self static switch this throw trait true try unset use var while xor yield
            """)
        rules.types = words("bool float int iterable mixed never object string void")
        rules.introducesFunction = ["function", "fn"]
        rules.introducesType = words("class interface trait enum extends implements namespace")
        return rules
    }

    private static var shell: LanguageRules {
        var rules = LanguageRules()
        rules.lineComments = [Array("#".utf8)]
        rules.commentsNeedSpace = true
        rules.texts = [
            Text("\"", multiline: true), Text("'", escapes: false, multiline: true), Text("`", multiline: true),
        ]
        rules.heredoc = Array("<<".utf8)
        rules.hasDollarNames = true
        rules.hasCommands = true
        rules.capitalsAreTypes = false
        rules.callsAreFunctions = false
        rules.nameCharacters = Set("-./+@%:,~^".utf8)
        rules.keywords = words(
            """
            break case continue declare do done elif else esac eval exec exit export fi for function if in local readonly \
            return select set shift source then time trap typeset unset until while FROM RUN COPY ENTRYPOINT CMD WORKDIR
            """)
        rules.introducesFunction = ["function"]
        return rules
    }

    private static var sql: LanguageRules {
        var rules = LanguageRules()
        rules.lineComments = [Array("--".utf8)]
        rules.blockOpen = Array("/*".utf8)
        rules.blockClose = Array("*/".utf8)
        rules.texts = [
            Text("$$", escapes: false, multiline: true), Text("'", escapes: false, multiline: true),
            Text("\"", escapes: false), Text("`", escapes: false),
        ]
        rules.isCaseSensitive = false
        rules.capitalsAreTypes = false
        rules.keywords = words(
            """
            add all alter analyze and any as asc begin between by cascade case check column commit conflict constraint \
            create cross current database default delete desc distinct do drop else end except exists explain false fetch \
            first for foreign from full function group having if ilike in index inner insert intersect into is join key \
            lateral left like limit natural not nothing null nulls offset on or order outer over partition primary pragma \
            procedure recursive references release rename replace restrict returning returns right rollback row rows \
            savepoint select set table temp temporary then to transaction trigger true truncate union unique update using \
            vacuum values view when where window with
            """)
        rules.types = words(
            """
            bigint bigserial blob boolean bytea char character date datetime decimal double float int integer interval \
            json jsonb numeric real serial smallint text time timestamp timestamptz tinyint uuid varchar
            """)
        return rules
    }

    private static var json: LanguageRules {
        var rules = LanguageRules()
        rules.lineComments = [Array("//".utf8)]
        rules.blockOpen = Array("/*".utf8)
        rules.blockClose = Array("*/".utf8)
        rules.texts = [Text("\""), Text("'")]
        rules.capitalsAreTypes = false
        rules.callsAreFunctions = false
        rules.keyMark = UInt8(ascii: ":")
        rules.keywords = ["true", "false", "null"]
        return rules
    }

    private static var toml: LanguageRules {
        var rules = LanguageRules()
        rules.lineComments = [Array("#".utf8), Array(";".utf8)]
        rules.texts = [
            Text("\"\"\"", multiline: true), Text("'''", escapes: false, multiline: true), Text("\""),
            Text("'", escapes: false),
        ]
        rules.nameCharacters = Set("-.".utf8)
        rules.capitalsAreTypes = false
        rules.callsAreFunctions = false
        rules.keyMark = UInt8(ascii: "=")
        rules.keywords = ["true", "false", "inf", "nan"]
        return rules
    }
}
