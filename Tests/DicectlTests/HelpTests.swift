import ArgumentParser
import Testing

@testable import dicectl

@Suite("help")
struct HelpTests {
    private static func commands(
        _ command: any ParsableCommand.Type = Dicectl.self,
        _ words: [String] = []
    )
        -> [[String]]
    {
        let below = command.configuration.subcommands.flatMap { next in
            commands(next, words + [next.configuration.commandName].compactMap(\.self))
        }
        return below + (words.isEmpty ? [] : [words])
    }

    @Test("every command has two examples, and both can be parsed", arguments: commands())
    func examples(_ words: [String]) throws {
        let command = CommandWords.command(in: words).command
        let examples = try #require((command as? any ExampleCommand.Type)?.examples)
        #expect(examples.count == 2)
        for example in examples {
            let arguments = example.replacing("'", with: "").split(separator: " ").map(
                String.init
            )
            let parsed = try Dicectl.parseAsRoot(try CommandWords.read(arguments))
            #expect(type(of: parsed) == command || words == ["table"])
        }
        for arguments in [words + ["--help"], ["help"] + words] {
            let text = CommandWords.examples(for: arguments)
            #expect(text.hasSuffix("  dicectl \(examples[1])"))
        }
    }

    @Test(
        "an alias is the command",
        arguments: [
            (["hold", "1"], ["lock", "1"]), (["free"], ["unlock"]), (["cancel"], ["settle"]),
            (["end", "a"], ["end-turn", "a"]), (["table", "ls"], ["table", "list"]),
        ]
    )
    func aliases(_ typed: [String], _ meant: [String]) throws {
        let command = CommandWords.command(in: meant).command
        #expect(type(of: try Dicectl.read(CommandWords.read(typed))) == command)
    }

    @Test("the help fits on one screen")
    func lengths() {
        func lines(_ command: any ParsableCommand.Type) -> Int {
            Dicectl.helpMessage(for: command, columns: 80).split(
                separator: "\n",
                omittingEmptySubsequences: false
            )
            .count
        }
        #expect(lines(Dicectl.self) <= 60)
        #expect(lines(Roll.self) + CommandWords.examples(for: ["roll"]).count { $0 == "\n" } <= 50)
    }
}
