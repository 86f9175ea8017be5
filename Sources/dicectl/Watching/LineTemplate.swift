import ArgumentParser
import DiceModel

/// A line for a status bar: text with fields, as `{{total}} {{dice}}`.
struct LineTemplate: Hashable {
    enum Field: String, CaseIterable {
        case table, turn, roll, state, rolling, dice, locked, total, by, event, `throw`

        var meaning: String {
            switch self {
            case .table: "the table's name"
            case .turn: "the number of the open turn"
            case .roll: "how many rolls it has"
            case .state: "settled, rolling, or gone (the daemon)"
            case .rolling: "how many dice are in flight"
            case .dice: "every die: 4 6 [3] 1 5, locked in brackets, ? in flight"
            case .locked: "the numbers of the locked dice"
            case .total: "the sum of the dice, ? while any is in flight"
            case .by: "who rolled last, once seen"
            case .event: "what happened last, in words"
            case .throw: "the last throw: 4d6kh3: 6 5 4 (1) = 15, ? while it is in flight"
            }
        }
    }

    private enum Piece: Hashable {
        case text(String)
        case field(Field)
    }

    private let parts: [Piece]

    /// Throws `ValidationError` for an empty text, and for a field that there is not.
    init(_ text: String) throws {
        if text.isEmpty { throw ValidationError("the format is empty; there would be nothing to see") }
        var parts: [Piece] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            parts.append(.text(String(rest[..<start.lowerBound])))
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
                throw ValidationError("\"{{\" without \"}}\" in the format")
            }
            let name = rest[start.upperBound..<end.lowerBound].filter { $0 != " " }
            guard let field = Field(rawValue: name == "held" ? "locked" : name) else {
                let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("the format has no field \"\(name)\"; there are \(known)")
            }
            parts.append(.field(field))
            rest = rest[end.upperBound...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// The line for this table. Control characters of others are made harmless.
    func line(_ table: TableState, by: String?, isGone: Bool) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field): Self.value(of: field, table, by, isGone)
            }
        }.joined()
    }

    private static func value(of field: Field, _ table: TableState, _ by: String?, _ isGone: Bool) -> String {
        let snapshot = table.snapshot
        return switch field {
        case .table: Printable.text(snapshot.table)
        case .turn: String(snapshot.turn)
        case .roll: String(snapshot.roll)
        case .state: isGone ? "gone" : snapshot.rolling ? "rolling" : "settled"
        case .rolling: String(table.dice.count(where: \.animating))
        case .dice: EventText.values(table.dice).joined(separator: " ")
        case .locked: EventText.numbers(table.dice.filter(\.locked).map(\.die))
        case .total: snapshot.rolling ? "?" : String(table.total)
        case .by: by.map(Printable.text) ?? ""
        case .event: table.caption
        case .throw: table.thrown.last.map { Printable.text($0.result?.text ?? $0.expression + ": ?") } ?? ""
        }
    }
}
