// The wire format of outcomes.

public import DiceModel
import DiceNotation

extension ThrowMeaning {
    mutating func visit(_ field: inout Fields) {
        field("check", &check, .any, "The comparison of the total with its target.")
        field("checks", &checks, .any, "The check of each round of a repeat.")
        field("result", &result, .any, "The outcome of the total; absent if none applies.")
        field(
            "results",
            &results,
            .any,
            "The outcome of each round of a repeat; empty if none applies."
        )
        field("symbols", &symbols, .any, "The count of each symbol on the dice.")
    }
}

extension TargetCheck: Message {
    static var blank: Self { Self(target: 0, compare: "", made: false) }

    mutating func visit(_ field: inout Fields) {
        field("target", &target)
        field("compare", &compare, .enumeration(["<", "<=", "=", ">=", ">"]))
        field("made", &made)
        field(
            "margin",
            &margin,
            .any,
            "The margin by which the check was made; negative if it was missed, absent with =."
        )
    }
}

extension SymbolCounts: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard case .object(let members) = json else {
            throw JSONMismatch(wanted: "an object")
        }
        self.init([])
        for member in members {
            symbols.append(
                Symbol(word: member.name, count: try Int(json: member.value))
            )
        }
    }

    public func write(to json: inout JSONWriter) {
        json.object { json in
            for symbol in symbols {
                json.member(named: symbol.word, symbol.count)
            }
        }
    }

    static var wireForm: Form<Self> { Form(schema: .map(of: .integer())) }
}
