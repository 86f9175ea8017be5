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
            return .due { table.snapshot }
        }
        storing(.configure) { params, connection in
            try tables.check(connection.mayChange, params.table)
            let table = try await tables.table(params.table)
            try await table.configure(params)
            return .due { table.snapshot(for: connection.owner) }
        }
        working(.delete) { params, connection, notices in
            let telling =
                params.progress
                ? notices.telling(WorkProgress(), on: tables.clock) : nil
            defer {
                telling?.end()
            }
            // All of it is gone then; the store gives its room back later.
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
            // One that is watched is in memory, and one whose dice move.
            if let table = try tables.loaded(params.table) {
                connection.unwatch(table)
            }
            return EmptyObject()
        }
    }
}

extension Tables {
    /// Answers at once if the table is in memory, else when it has been read.
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
        let snapshot = snapshot(for: connection.owner)
        // Frames that wait for a batch come later, and what comes after them must go on from them.
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
