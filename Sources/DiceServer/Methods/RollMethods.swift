import DiceGames
import DiceModel
import DiceTable
import DiceWire

extension RequestHandler {
    mutating func addRolling() {
        let tables = tables
        storing(.roll) { params, connection in
            let table = try await tables.table(params.table)
            let result: @TableActor (RollFlight) -> RollResult = {
                RollResult($0, at: table, sheets: params.sheets)
            }
            switch try await table.roll(
                params,
                from: connection.roller(params.by, at: table)
            ) {
            case .started(let roll): return .settling(roll, at: table, result)
            case .asking(let roll):
                return .settling(at: table, { try await roll.value }, result)
            }
        }
        on(.cancel) { params, connection in
            try tables.withTable(params.table) { table in
                let name = connection.player(params.by, at: table)
                guard let number = params.number else {
                    return try table.cancelRoll(by: name)
                }
                return try connection.cancel(number, at: table, as: name)
            }
        }
        storing(.lock) { params, connection in
            let table = try await tables.table(params.table)
            let by = connection.player(params.by, at: table)
            guard params.only || !params.dice.isEmpty else {
                throw WireError(.noDiceNamed, ["param": "dice"])
            }
            try await table.changeLocks(
                params.only ? .only : .lock,
                dice: params.dice,
                by: by,
                isBot: connection.permit.isBot
            )
            return .due { table.snapshot(for: connection) }
        }
        for (method, change) in [
            (Method.unlock, LockChange.unlock), (.toggleLock, .toggle),
        ] {
            storing(method) { params, connection in
                let table = try await tables.table(params.table)
                try await table.changeLocks(
                    change,
                    dice: params.dice,
                    by: connection.player(params.by, at: table),
                    isBot: connection.permit.isBot
                )
                return .due { table.snapshot(for: connection) }
            }
        }
        storing(.endTurn) { params, connection in
            let table = try await tables.table(params.table)
            return .done(
                try await table.endTurn(
                    by: connection.player(params.by, at: table),
                    box: params.box,
                    absentFor: params.absent ? connection.standing(at: table.group) : nil,
                    isBot: connection.permit.isBot
                )
            )
        }
    }
}

extension RollResult {
    @TableActor fileprivate init(_ roll: RollFlight, at table: Table, sheets: Bool) {
        self.init(
            table: table.group.name.description,
            turn: roll.turn,
            roll: roll.number,
            by: roll.by,
            outcome: roll.outcome ?? .cancelled,
            reason: roll.reason,
            rolled: roll.rolled,
            dice: roll.dice,
            total: roll.total,
            rollsLeft: roll.rollsLeft,
            commitment: roll.commitment,
            chance: roll.chance,
            absent: roll.absent,
            game: table.group.game
        )
        // A turn that the roll has lost changes the sheets.
        if !sheets, roll.turn == table.group.turn {
            game?.sheets = []
        }
    }
}

extension Table {
    fileprivate func cancelRoll(by name: String) throws -> CancelResult {
        try group.checkTurn(of: name)
        return CancelResult(cancelled: group.stopAnimation(.cancel))
    }
}

extension ClientConnection {
    /// Cancels a throw. Throws `notAllowed` if the throw is in flight, as far as this connection
    /// may know, and the connection may not cancel it.
    fileprivate func cancel(_ number: Int, at table: Table, as name: String)
        throws(WireError)
        -> CancelResult
    {
        let viewers = permit.viewers(actingAs: name)
        // The part that strangers see comes first. The rest of a secret throw is for those who see
        // it.
        let flying = table.group.throwsInFlight.first {
            $0.number == number
                && ($0.recipients.includeStrangers || $0.recipients.include(viewers))
        }
        guard let flying else { return CancelResult(cancelled: []) }
        guard viewers.contains(flying.by) || standing(at: table.group) != .guest else {
            throw WireError(.throwOfAnother, ["thrower": flying.by])
        }
        return CancelResult(cancelled: flying.cancel(by: name))
    }
}
