import DiceModel
import DiceNotation
import Foundation
import Testing

/// `notation-vectors.json`, against which other implementations can be tested. `DICED_RECORD=1`
/// writes it anew.
@Suite struct NotationVectorTests {
    private let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "notation-vectors.json"
    )

    /// Modifiers, which are combined in all pairs. A comparison directly after a bare `!` would
    /// belong to it.
    private static let modifiers = [
        "kh2", "kl2", "dh1", "dl1", "k>=3", "d<3", "!=6", "!!=6", "!p=6", "!o=6",
        "!o2>4", "r<3",
        "ro<3", "u", "uo",
        "min2", "max5", ">=4", "f1", ">=4x2=6", "cs>4", "sd",
    ]
    private static let groupModifiers = [
        "kh2", "dl1", "k>=5", "d<5", ">=5", "f<4", ">=5x2>6", "sa",
    ]

    /// Expressions and faces of other suites, whose results are written by hand.
    private static var written: [(String, [Int])] {
        var written: [(String, [Int])] = []
        written += EvaluationTests.cases.map { ($0.0, $0.1) }
        written += CountTests.cases.map { ($0.0, $0.1) }
        written += TargetTests.cases.map { ($0.0, $0.1) }
        written += OutcomeTests.cases.map { ($0.0, $0.1) }
        written += OwnFaceTests.cases.map { ($0.0, $0.1) }
        written += LimitTests.failures.map { ($0.0, $0.1) }
        return written + KeptTests.groups.map { ($0.0, $0.1) }
    }

    private static var refused: [String] {
        let marked =
            CountTests.impossible + MeaningErrorTests.cases.map(\.0)
            + ErrorTests.cases.map(\.0)
        return marked.map {
            String(
                String.UnicodeScalarView(
                    $0.unicodeScalars.filter { $0 != "‹" && $0 != "›" }
                )
            )
        }
    }

    private static func recorded() throws -> [NotationVector] {
        var vectors: [NotationVector] = []
        for (text, faces) in written {
            var left = faces[...]
            let vector = try NotationVector(text) { _ in
                let face = left.popFirst()
                return try #require(face)
            }
            vectors.append(vector)
        }
        let singles = modifiers.flatMap {
            ["4d6\($0)", "4dF\($0)", "3d{1,2,,2,5,6}\($0)"]
        }
        let pairs = modifiers.flatMap { one in modifiers.map { "4d6\(one)\($0)" } }
        let groups = groupModifiers.flatMap { one in
            groupModifiers.map { "{2d4, d6, d8-1}\(one)\($0)" }
        }
        var random = SeededGenerator(seed: 47)
        for text in singles + pairs + groups {
            // High faces are frequent, so that dice explode.
            vectors.append(
                try NotationVector(text) { sides in
                    Int.random(in: 1...4, using: &random) == 1
                        ? sides : Int.random(in: 1...sides, using: &random)
                }
            )
        }
        return vectors + (try refused.map { try NotationVector($0) { _ in 1 } })
    }

    @Test("every recorded vector gives its recorded result") func eachComesToWhatIsWritten() throws
    {
        if ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" {
            let lines = try Self.recorded().map { try $0.line() }
            try Data(("[\n" + lines.joined(separator: ",\n") + "\n]\n").utf8).write(
                to: file
            )
        }
        let vectors = try JSONDecoder().decode(
            [NotationVector].self,
            from: Data(contentsOf: file)
        )
        #expect(vectors.count >= 400)
        #expect(Set(vectors.map(\.expression)).count >= 400)
        for vector in vectors {
            var left = (vector.faces ?? [])[...]
            let made = try NotationVector(vector.expression) { _ in
                let face = left.popFirst()
                return try #require(face)
            }
            var compared = made
            if vector.error != nil, made.error != nil {
                // Sentences may change.
                compared.error = vector.error
            }
            #expect(compared == vector)
            #expect(left.isEmpty)
        }
    }

    @Test("every construct appears in the vectors") func eachConstructIsThere() throws {
        let vectors = try JSONDecoder().decode(
            [NotationVector].self,
            from: Data(contentsOf: file)
        )
        for one in Self.modifiers {
            for other in Self.modifiers {
                #expect(
                    vectors.contains { $0.expression == "4d6\(one)\(other)" },
                    "\(one)\(other)"
                )
            }
        }
        let members: [any Sequence] = [
            vectors.compactMap(\.totals), vectors.compactMap(\.symbols),
            vectors.compactMap(\.result),
            vectors.compactMap(\.results), vectors.compactMap(\.check),
            vectors.compactMap(\.checks),
            vectors.compactMap(\.error),
        ]
        for member in members {
            #expect(member.underestimatedCount >= 2)
        }
    }
}
