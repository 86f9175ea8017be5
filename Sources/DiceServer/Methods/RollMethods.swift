internal import DiceModel
internal import DiceTable
internal import DiceWire

extension RequestHandler {
    mutating func addRolling() {
        let tables = tables
        storing(.roll) { params, connection in
            let (owner, by) = (connection.owner, params.by ?? connection.permit.name)
            let table = try await tables.table(params.table)
            let asked = try await table.askForRoll(params, by: by, owner: owner) { connection.whyStopped }
            if let asked {
                let roll = WaitingRoll(asked)
                return .settling(roll, table) { () throws(WireError) in try roll.result(at: table) }
            }
            let roll = try await table.roll(params, by: by, owner: owner) { connection.whyStopped }
            return .settling(roll, table) { RollResult(roll, at: table) }
        }
        on(.cancel) { params, connection in
            let name = params.by ?? connection.permit.name
            if let table = try tables.loaded(params.table) {
                return .answered(.success(try table.cancel(params, by: name)))
            }
            return .storing { .done(try await tables.table(params.table).cancel(params, by: name)) }
        }
        for (method, change) in [(Method.lock, LockChange.lock), (.unlock, .unlock), (.toggleLock, .toggle)] {
            storing(method) { params, connection in
                let table = try await tables.table(params.table)
                try await table.changeLocks(change, dice: params.dice, by: params.by ?? connection.permit.name)
                return .due { table.snapshot(for: connection.owner) }
            }
        }
        storing(.endTurn) { params, connection in
            .done(try await tables.table(params.table).endTurn(by: params.by ?? connection.permit.name))
        }
    }
}

/// A roll that waits for its contributors.
@TableActor
private final class WaitingRoll: Settling {
    private let task: Task<Roll, any Error>
    private var roll: Roll?

    init(_ task: Task<Roll, any Error>) {
        self.task = task
    }

    var isSettled: Bool { false }

    func settled() async throws {
        let roll = try await task.value
        self.roll = roll
        await roll.settled()
    }

    func result(at table: Table) throws(WireError) -> RollResult {
        guard let roll else { throw .shuttingDown }
        return RollResult(roll, at: table)
    }
}

extension Roll: Settling {
    var isSettled: Bool { outcome != nil }
}

extension RollResult {
    @TableActor fileprivate init(_ roll: Roll, at table: Table) {
        self.init(
            table: table.group.name.description, turn: roll.turn, roll: roll.number, by: roll.by,
            outcome: roll.outcome ?? .cancelled, reason: roll.reason, rolled: roll.rolled, dice: roll.dice,
            total: roll.total, commitment: roll.commitment, entropy: roll.entropy, reveals: roll.reveals,
            absent: roll.absent)
    }
}

extension Table {
    fileprivate func cancel(_ params: CancelParams, by name: String) throws -> CancelResult {
        if let number = params.number {
            let flying = group.throwsInFlight.first { $0.number == number }
            return CancelResult(cancelled: flying?.stop(.cancel) ?? [])
        }
        try group.checkTurn(of: name)
        return CancelResult(cancelled: group.stopAnimation(.cancel))
    }
}
