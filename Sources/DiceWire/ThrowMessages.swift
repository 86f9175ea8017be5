// The wire format of throws.

public import DiceModel

extension ThrowOutcome: WireWord {}

extension ThrowDie: Message {
    static let members = Members(
        component: "ThrowDie",
        {
            (
                die: Int,
                sides: Int,
                value: Int?,
                kept: Bool?,
                flags: [String]?,
                fate: Bool?,
                face: String?,
                hidden: Bool?
            ) in
            Self(
                die: die,
                sides: sides,
                value: value ?? 0,
                kept: kept ?? true,
                flags: flags ?? [],
                fate: fate,
                face: face,
                hidden: hidden
            )
        },
        Member("die", \.die, .dieOfThrow),
        Member("sides", \.sides, .integer(Limits.sidesOfThrow)),
        valueMember,
        isKeptMember,
        flagsMember,
        fateMember,
        faceMember,
        .hidden(\.hidden)
    )

    private var isRevealed: Bool { hidden != true }

    // Explicit types: one expression with all members is too complex for the compiler.
    private static let valueMember = Member<Self, Int?>(
        "value",
        ifPresent: { $0.isRevealed ? $0.value : nil }
    )
    private static let isKeptMember = Member<Self, Bool?>(
        "kept",
        ifPresent: { $0.isRevealed ? $0.kept : nil },
        Bool.wireForm,
        "True if the die counts."
    )
    private static let flagsMember = Member<Self, [String]?>(
        "flags",
        ifPresent: { $0.isRevealed ? $0.flags : nil },
        Form(schema: .array(of: .string())),
        "What happened to the die, such as exploded."
    )
    private static let fateMember = Member<Self, Bool?>.fate(\.fate)
    private static let faceMember = Member<Self, String?>(
        "face",
        ifPresent: \.face,
        String.wireForm,
        "The face that a custom die shows."
    )
}

extension DieState {
    static let membersInThrow = Members(
        component: "FlyingDie",
        {
            (
                die: Int,
                sides: Int,
                value: Int?,
                animating: Bool,
                fate: Bool?,
                faces: [String]?,
                facesOf: Int?,
                hidden: Bool?
            ) in
            Self(
                die: die,
                sides: sides,
                value: value ?? 0,
                animating: animating,
                fate: fate,
                faces: faces,
                facesOf: facesOf,
                hidden: hidden
            )
        },
        Member("die", \.die, .dieOfThrow),
        Member("sides", \.sides, .integer(Limits.sidesOfThrow)),
        valueMember,
        Member("animating", \.animating),
        .fate(\.fate),
        facesMember,
        facesOfMember,
        .hidden(\.hidden)
    )

    private static let valueMember = Member<Self, Int?>(
        "value",
        ifPresent: { $0.hidden == true ? nil : $0.value }
    )
    private static let facesMember = Member<Self, [String]?>.faces(
        \.faces,
        "The faces of a custom die, when it is first sent; the value is a face number."
    )
    private static let facesOfMember = Member<Self, Int?>(
        "facesOf",
        ifPresent: \.facesOf,
        .dieOfThrow,
        "Instead of faces: the die of this throw, sent with it or earlier, that has the same faces."
    )
}

extension ThrowResult: Message {
    static let members = Members(
        component: "ThrowResult",
        {
            id,
            _,
            table,
            number,
            endedAt,
            expression,
            by,
            label,
            saved,
            outcome,
            reason,
            cancelledBy,
            message,
            total,
            totals,
            meaning,
            dice,
            text,
            faces,
            chance,
            absent,
            bot,
            proof,
            next,
            seenBy,
            hidden in
            var result = ThrowResult(
                table: table,
                number: number,
                id: id,
                endedAt: endedAt,
                expression: expression,
                by: by,
                label: label,
                saved: saved,
                outcome: outcome ?? .other(""),
                reason: reason,
                message: message,
                total: total,
                totals: totals,
                meaning: meaning,
                dice: dice,
                text: text ?? "",
                faces: faces,
                chance: chance,
                absent: absent,
                bot: bot,
                proof: proof,
                nextCommitment: next,
                seenBy: seenBy,
                hidden: hidden
            )
            result.cancelledBy = cancelledBy
            return result
        },
        Member("id", ifPresent: \.id, .number, "The id of the history entry."),
        kindMember,
        Member("table", \.table, .tableName),
        Member("throw", \.number, .number, "The number of the throw at its table."),
        Member("endedAt", ifPresent: \.endedAt),
        Member("expression", \.expression),
        Member("by", \.by, .label),
        Member("label", ifPresent: \.label, .label),
        Member("saved", ifPresent: \.saved),
        outcomeMember,
        Member("reason", ifPresent: \.reason),
        cancelledByMember,
        messageMember,
        totalMember,
        totalsMember,
        Member(inline: \.meaning, as: ThrowMeaning.members),
        diceMember,
        textMember,
        facesMember,
        Member(inline: \.chance, as: RollChance.members),
        .absent(\.absent),
        .bot(\.bot),
        Member(inline: \.sentProof, as: EntryProof.members(before: "the throw")),
        nextMember,
        .seenBy(\.seenBy),
        .hidden(\.hidden)
    )

