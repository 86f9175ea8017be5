import DiceModel
import DiceNotation
import Testing
import WireProperties

/// Random expressions from the grammar, and texts that are nearly expressions.
@Suite struct RandomExpressionTests {
    @Test("random expressions keep the properties of the notation", arguments: 0..<8)
    func everyPropertyHolds(_ part: UInt64) throws {
        var texts = RandomExpressions(SeededGenerator(seed: part))
        var read = 0
        for seed in 0..<200 {
            let text = texts.text()
            try NotationProperties.check(text, seed: UInt64(seed))
            if (try? Expression(parsing: text)) != nil {
                read += 1
            }
        }
        // Enough texts must be valid: the rest is rejected for a division by zero and similar
        // errors.
        #expect(read > 140)
    }

    @Test("broken texts are refused at the position of the error", arguments: 0..<8)
    func brokenTextsAreRefusedInTheirPlace(_ part: UInt64) throws {
        var texts = RandomExpressions(SeededGenerator(seed: 100 + part))
        let pieces = [
            "(", ")", "{", "}", "[", "]", "d", "!", "x", ",", "-", "**", "é", " ", "0",
            "kh", ">=",
            "\u{301}",
        ]
        for seed in 0..<200 {
            var text = texts.text()
            for _ in 0..<Int.random(in: 1...3, using: &texts.random) {
                let place = text.index(
                    text.startIndex,
                    offsetBy: Int.random(in: 0...text.count, using: &texts.random)
                )
                if place < text.endIndex, Bool.random(using: &texts.random) {
                    text.remove(at: place)
                } else {
                    text.insert(
                        contentsOf: pieces[
                            Int.random(in: pieces.indices, using: &texts.random)
                        ],
                        at: place
                    )
                }
            }
            try NotationProperties.check(text, seed: UInt64(seed))
        }
    }

    @Test("a seed generates the same expressions") func aSeedMakesTheSameExpressions() {
        var one = RandomExpressions(SeededGenerator(seed: 1))
        var other = RandomExpressions(SeededGenerator(seed: 1))
        #expect((0..<20).map { _ in one.text() } == (0..<20).map { _ in other.text() })
    }
}
