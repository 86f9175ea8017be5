// The wire format of outcomes.

public import DiceModel
import DiceNotation

extension ThrowMeaning {
    static let members = Members(
        Self.init,
        Member(
            "check",
            ifPresent: \.check,
            TargetCheck.wireForm,
            "The comparison of the total with its target."
        ),
        Member(
            "checks",
            ifPresent: \.checks,
            [TargetCheck].wireForm,
            "The check of each round of a repeat."
        ),
        Member(
            "result",
            ifPresent: \.result,
            String.wireForm,
            "The outcome of the total; absent if none applies."
        ),
        Member(
            "results",
            ifPresent: \.results,
            Form(schema: .array(of: .string())),
            "The outcome of each round of a repeat; empty if none applies."
        ),
        Member(
            "symbols",
            ifPresent: \.symbols,
            SymbolCounts.wireForm,
            "The count of each symbol on the dice."
        )
    )
}

extension TargetCheck: Message {
    static let members = Members(
        component: "TargetCheck",
        Self.init,
        Member("target", \.target),
        Member("compare", \.compare, .enumeration(["<", "<=", "=", ">=", ">"])),
        Member("made", \.made),
        Member(
            "margin",
            ifPresent: \.margin,
            Double.wireForm,
            "The margin by which the check was made; negative if it was missed, absent with =."
        )
    )
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
