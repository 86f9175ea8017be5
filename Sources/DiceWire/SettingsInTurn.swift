import DiceModel

/// A table's settings, with the number of rolls that the open turn has left.
struct SettingsInTurn: Sendable {
    var settings: TableSettings
    var rollsLeft: Int?

    static let members = Members(
        { players, up, rollsPerTurn, rollsLeft, pace, hand in
            Self(
                settings: TableSettings(
                    players: players,
                    up: up,
                    rollsPerTurn: rollsPerTurn,
                    pace: pace,
                    hand: hand
                ),
                rollsLeft: rollsLeft
            )
        },
        Member(
            "players",
            ifPresent: \.settings.players,
            .players,
            "In the order in which they are up."
        ),
        Member(
            "up",
            ifPresent: \.settings.up,
            .label,
            "Whose turn it is, if there are players."
        ),
        Member(
            "rollsPerTurn",
            ifPresent: \.settings.rollsPerTurn,
            .integer(1...Limits.rollsPerTurn),
            "How many rolls a turn may have."
        ),
        Member(
            "rollsLeft",
            ifPresent: \.rollsLeft,
            .count,
            "How many of these this turn has left."
        ),
        Member(
            "pace",
            ifPresent: \.settings.pace,
            .within(Limits.pace),
            "How many times faster than usual the dice move."
        ),
        Member(
            "hand",
            ifPresent: \.settings.hand,
            Bool.wireForm,
            "True if its dice are real ones, whose faces are entered."
        )
    )
}
