import DiceModel
import DiceTable
import DiceWire

/// Names that exceed the limit for new ones: they remain valid where they exist.
extension RequestHandler {
    /// Returns the refusal for the first overlong name in a request, except for the connection's
    /// own names and those in `known`.
    func longName(
        in request: Request,
        of connection: ClientConnection,
        beside known: Set<String> = []
    ) -> WireError? {
        let own = connection.permit.isNamed ? connection.permit.names.all : []
        for name in request.givenNames
        where !own.contains(name) && !known.contains(name) {
            if let error = WireError.nameTooLong(name) {
                return error
            }
        }
        return nil
    }

    /// Handles a request after a check that its long names exist.
    func handle(
        withKnownNames request: Request,
        from connection: ClientConnection,
        _ handle:
            @escaping @TableActor (Request, ClientConnection) throws -> Handling<
                any JSONWritable
            >
    ) -> Handling<any JSONWritable> {
        .working { notices in
            let known = try await tables.store.playerNames()
            if let error = longName(in: request, of: connection, beside: known) {
                throw error
            }
            switch try handle(request, connection) {
            case .answered(let answer): return .due { try answer.get() }
            case .storing(let store): return try await store()
            case .working(let work): return try await work(notices)
            }
        }
    }
}

extension Request {
    /// The names in the request: who acts, who is to be known, and who sees a secret throw.
    fileprivate var givenNames: [String] {
        let player = player.map { [$0] } ?? []
        switch params {
        case let params as ConfineParams:
            return params.issued == true ? [] : params.as?.all ?? []
        case let params as CreateParams: return params.settings.players ?? []
        case let params as ConfigureParams:
            return player + (params.change.players ?? [])
        case let params as ThrowParams: return player + (params.seenBy ?? [])
        case let params as SaveRollParams:
            return player + [params.owner ?? ""].filter { !$0.isEmpty }
        default: return player
        }
    }
}