    /// Only history entries contain their edition.
    private var sentProof: EntryProof {
        var proof = proof
        if id == nil {
            proof.edition = nil
            proof.digest = nil
        }
        return proof
    }

    // Explicit types: one expression with all members is too complex for the compiler.
    private static let kindMember = Member<Self, String?>(
        "kind",
        ifPresent: { $0.id == nil ? nil : "throw" },
        .enumeration(["throw"]),
        "\"throw\" in a history entry, otherwise absent."
    )
    private static let outcomeMember = Member<Self, ThrowOutcome?>(
        "outcome",
        ifPresent: { $0.hidden == true ? nil : $0.outcome }
    )
    private static let cancelledByMember = Member<Self, String?>(
        "cancelledBy",
        ifPresent: \.cancelledBy,
        .label,
        "The name that cancelled the throw, if not the thrower."
    )
    private static let messageMember = Member<Self, String?>(
        "message",
        ifPresent: \.message,
        String.wireForm,
        "The reason for the failure."
    )
    private static let totalMember = Member<Self, Double?>("total", ifPresent: \.total)
    private static let totalsMember = Member<Self, [Double]?>(
        "totals",
        ifPresent: \.totals,
        Form(schema: .array(of: Double.wireForm.schema)),
        "The total of each round of a repeat."
    )
    private static let diceMember = Member<Self, [ThrowDie]>(
        "dice",
        \.dice,
        .atMost(Limits.diceOfThrow)
    )
    private static let textMember = Member<Self, String?>(
        "text",
        ifPresent: { $0.hidden == true || $0.text.isEmpty ? nil : $0.text },
        String.wireForm,
        "The result as text; absent, like the faces, in a backup made while the dice were in flight."
    )
    private static let facesMember = Member<Self, [Int]?>(
        "faces",
        ifPresent: \.faces,
        .drawnFaces,
        "The faces in the order drawn."
    )
    private static let nextMember = Member<Self, String?>.commitment(
        "nextCommitment",
        \.nextCommitment,
        "The commitment of the next throw, in the result of table.throw."
    )
}

extension ThrowFrame: Message {
    static let members = Members(
        component: "Throw",
        Self.init,
        Member("table", \.table, .tableName),
        Member("revision", \.revision, .number),
        Member("throw", \.number, .number),
        Member("by", \.by, .label),
        Member("expression", \.expression),
        Member("label", ifPresent: \.label, .label),
        Member("saved", ifPresent: \.saved),
        Member("rolling", \.rolling),
        Member("dice", \.dice, as: DieState.membersInThrow, atMost: Limits.diceOfThrow),
        Member(
            "flight",
            ifPresent: \.flight,
            FlightPlan.wireForm,
            "The plans of the dice in flight, if table.watch requested plans."
        ),
        Member("result", ifPresent: \.result),
        .commitment(
            "throwCommitment",
            \.throwCommitment,
            "The commitment of the next throw, in the first message about this one."
        ),
        .seenBy(\.seenBy)
    )
}

extension Member where Value == Bool? {
    fileprivate static func fate(_ value: @escaping @Sendable (Root) -> Bool?) -> Self {
        Self("fate", ifPresent: value, Bool.wireForm, "True for a Fate die.")
    }

    /// Returns the member that is true for a secret throw in the form that strangers receive.
    fileprivate static func hidden(_ value: @escaping @Sendable (Root) -> Bool?) -> Self {
        Self(
            "hidden",
            ifPresent: value,
            Bool.wireForm,
            "True for a secret throw whose contents are omitted."
        )
    }
}

extension Member where Value == [String]? {
    /// Returns the member for the names that see a secret throw.
    static func seenBy(_ value: @escaping @Sendable (Root) -> [String]?) -> Self {
        Self(
            "seenBy",
            ifPresent: value,
            .viewers,
            "The names that may see a secret throw."
        )
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
