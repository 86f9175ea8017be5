internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import FoundationEssentials
internal import Unix

/// What the shell offers while a command is typed, asked of the daemon that runs. None is started for it.
enum Completions {
    /// How long the shell may be kept waiting.
    private static let limit = Duration.milliseconds(200)

    static let tableNames = CompletionKind.custom { words, _, _ in
        ask(.list, words, as: ListResult.self)?.tables.map(\.table) ?? []
    }

    static let savedRolls = CompletionKind.custom { words, _, _ in names(words) }

    private static func names(_ words: [String]) -> [String] {
        ask(.listRolls, words, as: SavedRolls.self)?.rolls.map(\.name.description) ?? []
    }

    /// The dice of the table that an option names; without one the tables, too, and for `roll` the saved rolls.
    static let dice = CompletionKind.custom { words, _, _ in
        let named = value(of: "--table", "-t", in: words).flatMap(TableName.init)
        let dice =
            ask(.get(TableParams(table: table(in: words))), words, as: TableSnapshot.self)?.dice.map { String($0.die) }
            ?? []
        let others = named == nil ? ask(.list, words, as: ListResult.self)?.tables.map(\.table) : nil
        let rolls = words.dropFirst().first == "roll" ? names(words) : []
        return dice + (dice.isEmpty ? [] : ["all"]) + (others ?? []) + rolls
    }

    /// The players of the table that is named, and who rolled there last.
    static let players = CompletionKind.custom { words, _, _ in
        let table = ask(.get(TableParams(table: table(in: words))), words, as: TableSnapshot.self)
        let others = [table?.by].compactMap(\.self).filter { table?.players?.contains($0) != true }
        return (table?.players ?? []) + others
    }

    private static func ask<Value: JSONReadable>(_ request: Request, _ words: [String], as type: Value.Type) -> Value? {
        // Connecting where only systemd listens would start the service.
        guard let socket = try? SocketPath.current(option: value(of: "--socket", in: words)),
            FileLock.likelyHolder(socket.path + ".lock") != nil,
            let connection = try? Connection.open(socket)
        else { return nil }
        return try? Client(connection, name: "dicectl/\(version)", timeout: limit).call(request, as: type)
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
