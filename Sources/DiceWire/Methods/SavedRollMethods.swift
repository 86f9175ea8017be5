public import DiceModel

extension Method where Params == SavedRoll, Result == SavedRoll {
    public static var saveRoll: Self {
        Self(
            "roll.save",
            "Saves an expression under a name, replacing any saved roll of that name.",
            result: "roll",
            access: .hosts,
            errors: [.badExpression, .storageFailed],
            examples: RollName("attack").map {
                [SavedRoll(name: $0, expression: "1d20+7")]
            } ?? []
        )
    }
}

extension Method where Params == EmptyObject, Result == SavedRolls {
    public static var listRolls: Self {
        Self(
            "roll.list",
            "Lists the saved rolls by name.",
            result: "rolls",
            isSafeToRepeat: true,
            errors: [.storageFailed]
        )
    }
}

extension Method where Params == RollNameParams, Result == EmptyObject {
    public static var deleteRoll: Self {
        Self(
            "roll.delete",
            "Deletes a saved roll.",
            access: .hosts,
            errors: [.storageFailed],
            examples: RollName("attack").map { [RollNameParams(name: $0)] } ?? []
        )
    }
}

extension SavedRoll: Message {
    static let members = Members(
        component: "SavedRoll",
        Self.init(name:expression:),
        Member(
            "name",
            \.name,
            RollName.wireForm,
            "The name of the saved roll."
        ),
        Member(
            "expression",
            \.expression,
            Form(schema: .string(), rule: "a string in dice notation, such as 4d6kh3+2"),
            "The expression, in dice notation."
        )
    )
}

/// The params of `roll.delete`.
public struct RollNameParams: Message, Hashable {
    public var name: RollName

    public init(name: RollName) {
        self.name = name
    }

    static let members = Members(
        Self.init,
        Member("name", \.name, RollName.wireForm, "The saved roll to delete.")
    )
}

/// The result of `roll.list`.
public struct SavedRolls: Message, Hashable {
    /// The saved rolls, sorted by name.
    public var rolls: [SavedRoll]

    public init(rolls: [SavedRoll]) {
        self.rolls = rolls
    }

    static let members = Members(
        component: "SavedRolls",
        Self.init,
        Member("rolls", \.rolls, .atMost(Limits.savedRolls))
    )
}
