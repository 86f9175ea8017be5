internal import ArgumentParser
internal import DiceModel
internal import DiceWire
internal import FoundationEssentials

/// What the shell offers while a command is typed, asked of the daemon that runs. None is started for it.
enum Completions {
    static let tableNames = CompletionKind.custom { words, _, _ in tables(CompletionSource(words)) }

    private static func tables(_ source: CompletionSource) -> [String] {
        source.ask(.list, as: ListResult.self)?.tables.map(\.table) ?? []
    }

    static let savedRolls = CompletionKind.custom { words, _, _ in rolls(CompletionSource(words)) }

    private static func rolls(_ source: CompletionSource) -> [String] {
        source.ask(.listRolls, as: SavedRolls.self)?.rolls.map(\.name.description) ?? []
    }

    /// The dice of the table that an option names; without one the tables, too, and for `roll` the saved rolls.
    static let dice = CompletionKind.custom { words, _, _ in
        let source = CompletionSource(words)
        let named = value(of: "--table", "-t", in: words).flatMap(TableName.init)
        let table = source.ask(.get(TableParams(table: table(in: words))), as: TableSnapshot.self)
        let dice = table?.dice.map { String($0.die) } ?? []
        let others = named == nil ? tables(source) : []
        let saved = words.dropFirst().first == "roll" ? rolls(source) : []
        return dice + (dice.isEmpty ? [] : ["all"]) + others + saved
    }

    /// The players of the table that is named, and who rolled there last.
    static let players = CompletionKind.custom { words, _, _ in
        let source = CompletionSource(words)
        let table = source.ask(.get(TableParams(table: table(in: words))), as: TableSnapshot.self)
        let others = [table?.by].compactMap(\.self).filter { table?.players?.contains($0) != true }
        return (table?.players ?? []) + others
    }

    private static func table(in words: [String]) -> TableName {
        let variable = ProcessInfo.processInfo.environment["DICECTL_TABLE"]
        return value(of: "--table", "-t", in: words).flatMap(TableName.init) ?? variable.flatMap(TableName.init)
            ?? .default
    }

    /// The value of an option among the words typed so far, by any of its names and in either of its forms.
    static func value(of names: String..., in words: [String]) -> String? {
        for (index, word) in words.enumerated().reversed() {
            if names.contains(word), index + 1 < words.count { return words[index + 1] }
            if let name = names.first(where: { word.hasPrefix($0 + "=") }) {
                return String(word.dropFirst(name.count + 1))
            }
        }
        return nil
    }
}
