/// An option, as a page or a program documents it.
struct DocumentedOption: Hashable, CustomStringConvertible {
    /// The names, with their hyphens.
    var names: Set<String>
    /// The placeholder of its value; `nil` for a flag.
    var value: String?

    var description: String {
        names.sorted().joined(separator: " ") + (value.map { " <\($0)>" } ?? "")
    }
}

extension ManualPage {
    /// The options in its `.It Fl` items.
    var options: Set<DocumentedOption> {
        Set(items("Fl").map(Self.option))
    }

    /// The options of each command, by the command's words, from the `.It Fl` items below its `.It
    /// Cm`.
    var commands: [String: Set<DocumentedOption>] {
        var commands: [String: Set<DocumentedOption>] = [:]
        var current = ""
        for words in words(after: ".It") {
            if words.first == "Cm" {
                current = words.dropFirst().prefix { !Self.isMacro($0) }.joined(
                    separator: " "
                )
                commands[current] = []
            } else if words.first == "Fl" {
                commands[current]?.insert(Self.option(Array(words.dropFirst())))
            }
        }
        return commands
    }

    private static func option(_ words: [String]) -> DocumentedOption {
        let names = words.prefix { $0 != "Ar" }.filter { $0 != "," && $0 != "Fl" }.map {
            "-" + $0
        }
        return DocumentedOption(
            names: Set(names),
            value: words.contains("Ar") ? words.last : nil
        )
    }
}
