public import DiceModel
public import DiceNotation

extension Method where Params == SaveRollParams, Result == SaveRollResult {
    public static var saveRoll: Self {
        Self(
            "roll.save",
            "Saves an expression under a name, replacing the caller's saved roll of that name.",
            result: "roll",
            access: .players,
            player: { $0.by },
            errors: [.badExpression, .storageFailed],
            examples: [
                SaveRollParams(name: .example, expression: "1d20+7"),
                SaveRollParams(name: .example, expression: "1d20+9", by: "ann"),
            ]
        )
    }
}

extension Method where Params == ListRollsParams, Result == SavedRolls {
    public static var listRolls: Self {
        Self(
            "roll.list",
            "Lists the saved rolls that a name may roll, by name.",
            result: "rolls",
            isSafeToRepeat: true,
            player: { $0.by },
            errors: [.notAllowed, .storageFailed],
            examples: [ListRollsParams(), ListRollsParams(by: "ann")]
        )
    }
}

extension Method where Params == RollNameParams, Result == EmptyObject {
    public static var deleteRoll: Self {
        Self(
            "roll.delete",
            "Deletes one of the caller's saved rolls.",
            access: .players,
            player: { $0.by },
            errors: [.storageFailed],
            examples: [RollNameParams(name: .example)]
        )
    }
}

private let expressionForm = Form<String>(
    schema: .string(),
    rule: "a string in dice notation, such as 4d6kh3+2"
)

extension SavedRoll: Message {
    static var blank: Self { Self(name: .example, expression: "") }

    mutating func visit(_ field: inout Fields) {
        field("name", &name, .any, "The name of the saved roll.")
        field("expression", &expression, expressionForm, "The expression, in dice notation.")
        field("owner", &owner, .any, default: "", isWritten: true)
    }
}

/// The params of `roll.save`.
public struct SaveRollParams: Message, Hashable {
    public var name: RollName
    public var expression: String
    /// The name to save for; `nil` for the connection's own name.
    public var by: String?
    /// The name that the roll will belong to, empty for everyone; `nil` for the caller's default.
    public var owner: String?

    public init(name: RollName, expression: String, by: String? = nil, owner: String? = nil) {
        self.name = name
        self.expression = expression
        self.by = by
        self.owner = owner
    }

    static var blank: Self { Self(name: .example, expression: "") }

    mutating func visit(_ field: inout Fields) {
        field("name", &name, .any, "The name of the saved roll.")
        field("expression", &expression, expressionForm, "The expression, in dice notation.")
        field.by(&by)
        field.owner(&owner)
    }
}

/// The result of `roll.save`.
public struct SaveRollResult: Message, Hashable {
    public var roll: SavedRoll
    /// The expression of the saved roll that it replaces; `nil` if there was none.
    public var replaced: String?
    /// What the expressions may not mean as their author thinks; `nil` if there is nothing.
    public var notes: [NotationNote]?

    public init(roll: SavedRoll, replaced: String? = nil, notes: [NotationNote]? = nil) {
        self.roll = roll
        self.replaced = replaced
        self.notes = notes
    }

    static var blank: Self { Self(roll: .blank) }

    mutating func visit(_ field: inout Fields) {
        roll.visit(&field)
        field("replaced", &replaced)
        field.notes(&notes, "in the result of roll.save")
    }
}

/// The params of `roll.list`.
public struct ListRollsParams: Message, Hashable {
    /// The name that would roll; `nil` for the connection's own name.
    public var by: String?
    /// True to list every roll of the connection's names and of everyone, even if one hides
    /// another; to the daemon's own user, those of all names.
    public var all: Bool

    public init(by: String? = nil, all: Bool = false) {
        self.by = by
        self.all = all
    }

    static var blank: Self { Self() }

    mutating func visit(_ field: inout Fields) {
        field.by(&by)
        field("all", &all, default: false, "True to list hidden saved rolls, too.")
    }
}

/// The params of `roll.delete`.
public struct RollNameParams: Message, Hashable {
    public var name: RollName
    /// The name that the roll belongs to; `nil` for the connection's own name.
    public var by: String?
    /// The name that the roll belongs to, empty for everyone; `nil` for the caller's default.
    public var owner: String?

    public init(name: RollName, by: String? = nil, owner: String? = nil) {
        self.name = name
        self.by = by
        self.owner = owner
    }

    static var blank: Self { Self(name: .example) }

    mutating func visit(_ field: inout Fields) {
        field("name", &name, .any, "The saved roll to delete.")
        field.by(&by)
        field.owner(&owner)
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

    mutating func visit(_ field: inout Fields) {
        field("rolls", &rolls, .atMost(2 * Limits.savedRolls))
    }
}

extension Fields {
    fileprivate mutating func owner(_ owner: inout String?) {
        self(
            "owner",
            &owner,
            .owner,
            "The name that the saved roll belongs to, \"\" for everyone; for the daemon's own user."
        )
    }
}
