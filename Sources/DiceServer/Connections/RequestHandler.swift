internal import DiceModel
internal import DiceTable
internal import DiceWire

/// Request → call → answer, and nothing else.
@TableActor
struct RequestHandler {
    let tables: Tables
    let info: ServerInfo
    let server: ServerState
    let decoder = RequestDecoder()

    func handle(_ request: Request, from connection: Connection) -> Handling {
        if server.isStopping, !request.method.isSafeToRepeat { return .now(.failure(.shuttingDown)) }
        switch request {
        case .hello(let params): return now { try hello(params, connection) }
        case .ping: return .now(.success(EmptyObject()))
        case .discover: return .now(.success(OpenRPCDocument(version: info.version)))
        case .status: return .now(.success(status))
        case .list: return .now(.success(ListResult(tables: tables.summaries)))
        case .get(let params): return now { try get(params, connection) }
        case .watch(let params): return now { connection.watch(try tables.table(params.table)) }
        case .unwatch(let params):
            return now {
                connection.unwatch(try tables.table(params.table))
                return EmptyObject()
            }
        case .cancel(let params):
            return now { CancelResult(cancelled: try tables.table(params.table).group.stopAnimation(.cancel)) }
        case .create(let params):
            return .later { _ in
                let group = try await tables.create(params).group
                return { group.snapshot }
            }
        case .delete(let params):
            return .later { _ in
                try await tables.delete(params.table)
                return { EmptyObject() }
            }
        case .lock(let params): return locks(.lock, params)
        case .unlock(let params): return locks(.unlock, params)
        case .toggleLock(let params): return locks(.toggle, params)
        case .endTurn(let params):
            return .later { _ in
                let entry = try await tables.table(params.table).endTurn(by: params.by ?? info.loginName)
                return { entry }
            }
        case .history(let params): return history(params)
        case .roll(let params): return roll(params, connection)
        }
    }

    private var status: StatusResult {
        StatusResult(
            version: info.version, pid: info.pid, uptime: Int(info.startedAt.duration(to: .now).components.seconds),
            tables: tables.count, clients: server.connections.count, watchers: tables.watchers,
            animating: tables.animatingDice, seeded: info.isSeeded, slow: info.slowness == 1 ? nil : info.slowness)
    }

    private func hello(_ params: HelloParams, _ connection: Connection) throws -> HelloResult {
        guard params.protocolNumber == protocolVersion else {
            throw WireError(
                .unsupportedProtocol,
                "this daemon speaks protocol \(protocolVersion), not \(params.protocolNumber); "
                    + "use a dicectl and a diced of the same version",
                supported: [protocolVersion])
        }
        if let client = params.client { connection.introduce(client) }
        return HelloResult(
            protocol: protocolVersion, server: "diced/\(info.version)", instance: info.instance, pid: info.pid)
    }

    private func get(_ params: TableParams, _ connection: Connection) throws -> TableSnapshot {
        let table = try tables.table(params.table)
        let snapshot = table.group.snapshot
        table.subscribers[connection.owner]?.sentSnapshot(revision: snapshot.revision)
        return snapshot
    }

    private func history(_ params: HistoryParams) -> Handling {
        .later { _ in
            let table = try tables.table(params.table)
            let page = try await table.store.history(
                of: table.group.name, limit: params.limit, before: params.before)
            return { page }
        }
    }

    private func locks(_ change: LockChange, _ params: DiceParams) -> Handling {
        .later { _ in
            let table = try tables.table(params.table)
            try await table.changeLocks(change, dice: params.dice)
            return { table.group.snapshot }
        }
    }

    private func roll(_ params: RollParams, _ connection: Connection) -> Handling {
        .later { begun in
            let table = try tables.table(params.table)
            let result = try await connection.rolling(on: table) {
                let roll = try await table.roll(params, by: params.by ?? info.loginName, owner: connection.owner) {
                    server.isStopping ? .serverStopping : connection.isOpen ? nil : .disconnected
                }
                if roll.outcome == nil {
                    begun()
                    await roll.settled()
                    await table.outcomeStored()
                }
                return RollResult(roll, table: table.group.name)
            }
            return { result }
        }
    }

    private func now(_ body: () throws -> any JSONWritable) -> Handling {
        do {
            return .now(.success(try body()))
        } catch {
            return .now(.failure(WireError(error)))
        }
    }
}

extension RollResult {
    /// The reply to a roll that has settled.
    @TableActor
    init(_ roll: Roll, table: TableName) {
        self.init(
            table: table.description, turn: roll.turn, roll: roll.number, by: roll.by,
            outcome: roll.outcome ?? .cancelled, reason: roll.reason, rolled: roll.rolled, dice: roll.dice,
            total: roll.total)
    }
}
