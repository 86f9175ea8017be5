import DiceTable

/// What is left to do of a request that is stored.
@TableActor
struct Stored<Result> {
    /// The table whose dice it waits for; nil for none.
    var table: Table?
    /// Makes the answer in the moment in which the reply is sent, so that a snapshot is never older
    /// than a frame before it.
    let answer: @TableActor () async throws -> Result

    static func done(_ result: Result) -> Stored {
        Stored { result }
    }

    static func due(_ make: @escaping @TableActor () throws -> Result) -> Stored {
        Stored { try make() }
    }

    /// Waits until the dice have settled, and how they did is stored: a turn that a roll has lost
    /// ends before it is answered.
    static func settling<Dice: Flight>(
        at table: Table,
        _ flight: @escaping @TableActor () async throws -> Dice,
        _ result: @escaping @TableActor (Dice) throws -> Result
    ) -> Stored {
        Stored(table: table) {
            let flight = try await flight()
            await flight.settled()
            await table.outcomeStored()
            return try result(flight)
        }
    }

    /// The same of dice that have started, which may have settled.
    static func settling<Dice: Flight>(
        _ flight: Dice,
        at table: Table,
        _ result: @escaping @TableActor (Dice) throws -> Result
    ) -> Stored {
        flight.hasSettled
            ? .due { try result(flight) } : .settling(at: table, { flight }, result)
    }
}
