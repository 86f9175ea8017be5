import DiceModel
import DiceTable
import DiceWire

extension RequestHandler {
    mutating func addHistory() {
        let tables = tables
        storing(.history) { query, connection in
            var query = query
            query.viewers = connection.permit.viewers(query.viewer)
            return .done(
                try await tables.history(query, among: connection.permit.tables)
            )
        }
        working(.stats) { query, connection, notices in
            let viewers = connection.permit.viewers(nil)
            let among = connection.permit.tables
            return .done(
                try await tables.faces(query, viewers: viewers, among: among, notices)
            )
        }
        working(.prune) { params, connection, notices in
            try tables.check(connection.mayChange, params.table)
            let telling =
                params.progress
                ? notices.telling(WorkProgress(), on: tables.clock) : nil
            defer {
                telling?.end()
            }
            return .done(try await tables.table(params.table).prune(params))
        }
    }
}
