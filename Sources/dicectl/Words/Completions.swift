import ArgumentParser
import DiceDrawing
import DiceModel
import DiceWire
import FoundationEssentials

/// The shell's completions from a running daemon. Does not start a daemon.
enum Completions {
    /// Returns those of the `candidates` that may be offered, in the shell's form. Omits words with
    /// unprintable characters, because nobody could type them, and words that begin like an option.
    static func offered(_ candidates: [String], in shell: CompletionShell?) -> [String] {
        let words = candidates.filter {
            !$0.isEmpty && $0.first != "-" && Printable.text($0) == $0
        }
        switch shell?.rawValue {
        case "fish":
            return words.filter { $0.first != "~" }  // it does not quote it, and expands it
        case "zsh":
            // The shell does not quote an exclamation mark; the script puts a description after a
            // colon.
            return words.filter { !$0.contains("!") }
                .map { $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:") }
        default: return words
        }
    }

    private static func kind(
        _ candidates: @escaping @Sendable (CompletionSource) -> [String]
    )
        -> CompletionKind
    {
        .custom { words, _, _ in
            offered(candidates(CompletionSource(words)), in: CompletionShell.requesting)
        }
    }

    static let tableNames = kind(tables)
    static let savedRolls = kind(rolls)

    private static func tables(_ source: CompletionSource) -> [String] {
        source.ask(.list, EmptyObject())?.tables.map(\.table) ?? []
    }

    private static func rolls(_ source: CompletionSource) -> [String] {
        source.ask(.listRolls, ListRollsParams())?.rolls.map(\.name.description) ?? []
    }

    /// The dice of the table that an option names; without the option also the tables, and for
    /// `roll` the saved rolls.
    static let dice = kind { source in
        let named = value(of: .table, in: source.words).flatMap(TableName.init)
        let table = source.ask(.get, GetParams(table: table(in: source.words)))
        let dice = table?.dice.map { String($0.die) } ?? []
        let others = named == nil ? tables(source) : []
        let saved = source.words.dropFirst().first == "roll" ? rolls(source) : []
        return dice + (dice.isEmpty ? [] : ["all"]) + others + saved
    }

    /// The players of the named table, and its recent rollers.
    static let players = kind { source in
        let table = source.ask(.get, GetParams(table: table(in: source.words)))
        let others = [table?.by].compactMap(\.self).filter {
            table?.players?.contains($0) != true
        }
        return (table?.players ?? []) + others
    }

    private static func table(in words: [String]) -> TableName {
        let named = [
            value(of: .table, in: words),
            ProcessInfo.processInfo.environment["DICECTL_TABLE"],
        ]
        return named.lazy.compactMap { $0.flatMap(TableName.init) }.first ?? .default
    }

    /// Returns the value that the words typed so far give to an option, under any of the option's
    /// names and in either form.
    static func value(of option: SharedOption, in words: [String]) -> String? {
        let names = option.names
        for (index, word) in words.enumerated().reversed() {
            if names.contains(word), index + 1 < words.count {
                return words[index + 1]
            }
            if let name = names.first(where: { word.hasPrefix($0 + "=") }) {
                return String(word.dropFirst(name.count + 1))
            }
        }
        return nil
    }
}
