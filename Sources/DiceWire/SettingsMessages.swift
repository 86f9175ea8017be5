// The wire format of a table's settings.

import DiceModel

extension SettingsChange {
    /// - Parameter dice: the description of the dice.
    static func members(dice: String) -> Members<Self> {
        Members(
            Self.init,
            Member(
                "dice",
                ifPresent: \.dice,
                .dice,
                "The sides or the faces of each die, 1 to 1,000 dice; \(dice)"
            ),
            Member(
                "players",
                ifPresent: \.players,
                .players,
                "The players in turn order; [] for anyone."
            ),
            Member(
                "rollsPerTurn",
                ifPresent: \.rollsPerTurn,
                .within(0...Limits.rollsPerTurn),
                "The number of rolls that a turn may have; 0 for no limit."
            ),
            Member(
                "pace",
                ifPresent: \.pace,
                .within(Limits.pace),
                "The factor by which the dice move faster than usual."
            ),
            Member(
                "hand",
                ifPresent: \.hand,
                Bool.wireForm,
                "True for real dice, whose faces are entered."
            )
        )
    }
}
