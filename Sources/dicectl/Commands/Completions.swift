internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire
internal import Unix

/// What the shell offers while a command is typed, asked of the daemon that runs. None is started for it.
enum Completions {
    /// How long the shell may be kept waiting.
    private static let limit = Duration.milliseconds(200)

    static let tableNames = CompletionKind.custom { words, _, _ in
        ask(.list, words, as: ListResult.self)?.tables.map(\.table) ?? []
    }

    static let dieNumbers = CompletionKind.custom { words, _, _ in
        let table = value(of: "--table", in: words).flatMap(TableName.init) ?? .default
        return ask(.get(TableParams(table: table)), words, as: TableSnapshot.self)?.dice.map { String($0.die) } ?? []
    }

    private static func ask<Value: JSONReadable>(_ request: Request, _ words: [String], as type: Value.Type) -> Value? {
        // Connecting where only systemd listens would start the service.
        guard let socket = try? SocketPath.current(option: value(of: "--socket", in: words)),
            FileLock.likelyHolder(socket.path + ".lock") != nil,
            let connection = try? Connection.open(socket)
        else { return nil }
        return try? Client(connection, name: "dicectl/\(version)", timeout: limit).call(request, as: type)
    }

    /// The value of an option among the words typed so far, in either of its forms.
    static func value(of option: String, in words: [String]) -> String? {
        for (index, word) in words.enumerated().reversed() {
            if word == option, index + 1 < words.count { return words[index + 1] }
            if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
        }
        return nil
    }
}
