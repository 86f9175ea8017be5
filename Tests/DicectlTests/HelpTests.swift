import ArgumentParser
import Testing

@testable import dicectl

@Suite("help")
struct HelpTests {
    private static func leaves(
        _ command: any ParsableCommand.Type,
        _ words: [String] = []
    )
        -> [[String]]
    {
        let below = command.configuration.subcommands.flatMap { next in
            leaves(next, words + [next.configuration.commandName].compactMap(\.self))
        }
        return below + (words.isEmpty ? [] : [words])
    }

    @Test(
        "every command has two examples, and both can be parsed",
        arguments: leaves(Dicectl.self)
    )
    func examples(_ words: [String]) throws {
        let examples = try #require(Examples.all[words.joined(separator: " ")])
        #expect(examples.count == 2)
        for example in examples {
            let arguments = example.replacing("'", with: "").split(separator: " ").map(
                String.init
            )
            let command = try Dicectl.parseAsRoot(try CommandWords.read(arguments))
            #expect(
                type(of: command).configuration.commandName == words.last
                    || words == ["table"]
            )
        }
        #expect(Examples.text(words + ["--help"]).hasSuffix("  dicectl \(examples[1])"))
        #expect(Examples.text(["help"] + words).hasSuffix("  dicectl \(examples[1])"))
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
        #expect(lines(Roll.self) + Examples.text(["roll"]).count { $0 == "\n" } <= 50)
    }
}
