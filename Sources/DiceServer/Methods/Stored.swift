import DiceTable

/// The second phase of a stored request.
@TableActor
struct Stored<Result> {
    /// The table whose dice the request waits for; `nil` if none.
    var table: Table?
    /// Creates the answer when the reply is sent, so that a snapshot is never older than an earlier
    /// frame.
    let answer: @TableActor () async throws -> Result

    static func done(_ result: Result) -> Stored {
        Stored { result }
    }

    static func due(_ make: @escaping @TableActor () throws -> Result) -> Stored {
        Stored { try make() }
    }

    /// Waits until the dice have settled and their outcome is stored: if a roll loses the turn, the
    /// turn ends before the answer.
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

    /// Does the same for dice that have started and may have settled already.
    static func settling<Dice: Flight>(
        _ flight: Dice,
        at table: Table,
        _ result: @escaping @TableActor (Dice) throws -> Result
    ) -> Stored {
        flight.hasSettled
            ? .due { try result(flight) } : .settling(at: table, { flight }, result)
    }
}
