import DiceModel
import DiceNotation
import Foundation

/// The result of an expression, for other implementations; dice-notation(7) describes the members.
struct NotationVector: Codable, Equatable {
    struct Target: Codable, Equatable {
        var target: Double
        var compare: String
        var made: Bool
        var margin: Double?
    }

    var expression: String
    var faces: [Int]?
    var total: Double?
    var totals: [Double]?
    var kept: [Bool]?
    var text: String?
    var symbols: [String: Int]?
    var result: String?
    var results: [String]?
    var check: Target?
    var checks: [Target]?
    var error: String?

    /// Evaluates an expression with this program. Rethrows the errors of `face`.
    init(_ text: String, _ face: (_ sides: Int) throws -> Int) throws {
        expression = text
        let read: DiceNotation.Expression
        do throws(NotationError) {
            read = try Expression(parsing: text)
        } catch {
            self.error = error.message
            return
        }
        let evaluation = try read.evaluate(face)
        faces = evaluation.draws.map(\.face)
        if let failure = evaluation.failure {
            error = failure
            return
        }
        total = evaluation.total.map(Self.number)
        totals = evaluation.totals?.map(Self.number)
        kept = evaluation.dice.map(\.isKept)
        self.text = evaluation.text
        symbols = evaluation.symbols.map {
            Dictionary(uniqueKeysWithValues: $0.map { ($0.word, $0.count) })
        }
        let targets = evaluation.checks.map {
            Target(
                target: Self.number($0.target),
                compare: $0.relation.rawValue,
                made: $0.isMade,
                margin: $0.margin.map(Self.number)
            )
        }
        if evaluation.totals == nil {
            check = targets.first
            result = evaluation.results.first ?? nil
        } else {
            checks = targets.isEmpty ? nil : targets
            results =
                evaluation.results.isEmpty ? nil : evaluation.results.map { $0 ?? "" }
        }
    }

    /// Returns the number as it is printed.
    private static func number(_ fraction: Fraction) -> Double {
        Double(fraction.description) ?? .nan
    }

    /// Returns its JSON on one line, with the members in order.
    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func member(_ name: String, _ value: (some Encodable)?) throws -> String? {
            try value.map {
                "\"\(name)\":\(String(decoding: try encoder.encode($0), as: UTF8.self))"
            }
        }
        let members = [
            try member("expression", expression), try member("faces", faces),
            try member("total", total),
            try member("totals", totals), try member("kept", kept),
            try member("text", text),
            try member("symbols", symbols), try member("result", result),
            try member("results", results),
            try member("check", check), try member("checks", checks),
            try member("error", error),
        ]
        return "{" + members.compactMap(\.self).joined(separator: ",") + "}"
    }
}
