import DiceModel
import Testing

@testable import DiceNotation

/// The grammar of dice-notation(7) is the one that is read.
struct NotationGrammarTests {
    private func grammar() throws -> Grammar {
        let text = try ManualPage("dice-notation.7").part("GRAMMAR").displays.joined()
        return Grammar(text, characters: ["letter": "nBz", "digit": "0123456789", "character": "aé 1("])
    }

    @Test func everyRuleIsThere() throws {
        let grammar = try grammar()
        #expect(grammar.unknown == [])
        #expect(grammar.names.isSuperset(of: ["expression", "dice", "group", "call", "modifier", "number"]))
    }

    @Test(arguments: 0..<4)
    func whatItMakesIsRead(_ seed: UInt64) throws {
        let grammar = try grammar()
        var random = SeededGenerator(seed: seed)
        var count = 0
        while count < 500 {
            let text = grammar.text(of: "expression", depth: Int.random(in: 8...24, using: &random), &random)
            // Numbers are limited besides.
            guard text.count <= NotationLimits.length, text.firstMatch(of: /[0-9]{11}|\.[0-9]{5}/) == nil else {
                continue
            }
            count += 1
            var parser = Parser(text)
            do {
                _ = try parser.parse()
            } catch {
                #expect(error.message.hasPrefix("it has a label already"), "\(error): \(text)")
            }
        }
    }
}
