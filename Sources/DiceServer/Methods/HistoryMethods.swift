import DiceModel
import DiceWire

extension RequestHandler {
    mutating func addHistory() {
        let tables = tables
        storing(.history) { query, connection in
            .done(
                try await tables.history(
                    query, among: connection.permit.tables, for: connection.permit.viewer(query.viewer)))
        }
        storing(.stats) { query, _ in .done(try await tables.faces(query)) }
    }
}
