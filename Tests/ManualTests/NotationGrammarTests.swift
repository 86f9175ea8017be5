import DiceModel
import Testing

@testable import DiceNotation

/// The grammar of dice-notation(7) is the one that the parser accepts.
struct NotationGrammarTests {
    private func grammar() throws -> Grammar {
        let text = try ManualPage("dice-notation.7").part("GRAMMAR").displays.joined()
        return Grammar(
            text,
            characters: ["letter": "nBz", "digit": "0123456789", "character": "aé 1("]
        )
    }

    @Test("every grammar rule is present") func everyRuleIsThere() throws {
        let grammar = try grammar()
        #expect(grammar.unknown == [])
        #expect(
            grammar.names.isSuperset(of: [
                "throw", "expression", "dice", "face", "group", "call", "modifier",
                "outcome",
                "number",
            ])
        )
    }

    /// The errors that the grammar does not exclude.
    private static let besides = [
        "there is already a label", "put the lower total first",
        "two outcomes cover the same total", "list only consecutive totals",
        "the computed total is", "`else` must be the last outcome",
        "the words of an outcome must", "a number on a face may be at most",
        "the explosion limit must", "this may be two throws", "a blank must not separate",
        "exactly one single d20 must precede", "another die precedes",
        "advantage applies to a single die", "missing count before the multiplier",
    ]

    @Test("texts generated from the grammar can be parsed", arguments: 0..<4)
    func whatItMakesIsRead(_ seed: UInt64) throws {
        let grammar = try grammar()
        var random = SeededGenerator(seed: seed)
        var count = 0
        while count < 500 {
            let text = grammar.text(
                of: "throw",
                depth: Int.random(in: 8...24, using: &random),
                &random
            )
            // Numbers have further limits.
            guard text.count <= NotationLimits.length,
                text.firstMatch(of: /[0-9]{11}|\.[0-9]{5}/) == nil
            else {
                continue
            }
            count += 1
            var parser = Parser(Array(text.utf8)[...])
            do {
                _ = try parser.parse()
            } catch {
                #expect(
                    Self.besides.contains(where: error.message.hasPrefix),
                    "\(error): \(text)"
                )
            }
        }
    }
}
