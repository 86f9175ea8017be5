import ArgumentParser

/// Rearranges the command line for the argument parser: options before the command move after it,
/// and aliases become the command's own name.
enum CommandWords {
    static let others = [
        "ls": ["table", "list"], "list": ["table", "list"],
        "tables": ["table", "list"],
        "table ls": ["table", "list"],
        "new": ["table", "new"], "rm": ["table", "rm"], "set": ["table", "set"],
        "hold": ["lock"],
        "free": ["unlock"],
        "cancel": ["settle"], "end": ["end-turn"],
    ]
    /// The equivalents of commands that other tools have.
    private static let elsewhere = [
        "undo":
            "rolls cannot be undone; to unlock dice: dicectl unlock; to move your last turn to another box: dicectl correct BOX",
        "reroll": "to roll the unlocked dice again: dicectl roll",
        "join":
            "to play at a table: dicectl play TABLE; to list the tables: dicectl list",
        "exit":
            "to quit dicectl play, press q; to stop the daemon: dicectl stop",
    ]
    private static let flags = ["--json", "--no-autostart", "--shared"]
    private static let options = [
        "-t": "a table name", "--table": "a table name",
        "--socket": "a path",
        "-H": "a host",
        "--host": "a host",
    ]

    /// Throws `Error` if the command is unknown or missing.
    static func read(_ arguments: [String]) throws(Error) -> [String] {
        var rest = arguments[...]
        var moved: [String] = []
        while let first = rest.first, first.hasPrefix("-") {
            let isWhole =
                flags.contains(first)
                || options.keys.contains { first.hasPrefix($0 + "=") }
            guard isWhole || options[first] != nil else { break }
            if !isWhole, rest.count == 1, let value = options[first] {
                throw Error(message: "\(first) needs \(value)", level: Dicectl.self)
            }
            moved += rest.prefix(isWhole ? 1 : 2)
            rest = rest.dropFirst(isWhole ? 1 : 2)
        }
        if rest.isEmpty, let last = moved.last {
            throw Error(message: "missing command after \(last)", level: Dicectl.self)
        }
        guard let word = take(from: &rest) else { return arguments }
        if word == "help" {
            return [word] + (try rest.isEmpty ? [] : read(Array(rest)))
        }
        let words = [word, word == "table" ? take(from: &rest) : nil].compactMap(\.self)
        if words == ["version"], rest.isEmpty {
            return ["--version"]
        }
        let own = others[words.joined(separator: " ")] ?? words
        try check(own)
        let takesNotation = ["roll", "odds", "explain"].contains(own[0])
        // Without a name, the option lists the systems.
        if own[0] == "save", rest.last == "--system" {
            rest.append("")
        }
        if own[0] == "save" {
            return own + moved + rest.map { OperatorWords.hasDice($0) ? " " + $0 : $0 }
        }
        if own == ["again"] {
            return own + moved
                + rest.map {
                    Int($0) != nil || OperatorWords.hasDice($0) ? " " + $0 : $0
                }
        }
        return own + moved
            + (takesNotation ? OperatorWords.joined(Array(rest)) : Array(rest))
    }

    private static func take(from rest: inout ArraySlice<String>) -> String? {
        rest.first.map { $0.hasPrefix("-") } ?? true ? nil : rest.removeFirst()
    }

    private static func check(_ words: [String]) throws(Error) {
        var command: any ParsableCommand.Type = Dicectl.self
        for (index, word) in words.enumerated() {
            let commands = command.configuration.subcommands
            guard
                let next = commands.first(where: {
                    $0.configuration.commandName == word
                })
            else {
                let names = commands.compactMap { $0.configuration.commandName }
                let known =
                    names
                    + (index == 0 ? others.keys.sorted() + ["help", "version"] : [])
                let help =
                    elsewhere[word == "quit" ? "exit" : word].map { "; " + $0 }
                    ?? Suggestion.didYouMean(word, known)
                    ?? "; to list the commands: dicectl --help"
                let name = words.prefix(index + 1).joined(separator: " ")
                throw Error(
                    message: "no command \"\(name)\"\(help)",
                    level: command
                )
            }
            command = next
        }
    }

    struct Error: Swift.Error {
        let message: String
        /// The command among whose subcommands the word was looked up.
        let level: any ParsableCommand.Type
    }
}
