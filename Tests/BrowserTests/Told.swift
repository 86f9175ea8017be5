import ProgramTestSupport

/// The messages that a host publishes.
enum Told {
    static func dice(_ values: [Int], isMoving: Bool = false) -> JSON {
        .array(
            values.enumerated().map { index, value in
                [
                    "die": JSON(index + 1), "sides": 6, "value": JSON(value),
                    "locked": false,
                    "animating": .bool(isMoving),
                ]
            }
        )
    }

    /// Returns a table of six-sided dice at rest.
    static func snapshot(
        _ table: String,
        _ values: [Int],
        turn: Int = 1,
        revision: Int = 1
    ) -> JSON {
        [
            "table": .string(table), "revision": JSON(revision), "turn": JSON(turn),
            "roll": 0,
            "rolling": false,
            "watchers": 1, "total": JSON(values.reduce(0, +)), "dice": dice(values),
        ]
    }

    /// Returns the start of a roll of all dice.
    ///
    /// - Parameter length: The duration of the roll in milliseconds.
    static func start(
        _ table: String,
        dice count: Int,
        revision: Int,
        length: Int = 60_000
    ) -> JSON {
        let numbers = JSON(Array(1...count))
        let plan: [JSON] = (1...count).map { die in
            [
                "die": JSON(die), "values": JSON(Array(repeating: 3, count: 10)),
                "times": JSON((1...11).map { $0 * length / 11 }),
            ]
        }
        return [
            "jsonrpc": "2.0", "method": "event",
            "params": [
                "table": .string(table), "revision": JSON(revision),
                "event": "rollStarted",
                "by": "ann", "roll": 1,
                "rolled": numbers, "plan": .array(plan),
            ],
        ]
    }

    /// Returns the frame in which the last die settles.
    static func frame(_ table: String, die: Int, value: Int) -> JSON {
        [
            "jsonrpc": "2.0", "method": "frame",
            "params": [
                "table": .string(table), "revision": 9, "turn": 1, "roll": 1,
                "rolling": false,
                "dice": [
                    [
                        "die": JSON(die), "sides": 6, "value": JSON(value),
                        "locked": false,
                        "animating": false,
                    ]
                ],
            ],
        ]
    }
}
