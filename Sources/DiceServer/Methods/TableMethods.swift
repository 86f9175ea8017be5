import DiceModel
import DiceTable
import DiceWire

extension RequestHandler {
    mutating func addTables() {
        let tables = tables
        storing(.create) { params, connection in
            let table = try await tables.create(
                params,
                owner: connection.ownerName,
                isAdministrator: connection.isAdministrator
            )
            return .due { table.snapshot(for: connection) }
        }
        storing(.configure) { params, connection in
            let table = try await tables.table(params.table)
            // Who may add players is decided with the match.
            if table.namesJoining(params).isEmpty {
                try tables.check(connection.mayChange, params.table)
            }
            try await table.configure(
                params,
                by: connection.permit.name,
                standing: connection.standing(at: table.group)
            )
            return .due { table.snapshot(for: connection) }
        }
        working(.delete) { params, connection, notices in
            let telling =
                params.progress
                ? notices.telling(WorkProgress(), on: tables.clock) : nil
            defer {
                telling?.end()
            }
            // The table is gone at this point; the store releases its space later.
            try await tables.delete(params.table, if: connection.mayChange)
            return .done(EmptyObject())
        }
        on(.get) { params, connection in
            try tables.withTable(params.table) { $0.snapshot(sentTo: connection) }
        }
        on(.watch) { params, connection in
            try tables.withTable(params.table) { connection.watch($0, params) }
        }
        now(.unwatch) { params, connection in
            // A watched table is in memory, and so is one with moving dice.
            if let table = try tables.loaded(params.table) {
                connection.unwatch(table)
            }
            return EmptyObject()
        }
    }
}

extension Tables {
    /// Answers immediately if the table is in memory, otherwise after reading it.
    func withTable<Result>(
        _ name: TableName,
        _ result: @escaping @TableActor (Table) throws -> Result
    ) throws -> Handling<Result> {
        if let table = try loaded(name) {
            return .done(try result(table))
        }
        return .storing {
            let table = try await self.table(name)
            return .due {
                guard !table.isDeleted else { throw WireError.tableNotFound(name) }
                return try result(table)
            }
        }
    }
}

extension Table {
    fileprivate func snapshot(sentTo connection: ClientConnection) -> TableSnapshot {
        let snapshot = snapshot(for: connection)
        // Frames that are waiting for a batch are sent later, and any later frame must continue
        // from those.
        if !connection.state.isHolding {
            subscribers[connection.owner]?.sentSnapshot(revision: snapshot.revision)
        }
        return snapshot
    }
}

extension RequestHandler {
    mutating func addTableLists() {
        let tables = tables
        storing(.list) { _, connection in
            .done(
                ListResult(
                    tables: try await tables.summaries(among: connection.permit.tables)
                )
            )
        }
        storing(.watchList) { _, connection in
            let list = try await tables.summaries(among: connection.permit.tables)
            connection.watchList(told: list)
            return .done(ListResult(tables: list))
        }
        now(.unwatchList) { none, connection in
            connection.unwatchList()
            return none
        }
    }
}
