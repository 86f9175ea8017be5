import DiceWire

extension RequestHandler {
    mutating func addContributing() {
        let tables = tables
        storing(.contribute) { params, connection in
            .done(
                try connection.contribute(
                    params,
                    at: try await tables.table(params.table)
                )
            )
        }
        storing(.ask) { params, connection in
            let table = try await tables.table(params.table)
            try connection.ask(params, at: table)
            return .due { table.snapshot(for: connection) }
        }
        now(.reveal) { params, connection in
            guard let table = try tables.loaded(params.table) else {
                throw WireError(.nothingToReveal)
            }
            try table.reveal(params.entropy, from: connection.owner)
            return EmptyObject()
        }
    }
}
