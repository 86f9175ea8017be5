import ProgramTestSupport

/// What a host publishes.
enum Told {
    static func dice(_ values: [Int], isMoving: Bool = false) -> JSON {
        .array(
            values.enumerated().map { index, value in
                [
                    "die": JSON(index + 1), "sides": 6, "value": JSON(value), "locked": false,
                    "animating": .bool(isMoving),
                ]
            })
    }

    /// A table of six-sided dice at rest.
    static func snapshot(_ table: String, _ values: [Int], turn: Int = 1, revision: Int = 1) -> JSON {
        [
            "table": .string(table), "revision": JSON(revision), "turn": JSON(turn), "roll": 0, "rolling": false,
            "watchers": 1, "total": JSON(values.reduce(0, +)), "dice": dice(values),
        ]
    }
}
