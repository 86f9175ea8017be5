import DiceModel
import DiceNotation
import Testing
import WireProperties

/// Texts designed to take long, use much memory or break something.
@Suite struct HostileTextTests {
    static let pieces = [
        "(", ")", "{", "}", "[", "]", "!", "9", "-", "x", "d", "k", "r", "f", "u", "s",
        ",", ".",
        "<", "=", "+", "*",
        "**", "%", " ", "\0",
        "é", "\u{301}", "👨‍👩‍👧", "\r\n", "(d", "d(", "1x", "1d1", "d6!", "{a", "{a=", "{a}",
        "1[a]",
        "1+", "-(", "abs(",
        "max(1,", "(1)d",
        "10000d6", "1000x", "1000x(", "d6u", "d2r", "kh1", "!>1", "9**", "0x", "d6!>(",
        "{1}>(",
        "min(", "{{", "adv+",
        "d%",
    ]

    @Test("repeated pieces keep the properties of the notation", arguments: pieces)
    func aRepeatedPieceComesBack(_ piece: String) throws {
        let maximum = TextLimit.rolled.bytes / piece.utf8.count
        for count in [2, maximum] {
            try NotationProperties.check(repeated(piece, count), seed: 1)
            try NotationProperties.check("d6" + repeated(piece, count - 2), seed: 1)
            try NotationProperties.check(repeated(piece, count / 2) + "1", seed: 1)
        }
    }

    @Test("a text that is too long is not parsed") func whatIsTooLongIsNotRead() throws {
        for piece in Self.pieces {
            let error = try error(of: repeated(piece, 65_536 / piece.utf8.count + 1))
            guard case .length(let excess) = error.reason else {
                Issue.record("\(piece): \(error.reason)")
                continue
            }
            #expect(excess.limit < excess.actual, "\(piece)")
        }
    }

    @Test("random mixtures of pieces keep the properties of the notation", arguments: 0..<8)
    func mixturesComeBack(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            var text = ""
            while text.count < 1_024 {
                let piece = Self.pieces[
                    Int.random(in: Self.pieces.indices, using: &random)
                ]
                text += repeated(piece, Int.random(in: 1...40, using: &random))
            }
            try NotationProperties.check(String(text.prefix(1_024)), seed: seed)
        }
    }

    /// Work that grows by a factor with each level would never end here.
    @Test(
        "nested texts cost no more than their length",
        arguments: ["d6!>(", "d6r<(", "d6kh(", "d(", "{d6}>(", "d6cs>(", "(", "abs("]
    )
    func nestingCostsNoMoreThanItsLength(_ piece: String) throws {
        let text = repeated(piece, 100) + "7" + repeated(")", 100)
        try NotationProperties.check(text, seed: 1)
        try NotationProperties.check("0x" + text, seed: 1)
    }
}
