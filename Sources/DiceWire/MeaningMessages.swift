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
            "The total beside its target."
        ),
        Member(
            "checks",
            ifPresent: \.checks,
            [TargetCheck].wireForm,
            "Of each round of a repeat."
        ),
        Member(
            "result",
            ifPresent: \.result,
            String.wireForm,
            "What the total means; left out in a gap."
        ),
        Member(
            "results",
            ifPresent: \.results,
            Form(schema: .array(of: .string())),
            "Of each round of a repeat; empty in a gap."
        ),
        Member(
            "symbols",
            ifPresent: \.symbols,
            SymbolCounts.wireForm,
            "How often each word on the dice counts."
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
            "How far the total is on the right side of the target; negative on the other one, left out of =."
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
