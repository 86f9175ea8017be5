internal import DiceModel
internal import DiceNotation
internal import DiceTable
internal import DiceWire

extension RequestHandler {
    mutating func addThrowing() {
        let (tables, rolls) = (tables, rolls)
        storing(.throw) { params, connection in
            let (expression, text) = try await params.read(from: rolls)
            let table = try await tables.table(params.table)
            let flying = try await table.throw(
                expression, text: text, params, from: connection.roller(params.by))
            return .settling(flying, at: table) { flying in
                guard var result = flying.result else { throw WireError.shuttingDown }
                result.nextCommitment = flying.nextCommitment
                return result
            }
        }
    }
}

extension ThrowParams {
    /// The expression that is to be rolled, and its text with the parameters' values in it.
    func read(from rolls: RollShelf) async throws(WireError) -> (Expression, text: String) {
        let text: String
        switch (expression, saved) {
        case (let expression?, nil): text = expression
        case (nil, let name?): text = try await rolls.roll(name, param: "saved").expression
        default:
            throw WireError(
                .invalidParams,
                "param \"expression\" must be there, dice notation as 2d6+3, or in its place param \"saved\", the name of a "
                    + "saved roll", param: "expression")
        }
        do throws(NotationError) {
            let filled = try Expression.filling(text, with: values?.values ?? [:])
            let read = try Expression(parsing: filled)
            try read.check(dice: Limits.diceOfThrow)
            return (read, filled.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        } catch {
            throw WireError(error)
        }
    }
}

extension WireError {
    /// An expression that cannot be rolled.
    init(_ error: NotationError) {
        switch error.reason {
        case .bad: self.init(.badExpression, error.message)
        case .limit(let limit): self.init(.limitExceeded, error.message, limit: limit)
        }
        (data.offset, data.length, data.expected) = (error.place.lowerBound, error.place.count, error.expected)
    }
}
