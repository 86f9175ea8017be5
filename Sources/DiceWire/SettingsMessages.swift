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
                "The players in the order in which they are up; [] for everybody."
            ),
            Member(
                "rollsPerTurn",
                ifPresent: \.rollsPerTurn,
                .within(0...Limits.rollsPerTurn),
                "How many rolls a turn may have; 0 for any number."
            ),
            Member(
                "pace",
                ifPresent: \.pace,
                .within(Limits.pace),
                "How many times faster than usual the dice move."
            ),
            Member(
                "hand",
                ifPresent: \.hand,
                Bool.wireForm,
                "Whether the dice are real ones, whose faces are entered."
            )
        )
    }
}
