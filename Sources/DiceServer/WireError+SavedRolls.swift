internal import DiceModel
internal import DiceWire

extension WireError {
    static func belongs(_ roll: RollName, to owner: String?) -> WireError {
        let owner = owner ?? "whoever runs the daemon"
        return WireError(.notAllowed, "the saved roll \"\(roll)\" belongs to \(owner); choose another name")
    }

    static var tooManySavedRollsOfUser: WireError {
        let limit = Limits.savedRollsPerUser
        return WireError(
            .limitExceeded, "you have saved \(limit) rolls already; delete one first", limit: limit)
    }

    static func nameIsNotation(_ name: RollName) -> WireError {
        WireError(
            .invalidParams, "\"\(name)\" means dice already; choose a name that is no dice notation", param: "name")
    }

    static func noSavedRoll(_ name: RollName, param: String) -> WireError {
        WireError(
            .invalidParams,
            "there is no saved roll \"\(name)\"; roll.list names those there are, roll.save saves one", param: param)
    }

    static var tooManySavedRolls: WireError {
        WireError(
            .limitExceeded, "\(Limits.savedRolls) rolls are saved already; delete one first", limit: Limits.savedRolls)
    }

    static var savedRollsTooLarge: WireError {
        WireError(
            .limitExceeded, "all saved rolls take at most \(Limits.savedRollsSize) bytes; delete some first",
            limit: Limits.savedRollsSize)
    }
}
