import ArgumentParser
import DiceModel
import Testing

@testable import dicectl

struct CommandWordsTests {
    /// The commands that can be run, with the words that name each.
    private static func commands(
        of command: any ParsableCommand.Type = Dicectl.self
    ) -> [any ExampleCommand.Type] {
        let next = command.configuration.subcommands
        return next.isEmpty
            ? [command as? any ExampleCommand.Type].compactMap(\.self)
            : next.flatMap { commands(of: $0) }
    }

    @Test("every command accepts a table, a host and --json, before and after its words")
    func shared() throws {
        let commands = Self.commands()
        #expect(commands.count > 40)
        let options = ["-t", "odd", "-H", "ann@box", "--json"]
        for command in commands {
            let isRead = command.examples.contains { example in
                // With --table, every word of `table new` is about the dice.
                let words = example.split(separator: " ").map(String.init).filter {
                    command != TableNew.self || $0 != "odd"
                }
                return [options + words, words + options].allSatisfy { words in
                    (try? Dicectl.read(CommandWords.read(words))).map { type(of: $0) == command }
                        ?? false
                }
            }
            #expect(isRead, "\(command)")
        }
    }

    @Test(
        "an option that has no effect still needs a valid value",
        arguments: [["-t", "a b"], ["-t"], ["-H", ""], ["--table="], ["--json=1"]]
    )
    func without(_ option: [String]) {
        #expect(throws: (any Error).self) {
            try Dicectl.read(CommandWords.read(["games"] + option))
        }
    }

    @Test(
        "the command is the first word",
        arguments: [
            (["roll", "1"], ["roll", "1"]),
            (["-t", "a", "roll", "1"], ["roll", "-t", "a", "1"]),
            (
                ["--table=a", "--json", "table", "show"],
                ["table", "show", "--table=a", "--json"]
            ),
            (
                ["--socket", "s", "--no-autostart", "ls"],
                ["table", "list", "--socket", "s", "--no-autostart"]
            ),
            (["--shared", "roll", "1"], ["roll", "--shared", "1"]),
            (["ls"], ["table", "list"]),
            (["tables"], ["table", "list"]),
            (["table", "ls"], ["table", "ls"]),
            (["list", "--json"], ["table", "list", "--json"]),
            (["version"], ["--version"]),
            (["roll", "2d6", "+", "3"], ["roll", "2d6", "+", "3"]),
            (["roll", "1d20", "-1"], ["roll", "1d20", " -1"]),
            (["roll", "1d20", "-", "1"], ["roll", "1d20", " -", "1"]),
            (["roll", "-t", "a", "-1"], ["roll", "-t", "a", "-1"]),
            (["roll", "d6", "--json", "-1"], ["roll", "d6", "--json", " -1"]),
            (
                ["roll", "d6", "--label", "hit", "-1"],
                ["roll", "d6", "--label", "hit", " -1"]
            ),
            (
                ["odds", "d20", "--at-least", "-5"],
                ["odds", "d20", "--at-least", "-5"]
            ),
            (["odds", "d20", "-d6"], ["odds", "d20", " -d6"]),
            (["roll", "attack", "-2"], ["roll", "attack", " -2"]),
            (["roll", "d6", "--label", "-1d4", "-1"], ["roll", "d6", "--label", "-1d4", " -1"]),
            (["again", "-2", "-d4"], ["again", " -2", " -d4"]),
            (["roll", "2d6", "-t", "a"], ["roll", "2d6", "-t", "a"]),
            (["roll", "-1d4"], ["roll", " -1d4"]),
            (["roll", "-d4", "--json", "+1"], ["roll", " -d4", "--json", "+1"]),
            (
                ["odds", "--at-most", "-2", "-(1d4)"],
                ["odds", "--at-most", "-2", " -(1d4)"]
            ),
            (["roll", "-t=d6"], ["roll", "-t=d6"]),
            (["roll", "--label", "-1d4", "d6"], ["roll", "--label", "-1d4", "d6"]),
            (["save", "neg", "-1d4"], ["save", "neg", " -1d4"]),
            (["lock", "-1d4"], ["lock", "-1d4"]),
            (["roll", "2d6", "--", "-1"], ["roll", "2d6", "--", "-1"]),
            (["lock", "-1"], ["lock", "-1"]),
            (["new", "a", "d6"], ["table", "new", "a", "d6"]),
            (["rm", "a"], ["table", "rm", "a"]),
            (["table", "new", "rm"], ["table", "new", "rm"]),
            (["hold", "1"], ["hold", "1"]),
            (["free"], ["free"]),
            (["-t", "a", "cancel"], ["cancel", "-t", "a"]),
            (["end", "a"], ["end", "a"]),
            (["set", "a"], ["table", "set", "a"]),
            (["help", "hold"], ["help", "hold"]),
            (["help"], ["help"]),
            (["roll", "ls"], ["roll", "ls"]),
            (["table"], ["table"]),
            (["table", "--help"], ["table", "--help"]),
            ([], []),
            (["--version"], ["--version"]),
            (["-t", "a", "--help"], ["-t", "a", "--help"]),
            (["--loud", "roll"], ["--loud", "roll"]),
        ]
    )
    func theCommandComesFirst(_ arguments: [String], _ read: [String]) throws {
        #expect(try CommandWords.read(arguments) == read)
    }

    @Test(
        "an unknown command suggests a similar one",
        arguments: [
            (["rol"], "no command \"rol\"; did you mean \"roll\"?"),
            (
                ["-t", "x", "setle"],
                "no command \"setle\"; did you mean \"settle\"?"
            ),
            (
                ["table", "lst"],
                "no command \"table lst\"; did you mean \"list\"?"
            ),
            (
                ["help", "histroy"],
                "no command \"histroy\"; did you mean \"history\"?"
            ),
            (["hlep"], "no command \"hlep\"; did you mean \"help\"?"),
            (
                ["reroll"],
                "no command \"reroll\"; to roll the unlocked dice again: dicectl roll"
            ),
            (
                ["quit"],
                "no command \"quit\"; to quit dicectl play, press q; to stop the daemon: dicectl stop"
            ),
            (["-t"], "-t needs a table name"),
            (["--json", "--socket"], "--socket needs a path"),
            (["-t", "a"], "missing command after a"),
            (["--json"], "missing command after --json"),
            (
                ["conjure"],
                "no command \"conjure\"; to list the commands: dicectl --help"
            ),
        ]
    )
    func anUnknownCommandIsLikeAnother(_ arguments: [String], _ message: String) {
        let error = #expect(throws: CommandWords.Error.self) {
            try CommandWords.read(arguments)
        }
        #expect(error?.message == message)
    }

    @Test(
        "commands of other programs lead to what there is",
        arguments: ["share", "invite", "kick", "skip", "import", "login", "start"]
    )
    func otherPrograms(_ word: String) {
        let error = #expect(throws: CommandWords.Error.self) { try CommandWords.read([word]) }
        #expect(error?.message.contains("dicectl --help") == false)
    }

    @Test("a single number is explained as one die")
    func oneDie() throws {
        let table = try #require(TableName("x"))
        #expect(
            TableNew.hint(at: table, dice: ["5"])
                == "1 die (d5); five six-sided dice: dicectl table new x 5d6"
        )
        for words in [["d5"], ["5d6"], ["6,6"], ["5", "5"], []] {
            #expect(TableNew.hint(at: table, dice: words) == nil)
        }
    }
}
