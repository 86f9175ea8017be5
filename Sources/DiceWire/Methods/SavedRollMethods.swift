public import DiceModel

extension Method where Params == SavedRoll, Result == SavedRoll {
    public static var saveRoll: Self {
        Self(
            "roll.save",
            "Saves an expression under a name, replacing any saved roll of that name.",
            result: "roll",
            access: .hosts,
            errors: [.badExpression, .storageFailed],
            examples: [SavedRoll(name: .example, expression: "1d20+7")]
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
            examples: [RollNameParams(name: .example)]
        )
    }
}

extension SavedRoll: Message {
    static var blank: Self { Self(name: .example, expression: "") }

    mutating func visit(_ field: inout some FieldVisitor) {
        field("name", &name, .any, "The name of the saved roll.")
        field(
            "expression",
            &expression,
            Form(schema: .string(), rule: "a string in dice notation, such as 4d6kh3+2"),
            "The expression, in dice notation."
        )
    }
}

/// The params of `roll.delete`.
public struct RollNameParams: Message, Hashable {
    public var name: RollName

    public init(name: RollName) {
        self.name = name
    }

    static var blank: Self { Self(name: .example) }

    mutating func visit(_ field: inout some FieldVisitor) {
        field("name", &name, .any, "The saved roll to delete.")
    }
}

/// The result of `roll.list`.
public struct SavedRolls: Message, Hashable {
    /// The saved rolls, sorted by name.
    public var rolls: [SavedRoll]

    public init(rolls: [SavedRoll]) {
        self.rolls = rolls
    }

    static var blank: Self { Self(rolls: []) }

    mutating func visit(_ field: inout some FieldVisitor) {
        field("rolls", &rolls, .atMost(Limits.savedRolls))
    }
}
