// Saved rolls, as they stand on the wire.

public import DiceModel

extension RollName: WireValue {
    public init(json: JSONValue) throws(JSONMismatch) {
        guard let text = json.string, let name = RollName(text) else { throw JSONMismatch(wanted: "a roll's name") }
        self = name
    }

    public func write(to json: inout JSONWriter) { json.string(description) }

    static var wireForm: Form<RollName> { Form(schema: .component("RollName"), rule: RollName.form) }
}

extension SavedRoll: Message {
    static let members = Members(
        component: "SavedRoll", Self.init(name:expression:),
        Member("name", \.name, RollName.wireForm, "What is typed in the place of the expression."),
        Member(
            "expression", \.expression, Form(schema: .string(), rule: "a string in dice notation, as 4d6kh3+2"),
            "What to roll, in dice notation."))
}

/// The params of `roll.delete`.
public struct RollNameParams: Message, Hashable {
    public var name: RollName

    public init(name: RollName) {
        self.name = name
    }

    static let members = Members(
        Self.init, Member("name", \.name, RollName.wireForm, "The saved roll to forget."))
}

/// The result of `roll.list`.
public struct SavedRolls: Message, Hashable {
    /// By name.
    public var rolls: [SavedRoll]

    public init(rolls: [SavedRoll]) {
        self.rolls = rolls
    }

    static let members = Members(
        component: "SavedRolls", Self.init, Member("rolls", \.rolls, .atMost(Limits.savedRolls)))
}
