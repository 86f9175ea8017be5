internal import DiceModel
internal import DiceWire

extension WireError {
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
