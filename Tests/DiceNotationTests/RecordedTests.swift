import DiceNotation
import Foundation
import Testing

/// A thousand random expressions from the grammar of the third edition, with their results at that
/// time.
@Suite struct RecordedTests {
    private typealias Line = (text: String, faces: [Int], result: String)

    private let lines: [Line]

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Recorded/expressions.tsv"
        )
        lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
                .map(
                    String.init
                )
            try #require(columns.count == 3)
            return (
                columns[0], columns[1].split(separator: " ").compactMap { Int($0) },
                columns[2]
            )
        }
    }

    private func result(_ expression: DiceNotation.Expression, _ faces: [Int]) throws
        -> Evaluation
    {
        var left = faces[...]
        return try expression.evaluate { _ in
            let face = left.popFirst()
            return try #require(face)
        }
    }

    @Test("recorded expressions keep their results in grammar 3")
    func theThirdGrammarReadsThemAsItDid() throws {
        #expect(lines.count == 1_000)
        for line in lines {
            var result = try result(Expression(parsing: line.text, .third, .stored), line.faces)
            result.grammar = .third
            result.saysNoDice = false
            #expect(
                result.text == line.result && result.draws.count == line.faces.count,
                "\(line.text)"
            )
        }
    }

    /// Except for counts that no die can meet, and for the totals of counted members, which are now
    /// shown.
    @Test("today's grammar gives the recorded results or refuses an impossible count")
    func todaysDoesAsWell() throws {
        var refused = 0
        var shown = 0
        for line in lines {
            do throws(NotationError) {
                _ = try Expression(parsing: line.text, .current, .stored)
            } catch {
                refused += 1
                #expect(error.message.hasPrefix("no die of"), "\(line.text): \(error)")
                continue
            }
            var result = try result(Expression(parsing: line.text, .current, .stored), line.faces)
            if result.text != line.result {
                shown += 1
            }
            result.grammar = .third
            result.saysNoDice = false
            #expect(result.text == line.result, "\(line.text)")
        }
        #expect(
            (1...100).contains(refused) && (1...100).contains(shown),
            "\(refused), \(shown)"
        )
    }
}
