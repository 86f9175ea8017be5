public import DiceNotation

/// Which limit would be passed: `of` in the `data` of `limitExceeded`. Of dice notation, those of
/// `NotationLimit`.
public enum ExceededLimit: String, Sendable, Hashable, CaseIterable {
    case dice, sides, repeats, members, steps, chain, length, depth, digits, bound,
        work, text
    /// Tables, of the daemon or of one user.
    case tables
    /// Saved rolls, of the daemon or of one user, and what all of them take.
    case savedRolls, savedRollsSize
    /// Dice that animate, and throws of one user that do.
    case inFlight, throwsInFlight
    /// Bytes of the faces of custom dice of the throws in flight at a table.
    case faces
    /// What the throws of one user store in a second.
    case storage
    /// What one user of a shared daemon keeps in history, in bytes.
    case quota
    case contributors, connections
    /// Values of one turn.
    case values
    /// What an answer with counts of faces takes.
    case statistics
    /// Requests of a batch, and what the replies to it take.
    case batch, replies
    /// How long a link is.
    case link
}

extension WireError {
    public static func limit(_ what: ExceededLimit, _ limit: Int, _ message: String)
        -> WireError
    {
        var error = WireError(.limitExceeded, message, limit: limit)
        error.data.of = what.rawValue
        return error
    }

    /// A text that is too long.
    ///
    /// - Parameter what: what is too long: `a label`.
    public static func tooLong(_ excess: TextExcess, _ what: String) -> WireError {
        var error = limit(
            .length,
            excess.limit,
            "\(what) has \(excess.words); shorten it"
        )
        error.data.actual = excess.actual
        error.data.unit = excess.unit.rawValue
        return error
    }

    /// Why a name may not be a new one; nil if it may.
    public static func nameTooLong(_ name: String) -> WireError? {
        TextLimit.label.excess(of: name).map { .tooLong($0, "a name") }
    }

    /// An expression that cannot be read or rolled.
    public init(_ error: NotationError) {
        switch error.reason {
        case .bad: self.init(.badExpression, error.message)
        case .limit(let what, let limit):
            self.init(.limitExceeded, error.message, limit: limit)
            data.of = what.rawValue
        case .length(let excess):
            self.init(.limitExceeded, error.message, limit: excess.limit)
            data.of = ExceededLimit.length.rawValue
            data.actual = excess.actual
            data.unit = excess.unit.rawValue
        }
        data.offset = error.place.lowerBound
        data.length = error.place.count
        data.expected = error.expected
    }
}
