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
            "The players in turn order."
        ),
        Member(
            "up",
            ifPresent: \.settings.up,
            .label,
            "The current player, if there are players."
        ),
        Member(
            "rollsPerTurn",
            ifPresent: \.settings.rollsPerTurn,
            .integer(1...Limits.rollsPerTurn),
            "The number of rolls that a turn may have."
        ),
        Member(
            "rollsLeft",
            ifPresent: \.rollsLeft,
            .count,
            "The number of rolls left in this turn."
        ),
        Member(
            "pace",
            ifPresent: \.settings.pace,
            .within(Limits.pace),
            "The factor by which the dice move faster than usual."
        ),
        Member(
            "hand",
            ifPresent: \.settings.hand,
            Bool.wireForm,
            "True if the table uses real dice, whose faces are entered."
        )
    )
}
