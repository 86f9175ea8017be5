internal import DiceModel
internal import DiceWire

extension RequestHandler {
    mutating func addTableLists() {
        let tables = tables
        storing(.list) { _, connection in
            .done(ListResult(tables: try await tables.summaries(among: connection.permit.tables)))
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
