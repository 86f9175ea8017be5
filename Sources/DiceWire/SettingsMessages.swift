// The wire format of a table's settings.

import DiceModel

extension TableSettings {
    /// - Parameter rollsLeft: the number of rolls that the open turn has left.
    mutating func visit(_ field: inout Fields, rollsLeft: inout Int?) {
        field("players", &players, .players, "The players in turn order.")
        field("up", &up, .label, "The current player, if there are players.")
        field(
            "rollsPerTurn",
            &rollsPerTurn,
            .integer(1...Limits.rollsPerTurn),
            "The number of rolls that a turn may have."
        )
        field("rollsLeft", &rollsLeft, .count, "The number of rolls left in this turn.")
        field.pace(&pace)
        field(
            "hand",
            &hand,
            .any,
            "True if the table uses real dice, whose faces are entered."
        )
    }
}

extension SettingsChange {
    /// - Parameter dice: the description of the dice.
    mutating func visit(_ field: inout Fields, dice description: String) {
        field(
            "dice",
            &dice,
            .dice,
            "The sides or the faces of each die, 1 to 1,000 dice; \(description)"
        )
        field(
            "players",
            &players,
            .players,
            "The players in turn order; [] for anyone."
        )
        field(
            "rollsPerTurn",
            &rollsPerTurn,
            .within(0...Limits.rollsPerTurn),
            "The number of rolls that a turn may have; 0 for no limit."
        )
        field.pace(&pace)
        field("hand", &hand, .any, "True for real dice, whose faces are entered.")
    }
}

extension Fields {
    fileprivate mutating func pace(_ pace: inout Double?) {
        self(
            "pace",
            &pace,
            .within(Limits.pace),
            "The factor by which the dice move faster than usual."
        )
    }
}
