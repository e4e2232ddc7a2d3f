/// Completion scripts, made from the commands' own descriptions.
enum CompletionScript {
    /// Shells there is a script for.
    static let shells = ["bash", "zsh", "fish"]

    /// The script for a shell, or nil for one there is none for.
    static func text(for shell: String, specs: [CommandSpec]) -> String? {
        switch shell {
        case "bash": bash(specs)
        case "zsh": zsh(specs)
        case "fish": fish(specs)
        default: nil
        }
    }

    private static func bash(_ specs: [CommandSpec]) -> String {
        let cases = specs.map { spec in
            "        \(spec.name)) words=\"\(words(spec).joined(separator: " "))\" ;;"
        }
        // The same name may have other choices in another command.
        let values = specs.flatMap { spec in
            spec.options.filter { !$0.choices.isEmpty }.map { option in
                "        '\(spec.name) \(option.name)') words=\"\(option.choices.joined(separator: " "))\" ;;"
            }
        }
        return """
            # bash completion for enclave: source <(enclave completion bash)
            _enclave() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=""
                if [ "$COMP_CWORD" -eq 1 ]; then
                    words="\((specs.map(\.name) + globalFlags.map(\.name)).joined(separator: " "))"
                else
                    case "${COMP_WORDS[1]} $previous" in
            \(values.joined(separator: "\n"))
                    esac
                    [ -n "$words" ] || case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                    esac
                fi
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -o default -F _enclave enclave

            """
    }

    private static func zsh(_ specs: [CommandSpec]) -> String {
        let commands = specs.map { "        '\($0.name):\(quoted($0.summary))'" }
        let cases = specs.map { spec in
            let options = spec.options.map { option -> String in
                let value = option.value.map { value in
                    option.choices.isEmpty ? ":\(value)" : ":\(value):(\(option.choices.joined(separator: " ")))"
                }
                return "'\(option.name)[\(quoted(option.help))]\(value ?? "")'"
            }
            let arguments = spec.arguments.filter { !$0.choices.isEmpty }
                .map { "'1:\($0.name):(\($0.choices.joined(separator: " ")))'" }
            return
                "        \(spec.name)) _arguments \((options + ["'--help[help]'"] + arguments).joined(separator: " ")) ;;"
        }
        return """
            #compdef enclave
            # zsh completion for enclave: enclave completion zsh > "${fpath[1]}/_enclave"
            _enclave() {
                local -a commands=(
            \(commands.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    compadd -- \(globalFlags.map(\.name).joined(separator: " "))
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _enclave "$@"

            """
    }

    private static func fish(_ specs: [CommandSpec]) -> String {
        var lines = ["# fish completion for enclave: enclave completion fish | source"]
        for flag in globalFlags {
            lines.append(
                "complete -c enclave -n __fish_use_subcommand -l \(flag.name.dropFirst(2)) -d '\(quoted(flag.help))'")
        }
        for spec in specs {
            lines.append(
                "complete -c enclave -n __fish_use_subcommand -a \(spec.name) -d '\(quoted(spec.summary))'")
            let condition = "-n '__fish_seen_subcommand_from \(spec.name)'"
            for option in spec.options {
                let value =
                    option.value == nil
                    ? "" : option.choices.isEmpty ? " -r" : " -xa '\(option.choices.joined(separator: " "))'"
                lines.append(
                    "complete -c enclave \(condition) -l \(option.name.dropFirst(2))\(value) -d '\(quoted(option.help))'"
                )
            }
            for argument in spec.arguments where !argument.choices.isEmpty {
                lines.append("complete -c enclave \(condition) -fa '\(argument.choices.joined(separator: " "))'")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(_ spec: CommandSpec) -> [String] {
        spec.options.map(\.name) + ["--help"] + spec.arguments.flatMap(\.choices)
    }

    /// What stands in a command's place.
    private static let globalFlags: [CommandSpec.Option] = [
        .flag("--help", "say what the commands do"), .flag("--version", "say which version this is"),
    ]

    /// No shell takes these texts apart: quotes, brackets and colons are put out of the way.
    private static func quoted(_ text: String) -> String {
        text.replacing("'", with: "’").replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
    }
}
