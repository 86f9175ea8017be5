// The wire format of throws.

public import DiceModel

extension ThrowOutcome: WireWord {}

extension ThrowDie: Message {
    static var blank: Self { Self(die: 0, sides: 0, value: 0, kept: true, flags: []) }

    mutating func visit(_ field: inout Fields) {
        let isRevealed = hidden != true
        field("die", &die, .dieOfThrow)
        field("sides", &sides, .integer(Limits.sidesOfThrow))
        field("value", &value, default: 0, isWritten: isRevealed)
        field("kept", &kept, default: true, isWritten: isRevealed, "True if the die counts.")
        field(
            "flags",
            &flags,
            default: [],
            isWritten: isRevealed,
            "What happened to the die, such as exploded."
        )
        field.fate(&fate)
        field("face", &face, .any, "The face that a custom die shows.")
        field.hidden(&hidden)
    }
}

/// A die of a throw in flight.
struct FlyingDie: Message, Equatable {
    var state: DieState

    static var blank: Self { Self(state: .blank) }

    mutating func visit(_ field: inout Fields) {
        field("die", &state.die, .dieOfThrow)
        field("sides", &state.sides, .integer(Limits.sidesOfThrow))
        field("value", &state.value, default: 0, isWritten: state.hidden != true)
        field("animating", &state.animating)
        field.fate(&state.fate)
        field.faces(
            &state.faces,
            "The faces of a custom die, when it is first sent; the value is a face number."
        )
        field(
            "facesOf",
            &state.facesOf,
            .dieOfThrow,
            "Instead of faces: the die of this throw, sent with it or earlier, that has the same faces."
        )
        field.hidden(&state.hidden)
    }
}

/// The dice of a throw in flight.
struct FlyingDice: WireValue {
    var states: [DieState]

    init(_ states: [DieState]) {
        self.states = states
    }

    init(json: JSONValue) throws(JSONMismatch) {
        states = try [FlyingDie](json: json).map(\.state)
    }

    func write(to json: inout JSONWriter) {
        json.array { json in
            for state in states {
                FlyingDie(state: state).write(to: &json)
            }
        }
    }

    static var wireForm: Form<Self> {
        Form(
            schema: [FlyingDie].wireForm.schema,
            isPossible: { $0.states.count <= Limits.diceOfThrow }
        )
    }
}

extension ThrowResult: Message {
    static var blank: Self {
        Self(
            table: "",
            number: 0,
            expression: "",
            by: "",
            outcome: .other(""),
            total: nil,
            dice: [],
            text: ""
        )
    }

    mutating func visit(_ field: inout Fields) {
        var kind = id == nil ? nil : "throw"
        // Only history entries contain their edition.
        var proof = proof
        if id == nil {
            proof.edition = nil
            proof.digest = nil
        }
        field("id", &id, .number, "The id of the history entry.")
        field(
            "kind",
            &kind,
            .enumeration(["throw"]),
            "\"throw\" in a history entry, otherwise absent."
        )
        field("table", &table, .tableName)
        field("throw", &number, .number, "The number of the throw at its table.")
        field("endedAt", &endedAt)
        field("expression", &expression)
        field("by", &by, .label)
        field("label", &label, .label)
        field("saved", &saved)
        field.given(&values)
        field.group(&group)
        field("outcome", &outcome, default: .other(""), isWritten: hidden != true)
        field("reason", &reason)
        field(
            "cancelledBy",
            &cancelledBy,
            .label,
            "The name that cancelled the throw, if not the thrower."
        )
        field("message", &message, .any, "The reason for the failure.")
        field("total", &total)
        field("totals", &totals, .any, "The total of each round of a repeat.")
        meaning.visit(&field)
        field("dice", &dice, .atMost(Limits.diceOfThrow))
        field(
            "text",
            &text,
            default: "",
            isWritten: hidden != true && !text.isEmpty,
            "The result as text; absent, like the faces, in a backup made while the dice were in flight."
        )
        field("faces", &faces, .drawnFaces, "The faces in the order drawn.")
        chance.visit(&field)
        field.absent(&absent)
        field.bot(&bot)
        proof.visit(&field, before: "the throw")
        field(
            "nextCommitment",
            &nextCommitment,
            .digest,
            "The commitment of the next throw, in the result of table.throw."
        )
        field.notes(&notes, "in the result of table.throw")
        field.seenBy(&seenBy)
        field.hidden(&hidden)
        self.proof = proof
    }
}

extension ThrowFrame: Message {
    static let component = "Throw"
    static var blank: Self {
        Self(table: "", revision: 0, number: 0, by: "", expression: "", rolling: false, dice: [])
    }

    mutating func visit(_ field: inout Fields) {
        var flying = FlyingDice(dice)
        field("table", &table, .tableName)
        field("revision", &revision, .number)
        field("throw", &number, .number)
        field("by", &by, .label)
        field("expression", &expression)
        field("label", &label, .label)
        field("saved", &saved)
        field.given(&values)
        field.group(&group)
        field("rolling", &rolling)
        field("dice", &flying)
        field("flight", &flight, .any, flightSummary)
        field("result", &result)
        field(
            "throwCommitment",
            &throwCommitment,
            .digest,
            "The commitment of the next throw, in the first message about this one."
        )
        field.seenBy(&seenBy)
        dice = flying.states
    }
}

extension Fields {
    fileprivate mutating func fate(_ fate: inout Bool?) {
        self("fate", &fate, .any, "True for a Fate die.")
    }

    /// Visits the member that is true for a secret throw in the form that strangers receive.
    fileprivate mutating func hidden(_ hidden: inout Bool?) {
        self("hidden", &hidden, .any, "True for a secret throw whose contents are omitted.")
    }

    /// Visits the values that the request gave for parameters.
    fileprivate mutating func given(_ values: inout ParameterValues?) {
        self("values", &values, .any, "The values that the request gave for parameters, by name.")
    }

    /// Visits the mark that throws of the same command have in common.
    fileprivate mutating func group(_ group: inout ThrowGroup?) {
        self("group", &group, .any, "The same for throws that one command made for several names.")
    }

    /// Visits the names that see a secret throw.
    fileprivate mutating func seenBy(_ names: inout [String]?) {
        self("seenBy", &names, .viewers, "The names that may see a secret throw.")
    }
}

extension Form<Int> {
    /// The number of a die in a throw.
    fileprivate static var dieOfThrow: Self { integer(1...Limits.diceOfThrow) }
}

extension Form<[Int]> {
    fileprivate static var drawnFaces: Self {
        Form(
            schema: .array(of: .number),
            isPossible: {
                $0.count <= Limits.diceOfThrow
                    && $0.allSatisfy(Limits.sidesOfThrow.contains)
            }
        )
    }
}
