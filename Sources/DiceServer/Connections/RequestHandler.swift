internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import Logging

/// Request → call → answer, and nothing else.
@TableActor
struct RequestHandler {
    let tables: Tables
    let info: ServerInfo
    let server: ServerState
    let rolls: RollShelf
    let decoder = RequestDecoder()

    func handle(_ call: Call, from connection: Connection) -> Handling {
        do {
            return try handle(try call.request.get(), from: connection)
        } catch {
            return .answered(.failure(WireError(error)))
        }
    }

    private func handle(_ request: Request, from connection: Connection) throws -> Handling {
        if server.isStopping, !request.method.isSafeToRepeat { throw WireError.shuttingDown }
        // A request is stored before the next one is read, which alone can change this.
        var name: String { connection.permit.name }
        var user: String? { connection.isAdministrator ? nil : name }
        switch request {
        case .hello(let params): return .result(try hello(params, connection))
        case .confine(let params): return .result(try connection.confine(params))
        case .ping: return .result(EmptyObject())
        case .discover: return .result(server.document(version: info.version))
        case .status: return .result(status(for: connection))
        case .list:
            let among = connection.permit.tables
            return .storing { .result(ListResult(tables: try await tables.summaries(among: among))) }
        case .watchList:
            return .storing {
                let tables = try await tables.summaries(among: connection.permit.tables)
                connection.watchList(told: tables)
                return .result(ListResult(tables: tables))
            }
        case .unwatchList:
            connection.unwatchList()
            return .result(EmptyObject())
        case .get(let params): return try with(params.table) { get($0, connection) }
        case .watch(let params): return try with(params.table) { connection.watch($0, params.frames) }
        case .unwatch(let params):
            // One that is watched is in memory, and one whose dice move.
            if let table = try tables.loaded(params.table) { connection.unwatch(table) }
            return .result(EmptyObject())
        case .cancel(let params):
            if let table = try tables.loaded(params.table) { return .result(try cancel(table, params, name)) }
            return .storing { .result(try cancel(try await tables.table(params.table), params, name)) }
        case .create(let params):
            let owner = connection.ownerName
            return .storing {
                let table = try await tables.create(params, owner: owner, isAdministrator: user == nil)
                return .due { table.snapshot }
            }
        case .configure(let params):
            return .storing {
                try tables.check(user, owns: params.table)
                let table = try await tables.table(params.table)
                try await table.configure(params)
                return .due { table.snapshot(for: connection.owner) }
            }
        case .delete(let params):
            return .storing {
                try await tables.delete(params.table, by: user)
                return .result(EmptyObject())
            }
        case .lock(let params): return locks(.lock, params, name, connection)
        case .unlock(let params): return locks(.unlock, params, name, connection)
        case .toggleLock(let params): return locks(.toggle, params, name, connection)
        case .endTurn(let params):
            return .storing {
                .result(try await tables.table(params.table).endTurn(by: params.by ?? name))
            }
        case .contribute(let params):
            return .storing {
                let table = try await tables.table(params.table)
                return .result(try connection.contribute(params, at: table))
            }
        case .reveal(let params):
            guard let table = try tables.loaded(params.table) else { throw WireError.nothingToReveal }
            try table.reveal(params.entropy, from: connection.owner)
            return .result(EmptyObject())
        case .history(let query):
            let among = connection.permit.tables
            return .storing { .result(try await tables.history(query, among: among)) }
        case .stats(let query):
            return .storing {
                .result(try await tables.faces(query))
            }
        case .saveRoll(let roll):
            let owner = connection.ownerName
            return .storing {
                try await rolls.save(roll, owner: owner, isAdministrator: user == nil)
                return .result(roll)
            }
        case .listRolls: return .storing { .result(SavedRolls(rolls: try await rolls.all())) }
        case .deleteRoll(let params):
            return .storing {
                try await rolls.delete(params.name, of: user)
                return .result(EmptyObject())
            }
        case .backup(let params):
            guard connection.isAdministrator else { throw WireError.onlyForAdministrator }
            return .storing { .result(try await tables.backup(params)) }
        case .roll(let params):
            return .storing {
                let table = try await tables.table(params.table)
                return try await roll(params, by: params.by ?? name, at: table, connection)
            }
        case .throw(let params):
            return .storing {
                let (expression, text) = try await params.read(from: rolls)
                let table = try await tables.table(params.table)
                let flying = try await table.throw(
                    expression, text: text, params, by: params.by ?? name, owner: connection.owner
                ) { whyStopped(connection) }
                return .throwing(flying, table)
            }
        }
    }

    private func roll(
        _ params: RollParams, by: String, at table: Table, _ connection: Connection
    ) async throws -> Stored {
        let owner = connection.owner
        let asked = try await table.askForRoll(params, by: by, owner: owner) { whyStopped(connection) }
        if let asked { return .asked(asked, table) }
        let roll = try await table.roll(params, by: by, owner: owner) { whyStopped(connection) }
        return .rolling(roll, table)
    }

    /// Why dice that this client has just rolled are not to tumble; nil where they are.
    private func whyStopped(_ connection: Connection) -> CancelReason? {
        server.isStopping ? .serverStopping : connection.state.isOpen ? nil : .disconnected
    }

