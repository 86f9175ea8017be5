import DiceGames
import DiceTable
import DiceWire

extension RequestHandler {
    mutating func addGames() {
        let tables = tables
        storing(.correct) { params, connection in
            let table = try await tables.table(params.table)
            return .done(
                try await table.correct(to: params.box) {
                    params.by ?? connection.permit.name(whenUp: $0)
                }
            )
        }
        on(.game) { params, _ in
            try tables.withTable(params.table) { table in
                guard let match = table.group.match else { throw DiceError.noGame }
                return GameResult(document: match.game)
            }
        }
        storing(.newGame) { params, connection in
            let table = try await tables.table(params.table)
            try await table.beginNewGame(
                by: connection.player(params.by, at: table),
                standing: connection.standing(at: table.group),
                isBot: connection.permit.isBot
            )
            return .due { table.snapshot(for: connection) }
        }
        storing(.rest) { params, connection in
            let table = try await tables.table(params.table)
            try await table.rest(
                params.player,
                params.rests,
                by: connection.player(params.by, at: table),
                standing: connection.standing(at: table.group),
                isBot: connection.permit.isBot
            )
            return .due { table.snapshot(for: connection) }
        }
        storing(.matches) { params, _ in .done(try await tables.matches(params)) }
    }
}

extension Tables {
    fileprivate func matches(_ params: MatchesParams) async throws -> MatchesResult {
        _ = try loaded(params.table)
        let (page, more) = try await store.matches(
            of: params.table,
            before: params.before,
            limit: params.limit
        )
        return MatchesResult(matches: page, more: more)
    }
}
