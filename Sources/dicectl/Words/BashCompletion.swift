import ArgumentParser

/// Additions to the argument parser's bash script: options before the command, aliases of commands,
/// and the commands that `help` explains. Bash calls `_dicectl_anyhow`, which rearranges the words
/// into the form that the parser's function expects.
///
/// The parser's script passes names that others chose to `compgen -W`, which runs the commands in
/// them. Bash does the same to a word that it mistakes for a file name (`-o filenames`).
/// `__dicectl_add_completions` replaces the parser's function: it quotes each word itself and
/// leaves files to bash.
enum BashCompletion {
    static var script: String {
        var others = CommandWords.others
        for command in Dicectl.configuration.subcommands {
            for alias in command.configuration.aliases {
                others[alias] = [command.configuration.commandName ?? ""]
            }
        }
        let sorted = others.sorted { $0.key < $1.key }
        let cases = sorted.map {
            "    \($0.key)) command=(\($0.value.joined(separator: " "))) ;;"
        }
        .joined(separator: "\n")
        let words = sorted.map(\.key).joined(separator: " ")
        let valued = names(of: SharedOption.allCases.filter { $0.value != nil })
        let flags = names(of: SharedOption.allCases.filter { $0.value == nil })
        let valuedCase = valued.joined(separator: "|")
        let flagsCase = flags.joined(separator: "|")
        let options = (valued + flags).joined(separator: " ")
        return Dicectl.completionScript(for: .bash) + #"""

            _dicectl_anyhow() {
                local -a words=("${COMP_WORDS[@]:1:COMP_CWORD-1}") moved=() command=()
                local typed="${COMP_WORDS[COMP_CWORD]}"
                while [[ "${words[0]}" == -* ]]; do
                    case "${words[0]}" in
                    \#(valuedCase))
                        (( ${#words[@]} > 1 )) || break
                        moved+=("${words[@]:0:2}") words=("${words[@]:2}")
                        ;;
                    \#(flagsCase)) moved+=("${words[0]}") words=("${words[@]:1}") ;;
                    *) break ;;
                    esac
                done
                if (( ${#words[@]} == 0 )); then
                    COMPREPLY=()
                    _dicectl_put "$1" "$2" "$3"
                    COMPREPLY+=($(compgen -W '\#(words) \#(options)' -- "$2"))
                    return
                fi
                if [[ "${words[0]}" == -* ]]; then
                    _dicectl_put "$1" "$2" "$3" roll "${moved[@]}" "${words[@]}"
                    return
                fi
                if [[ "${words[0]}" == help ]]; then
                    local commands='\#(names(of: Dicectl.self)) \#(words)'
                    [[ "${words[1]}" == table ]] && commands='\#(names(of: TableCommand.self))'
                    (( ${#words[@]} > 2 )) && commands=
                    COMPREPLY=($(compgen -W "${commands}" -- "$2"))
                    return
                fi
                command=("${words[0]}")
                case "${words[0]}" in
            \#(cases)
                esac
                [[ "${words[0]}" == table && -n "${words[1]}" ]] && command+=("${words[1]}") words=("${words[@]:1}")
                _dicectl_put "$1" "$2" "$3" "${command[@]}" "${moved[@]}" "${words[@]:1}"
            }

            _dicectl_put() {
                local -a COMP_WORDS=("$1" "${@:4}" "$2")
                local -i COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                local COMP_LINE="${COMP_WORDS[*]}"
                local -i COMP_POINT=${#COMP_LINE}
                _dicectl "$1" "$2" "$3"
            }

            __dicectl_add_completions() {
                if [[ "$1" != -W ]]; then
                    compopt -o default
                    return
                fi
                local completion word
                while IFS= read -r completion; do
                    if [[ "${typed}" == [\'\"]* ]]; then
                        [[ "${completion}" == *[\'\"\$\`\\!]* ]] && continue
                        word="${completion}"
                    else
                        printf -v word %q "${completion}"
                    fi
                    [[ -n "${completion}" && ("${completion}" == "${cur}"* || "${word}" == "${cur}"*) ]] || continue
                    COMPREPLY+=("${word}")
                done <<< "$2"
            }

            complete -F _dicectl_anyhow dicectl

            """#
    }

    private static func names(of options: [SharedOption]) -> [String] {
        options.flatMap(\.names)
    }

    private static func names(of command: any ParsableCommand.Type) -> String {
        command.configuration.subcommands.compactMap { $0.configuration.commandName }
            .joined(
                separator: " "
            )
    }
}
