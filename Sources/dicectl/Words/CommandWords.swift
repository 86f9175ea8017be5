import ArgumentParser

/// Rearranges the command line for the argument parser: options before the command move after it,
/// and aliases of commands below `table` become the command's own name.
enum CommandWords {
    static let others = [
        "ls": ["table", "list"], "list": ["table", "list"], "tables": ["table", "list"],
        "new": ["table", "new"], "rm": ["table", "rm"], "set": ["table", "set"],
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
        "share":
            "to share a link to the page: dicectl web --as NAME --lan; to let others on this machine play: diced --share",
        "invite":
            "to print a link for somebody: dicectl web --as NAME; to let somebody play over ssh: dicectl seat KEY-FILE --as NAME",
        "kick":
            "to revoke all links to the page: dicectl web --revoke; to change the players: dicectl table set TABLE --players ann,bo",
        "skip":
            "to end a player's turn: dicectl end-turn --as NAME",
        "import":
            "to save a random table from a file: dicectl save NAME --from FILE; to replace all tables with a backup: dicectl restore FILE",
        "login":
            "to act under a name: dicectl roll --as NAME; to play on another machine: dicectl -H HOST play",
        "start":
            "the daemon starts by itself; to play: dicectl play; to create a table: dicectl table new night 5d6",
    ]
    /// Throws `Error` if the command is unknown or missing.
    static func read(_ arguments: [String]) throws(Error) -> [String] {
        var rest = arguments[...]
        var moved: [String] = []
        while let first = rest.first, first.hasPrefix("-") {
            let name = String(first.prefix { $0 != "=" })
            guard let option = SharedOption(named: name),
                option.value != nil || name == first
            else { break }
            let isWhole = option.value == nil || name != first
            if !isWhole, rest.count == 1, let value = option.value {
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
        let command = try command(own)
        // Without a name, the option lists the systems.
        if own[0] == "save", rest.last == "--system" {
            rest.append("")
        }
        let takesNotation = ["roll", "odds", "explain", "save", "again"].contains(own[0])
        guard takesNotation, rest.contains(where: RollGrammar.isTerm) else {
            return own + moved + rest
        }
        return own + moved
            + DeclaredOptions(of: command)
            .markingTerms(in: Array(rest), isOperand: own[0] == "again")
    }

    private static func take(from rest: inout ArraySlice<String>) -> String? {
        rest.first.map { $0.hasPrefix("-") } ?? true ? nil : rest.removeFirst()
    }

    /// Returns the command that these words name.
    private static func command(_ words: [String]) throws(Error)
        -> any ParsableCommand.Type
    {
        var command: any ParsableCommand.Type = Dicectl.self
        for (index, word) in words.enumerated() {
            guard let next = command.subcommand(word) else {
                let names = command.configuration.subcommands.flatMap { command in
                    [command.configuration.commandName].compactMap(\.self)
                        + command.configuration.aliases
                }
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
        return command
    }

    /// Returns the examples of the command in `arguments` for its help; empty if there is none.
    static func examples(for arguments: [String]) -> String {
        let words = ((try? read(arguments)) ?? []).filter { $0 != "help" }
        guard let command = command(in: words).command as? any ExampleCommand.Type else {
            return ""
        }
        return "\n\nEXAMPLES:\n"
            + command.examples.map { "  dicectl " + $0 }.joined(separator: "\n")
    }

    /// Returns the command that the first words name, and the words after it.
    static func command(in words: [String]) -> (
        command: any ParsableCommand.Type, rest: ArraySlice<String>
    ) {
        var command: any ParsableCommand.Type = Dicectl.self
        var rest = words[...]
        while let word = rest.first, let next = command.subcommand(word) {
            command = next
            rest = rest.dropFirst()
        }
        return (command, rest)
    }

    struct Error: Swift.Error {
        let message: String
        /// The command among whose subcommands the word was looked up.
        let level: any ParsableCommand.Type
    }
}

extension ParsableCommand {
    /// Returns the subcommand of this name or alias.
    fileprivate static func subcommand(_ name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first {
            let configuration = $0.configuration
            return configuration.commandName == name || configuration.aliases.contains(name)
        }
    }
}
