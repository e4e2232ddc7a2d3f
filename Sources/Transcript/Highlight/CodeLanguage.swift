/// A language the highlighter knows.
public enum CodeLanguage: String, Sendable, Hashable, CaseIterable {
    case swift, javascript, typescript, python, rust, go, c, cpp, java, kotlin, csharp, ruby, php, shell, sql, json,
        yaml
    case toml, html, xml, css, markdown, diff

    /// The language of a name as people write it after a code fence: `ts`, `Python3`, `c++`, `zsh` …
    public init?(named name: String) {
        guard let language = Self.byName[name.lowercased()] else { return nil }
        self = language
    }

    /// The language of a file, by its name or its extension.
    public init?(path: String) {
        let file = path.lowercased().split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
        if let language = Self.byFile[file] {
            self = language
            return
        }
        // `main.swift:10-20` is how tools point into a file.
        let name = file.split(separator: ":").first.map(String.init) ?? file
        guard let dot = name.lastIndex(of: "."), let language = Self.byName[String(name[name.index(after: dot)...])]
        else {
            return nil
        }
        self = language
    }

    /// Names, aliases and extensions of every language.
    private var names: [String] {
        switch self {
        case .swift: ["swift", "swiftinterface"]
        case .javascript: ["javascript", "js", "jsx", "mjs", "cjs", "node", "javascriptreact"]
        case .typescript: ["typescript", "ts", "tsx", "mts", "cts", "typescriptreact"]
        case .python: ["python", "py", "py3", "python3", "pyi", "pyw", "bzl", "starlark", "ipython"]
        case .rust: ["rust", "rs"]
        case .go: ["go", "golang"]
        case .c: ["c", "h", "objc", "objective-c", "m"]
        case .cpp: ["cpp", "c++", "cc", "cxx", "hpp", "hh", "hxx", "mm", "ino", "cuda", "cu"]
        case .java: ["java"]
        case .kotlin: ["kotlin", "kt", "kts", "gradle", "groovy", "scala"]
        case .csharp: ["csharp", "c#", "cs", "csx"]
        case .ruby: ["ruby", "rb", "rake", "gemspec", "podspec", "cr"]
        case .php: ["php", "phtml", "php5", "php7", "php8"]
        case .shell: ["shell", "sh", "bash", "zsh", "fish", "ksh", "console", "shellscript", "env", "dockerfile"]
        case .sql: ["sql", "mysql", "postgres", "postgresql", "psql", "sqlite", "plsql", "tsql"]
        case .json: ["json", "jsonc", "json5", "jsonl", "ndjson", "geojson", "webmanifest"]
        case .yaml: ["yaml", "yml"]
        case .toml: ["toml", "ini", "cfg", "conf", "properties", "editorconfig"]
        case .html: ["html", "htm", "xhtml", "vue", "svelte", "hbs", "erb", "ejs"]
        case .xml: ["xml", "svg", "plist", "xsd", "xsl", "xslt", "rss", "storyboard", "xib", "csproj"]
        case .css: ["css", "scss", "sass", "less", "pcss"]
        case .markdown: ["markdown", "md", "mdx", "mdown", "mkd"]
        case .diff: ["diff", "patch", "udiff"]
        }
    }

    private static let byName: [String: CodeLanguage] = {
        var table: [String: CodeLanguage] = [:]
        for language in allCases { for name in language.names { table[name] = language } }
        return table
    }()

    private static let byFile: [String: CodeLanguage] = [
        "dockerfile": .shell, "makefile": .shell, "gnumakefile": .shell, ".bashrc": .shell, ".zshrc": .shell,
        ".profile": .shell, ".env": .shell, ".gitignore": .shell, "gemfile": .ruby, "rakefile": .ruby, "podfile": .ruby,
        "fastfile": .ruby, "package.resolved": .json, ".swift-format": .json, ".prettierrc": .json, ".gitconfig": .toml,
        "cargo.lock": .toml, "poetry.lock": .toml, "build": .python, "workspace": .python,
    ]
}
