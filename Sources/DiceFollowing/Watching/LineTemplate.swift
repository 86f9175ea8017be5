import ArgumentParser
import DiceDrawing
import DiceGames
import DiceModel
import DiceWire

/// A line for a status bar: text with fields, such as `{{total}} {{dice}}`.
package struct LineTemplate: Hashable {
    package enum Field: String, CaseIterable {
        case table, turn, roll, state, rolling, dice, locked, total, by, up, score,
            event, `throw`

        package var meaning: String {
            switch self {
            case .table: "the table's name"
            case .turn: "the open turn's number"
            case .roll: "its number of rolls"
            case .state: "settled, rolling, or gone (no daemon)"
            case .rolling: "the number of dice in flight"
            case .dice: "all dice: 4 6 [3] 1 5, locked ones in brackets, ? in flight"
            case .locked: "the numbers of the locked dice"
            case .total: "the sum of the dice, ? while any is in flight"
            case .by: "the last roller, if seen"
            case .up: "the current player, at a table with players"
            case .score: "the score of the match: ann 38, bo 20"
            case .event: "the last event, in words"
            case .throw:
                "the last throw: 4d6kh3: 6 5 4 (1) = 15, ? while it is in flight"
            }
        }
    }

    private enum Piece: Hashable {
        case text(String)
        /// A field, verbatim or as a quoted JSON string.
        case field(Field, isJSON: Bool)
    }

    private let parts: [Piece]

    /// Throws `ValidationError` if the text is empty or has an unknown field.
    package init(_ text: String) throws {
        if text.isEmpty {
            throw ValidationError("the format is empty; use one such as '{{total}} {{dice}}'")
        }
        var parts: [Piece] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            parts.append(.text(String(rest[..<start.lowerBound])))
            guard let end = rest[start.upperBound...].firstRange(of: "}}") else {
                throw ValidationError("\"{{\" without \"}}\" in the format")
            }
            let words = rest[start.upperBound..<end.lowerBound].split(separator: " ")
            let isJSON = words.count > 1 && words[0] == "json"
            let name = words.dropFirst(isJSON ? 1 : 0).joined()
            guard let field = Field(rawValue: name == "held" ? "locked" : name) else {
                let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(
                    "no field \"\(name)\" in formats; the fields are \(known)"
                )
            }
            parts.append(.field(field, isJSON: isJSON))
            rest = rest[end.upperBound...]
        }
        self.parts = parts + [.text(String(rest))]
    }

    /// Returns the line for this table. Control characters in fields are made harmless.
    func line(_ table: TableState, by: String?, isGone: Bool) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field, false): Self.value(of: field, table, by, isGone)
            case .field(let field, true):
                String(
                    decoding: Self.value(of: field, table, by, isGone).jsonBytes(),
                    as: UTF8.self
                )
            }
        }.joined()
    }

    private static func value(
        of field: Field,
        _ table: TableState,
        _ by: String?,
        _ isGone: Bool
    )
        -> String
    {
        let snapshot = table.snapshot
        return switch field {
        case .table: Printable.text(snapshot.table)
        case .turn: String(snapshot.turn)
        case .roll: String(snapshot.roll)
        case .state:
            if isGone {
                "gone"
            } else {
                snapshot.rolling ? "rolling" : "settled"
            }
        case .rolling: String(table.dice.count(where: \.animating))
        case .dice: EventText.values(table.dice).joined(separator: " ")
        case .locked: EventText.numbers(table.dice.filter(\.locked).map(\.die))
        case .total: snapshot.rolling ? "?" : String(table.total)
        case .by: by.map(Printable.text) ?? ""
        case .up: snapshot.up.map(Printable.text) ?? ""
        case .score:
            snapshot.game.map { $0.over ? $0.result : $0.standings.last ?? "" } ?? ""
        case .event: table.caption
        case .throw:
            table.thrown.last.map {
                Printable.text($0.result?.text ?? $0.expression + ": ?")
            } ?? ""
        }
    }
}