    /// The store grows with what is drawn, before it is told: only whoever may read the files learns their size.
    private func status(for connection: Connection) -> StatusResult {
        StatusResult(
            version: info.version, pid: info.pid, uptime: Int(info.startedAt.duration(to: .now).components.seconds),
            tables: tables.count, clients: server.connections.count, watchers: tables.watchers,
            animating: tables.animatingDice, seeded: info.isSeeded, slow: info.slowness == 1 ? nil : info.slowness,
            stateFolder: info.stateFolder, storeBytes: connection.isAdministrator ? info.storeBytes() : nil,
            log: info.log, startedBy: info.startedBy)
    }

    private func hello(_ params: HelloParams, _ connection: Connection) throws -> HelloResult {
        guard params.protocolNumber == protocolVersion else {
            throw WireError(
                .unsupportedProtocol,
                "this daemon speaks protocol \(protocolVersion), not \(params.protocolNumber); "
                    + "use a dicectl and a diced of the same version",
                supported: [protocolVersion])
        }
        if let client = params.client { connection.logger[metadataKey: "client"] = "\(client)" }
        return HelloResult(
            protocol: protocolVersion, server: "diced/\(info.version)", instance: info.instance, pid: info.pid)
    }

    /// Answers at once where the table is in memory, else when it has been read.
    private func with(
        _ name: TableName, _ result: @escaping @TableActor (Table) -> TableSnapshot
    ) throws -> Handling {
        if let table = try tables.loaded(name) { return .result(result(table)) }
        return .storing {
            let table = try await tables.table(name)
            return .due { () throws(WireError) in
                guard !table.isDeleted else { throw .tableNotFound(name) }
                return result(table)
            }
        }
    }

    private func get(_ table: Table, _ connection: Connection) -> TableSnapshot {
        let snapshot = table.snapshot(for: connection.owner)
        // Frames that wait for a batch come later, and what comes behind them must go on from them.
        if !connection.state.isHolding {
            table.subscribers[connection.owner]?.sentSnapshot(revision: snapshot.revision)
        }
        return snapshot
    }

    private func cancel(_ table: Table, _ params: CancelParams, _ name: String) throws -> CancelResult {
        if let number = params.number {
            let flying = table.group.throwsInFlight.first { $0.number == number }
            return CancelResult(cancelled: flying?.stop(.cancel) ?? [])
        }
        try table.group.checkTurn(of: params.by ?? name)
        return CancelResult(cancelled: table.group.stopAnimation(.cancel))
    }

    private func locks(
        _ change: LockChange, _ params: DiceParams, _ name: String, _ connection: Connection
    ) -> Handling {
        .storing {
            let table = try await tables.table(params.table)
            try await table.changeLocks(change, dice: params.dice, by: params.by ?? name)
            return .due { table.snapshot(for: connection.owner) }
        }
    }
}

typealias Answer = Result<any JSONWritable, WireError>

/// How a request is carried out.
enum Handling {
    /// At once.
    case answered(Answer)
    /// In two phases: the connection's next request waits until this one is stored.
    case storing(@TableActor () async throws -> Stored)

    static func result(_ result: any JSONWritable) -> Handling { .answered(.success(result)) }
}

/// A request that has been stored: it settles when its reply is due.
@TableActor
enum Stored {
    case answered(Answer)
    /// Made in the moment in which the reply is.
    case due(@TableActor () throws(WireError) -> TableSnapshot)
    /// A roll that waits for its contributors.
    case asked(Task<Roll, any Error>, Table)
    case rolling(Roll, Table)
    case throwing(Throw, Table)

    static func result(_ result: any JSONWritable) -> Stored { .answered(.success(result)) }

    var isSettled: Bool {
        switch self {
        case .answered, .due: true
        case .asked: false
        case .rolling(let roll, _): roll.outcome != nil
        case .throwing(let flying, _): flying.result != nil
        }
    }

    /// Whose dice animate.
    var table: Table? {
        switch self {
        case .answered, .due: nil
        case .asked(_, let table), .rolling(_, let table), .throwing(_, let table): table
        }
    }

    /// Returns when the dice are at rest, with what is to be answered.
    func settled() async throws -> Stored {
        switch self {
        case .answered, .due: break
        case .asked(let task, let table): return try await Stored.rolling(try await task.value, table).settled()
        case .rolling(let roll, _): await roll.settled()
        case .throwing(let flying, _): await flying.settled()
        }
        return self
    }

    /// To be made in the moment in which it is sent, so that a snapshot is never older than a frame before it.
    var answer: Answer {
        switch self {
        case .answered(let answer): answer
        case .asked: .failure(.shuttingDown)
        case .due(let make): Answer { () throws(WireError) in try make() }
        case .rolling(let roll, let table):
            .success(
                RollResult(
                    table: table.group.name.description, turn: roll.turn, roll: roll.number, by: roll.by,
                    outcome: roll.outcome ?? .cancelled, reason: roll.reason, rolled: roll.rolled, dice: roll.dice,
                    total: roll.total, commitment: roll.commitment, entropy: roll.entropy, reveals: roll.reveals,
                    absent: roll.absent))
        case .throwing(let flying, _):
            flying.result.map { result in
                var result = result
                result.nextCommitment = flying.nextCommitment
                return .success(result)
            } ?? .failure(.shuttingDown)
        }
    }
}
