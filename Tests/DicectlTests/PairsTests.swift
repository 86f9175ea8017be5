import DiceClient
import DiceFollowing
import DiceModel
import DiceWire
import Foundation
import Testing

@testable import DiceNotation
@testable import dicectl

/// What players type after `dicectl roll`, and what is meant: `Recorded/pairs.txt`.
///
/// `DICED_RECORD=1` adds what new lines mean, to be read by a person before it is kept.
@Suite struct PairsTests {
    struct Pair: Sendable {
        let typed: String
        /// `= ` and the requests, or `? ` and the corrections.
        let meant: String
    }

    /// The pairs. A line that begins with two number signs is a heading.
    static let pairs: [Pair] = lines.filter { !$0.hasPrefix("##") }.map { line in
        let columns = line.split(separator: "\t")
        return Pair(typed: String(columns[0]), meant: String(columns.last ?? ""))
    }

    private static let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Recorded/pairs.txt")

    private static let lines: [String] = {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map(String.init)
        guard ProcessInfo.processInfo.environment["DICED_RECORD"] == "1" else { return lines }
        let known = lines.map { line in
            let isKnown = line.hasPrefix("##") || line.contains("\t")
            return isKnown ? line : line + "\t" + ((try? meaning(of: line)) ?? "rejected")
        }
        try? Data((known.joined(separator: "\n") + "\n").utf8).write(to: file)
        return known
    }()

    private static let saved = [
        "attack": "1d20+{bonus=7}", "duel": "2d10", "longsword": "1d20+5 # hit; 1d8+3 # dmg",
    ]
    private static let tables = ["here", "night", "duel"]

    /// Splits a command line at blanks outside single quotes.
    static func words(of line: String) -> [String] {
        var words: [String] = []
        for (index, part) in line.split(separator: "'", omittingEmptySubsequences: false)
            .enumerated()
        {
            if index.isMultiple(of: 2) {
                words += part.split(separator: " ").map(String.init)
            } else {
                words.append(String(part))
            }
        }
        return words
    }

    static func meaning(of line: String) throws -> String {
        do {
            return "= " + (try requests(of: words(of: line)))
        } catch CommandError.notation(let error, _) where error.reason == .otherForm {
            return "? " + error.expected.joined(separator: " | ")
        } catch CommandError.notation(let error, _) {
            return "! " + error.expected.joined(separator: " | ")
        }
    }

    private static func requests(of words: [String]) throws -> String {
        let order = RollOrder(words: try RollWords(words))
        try order.validate()
        let here = try #require(TableName("here"))
        var answer = RollOrder.Answer()
        for table in order.question(at: here).tables
        where !tables.contains(table.description) {
            answer.missing[table] = WireError.tableNotFound(table)
        }
        answer.rolls = .success(
            try saved.map {
                SavedRoll(name: try #require(RollName($0)), expression: $1)
            }
        )
        switch try order.resolved(at: here, answer, animate: true) {
        case .dice(let roll):
            let dice = roll.dice.map { $0.map(String.init).joined(separator: " ") } ?? "all"
            return at(roll.table) + "dice " + dice
        case .throws(let asked, let table):
            return at(table) + asked.map(text).joined(separator: "; ")
        }
    }

    private static func at(_ table: TableName) -> String {
        table.description == "here" ? "" : "\(table): "
    }

    private static func text(of asked: ThrowParams) -> String {
        let values = asked.values?.values.sorted { $0.key < $1.key } ?? []
        return (asked.expression ?? "saved \(asked.saved?.description ?? "")")
            + values.map { " \($0)=\(NumberText.text($1))" }.joined()
            + (asked.label.map { " # " + $0 } ?? "")
    }

    @Test("there are 400 pairs and more") func enough() {
        #expect(Self.pairs.count >= 400)
        #expect(Set(Self.pairs.map(\.typed)).count == Self.pairs.count)
    }

    @Test("what is typed rolls what is meant, or is corrected", arguments: pairs.indices)
    func typed(_ index: Int) throws {
        let pair = Self.pairs[index]
        #expect(try Self.meaning(of: pair.typed) == pair.meant, "\(pair.typed)")
    }

    @Test("each correction rolls dice as it is") func corrected() throws {
        var random = SystemRandomNumberGenerator()
        for pair in Self.pairs where pair.meant.hasPrefix("? ") {
            let texts = pair.meant.dropFirst(2).components(separatedBy: " | ")
            for text in texts where !text.contains("attack") {
                for roll in try RollText.all(of: text) {
                    let written = try #require(try? roll.written().filled(), "\(pair.typed)")
                    let total = try written.expression.evaluate(using: &random).total
                    #expect(total != nil, "\(pair.typed): \(text)")
                }
            }
        }
    }

    @Test("each form is in a pair") func used() {
        var unused = Set(OtherForm.all.map(\.pattern))
        for pair in Self.pairs {
            let line = Self.words(of: pair.typed).joined(separator: " ")
            let text = RollText.read(line)
            for reading in [OtherReading(words: text), OtherReading(of: text)] {
                unused.subtract(reading?.patterns ?? [])
            }
        }
        #expect(unused.sorted() == [])
    }
}
