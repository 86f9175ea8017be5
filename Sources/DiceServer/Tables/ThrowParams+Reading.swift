internal import DiceModel
internal import DiceNotation
internal import DiceWire

extension ThrowParams {
    /// The expression that is to be rolled, and its text with the parameters' values in it.
    func read() throws(WireError) -> (Expression, String) {
        guard let expression else {
            throw WireError(
                .invalidParams, "param \"expression\" is missing; it must be a text in dice notation, as 2d6+3",
                param: "expression")
        }
        do throws(NotationError) {
            let text = try Expression.filling(expression, with: values?.values ?? [:])
            let read = try Expression(parsing: text)
            try read.check(dice: Limits.diceOfThrow)
            return (read, text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
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
