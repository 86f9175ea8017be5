public import DiceNotation

/// The exceeded limit: `of` in the `data` of `limitExceeded`. Limits of dice notation are in
/// `NotationLimit`.
public enum ExceededLimit: String, Sendable, Hashable, CaseIterable {
    case dice, sides, repeats, members, steps, chain, length, depth, digits, bound,
        work, text
    /// The number of tables, of the daemon or of one user.
    case tables
    /// The number of saved rolls, of the daemon or of one user, and their total size.
    case savedRolls, savedRollsSize
    /// The number of animating dice, and of one user's throws in flight.
    case inFlight, throwsInFlight
    /// The size in bytes of the custom faces in a table's throws in flight.
    case faces
    /// The size of one user's throws stored per second.
    case storage
    /// The size in bytes of one user's history on a shared daemon.
    case quota
    case contributors, connections
    /// The number of names that want to be in a table's next match.
    case players
    /// The number of values of one turn.
    case values
    /// The size of an answer with counts of faces.
    case statistics
    /// The number of requests of a batch, and the size of its replies.
    case batch, replies
    /// The length of a link.
    case link
    /// The number of bots that pages have started.
    case bots
}

extension WireError {
    /// Returns the error for a text that is too long.
    ///
    /// - Parameter part: a noun phrase for the text: `a label`.
    public static func tooLong(_ excess: TextExcess, _ part: String) -> WireError {
        let cause: Cause =
            switch excess.unit {
            case .bytes: .tooManyBytes
            case .scalars: .tooManyCharacters
            case .marks: .tooManyMarks
            }
        return WireError(
            cause,
            [
                "part": part, "limit": excess.limit, "actual": excess.actual,
                "unit": excess.unit.rawValue,
            ]
        )
    }

    /// Returns the error for a new name that is too long; `nil` if it is not.
    public static func nameTooLong(_ name: String) -> WireError? {
        TextLimit.label.excess(of: name).map { .tooLong($0, "a name") }
    }

    /// Creates the error for an expression that cannot be parsed or rolled.
    public init(_ error: NotationError) {
        var values: CauseValues = [
            "problem": error.message, "offset": error.place.lowerBound,
            "length": error.place.count, "expected": error.expected,
        ]
        switch error.reason {
        case .bad, .ambiguous: self.init(.badExpression, values)
        case .otherForm: self.init(.otherForm, values)
        case .secretForm: self.init(.secretForm, values)
        case .limit(let what, let limit):
            values.add(["limit": limit, "of": what.rawValue])
            self.init(.notationLimit, values)
        case .length(let excess):
            values.add([
                "limit": excess.limit, "actual": excess.actual, "unit": excess.unit.rawValue,
            ])
            self.init(.notationLength, values)
        }
    }
}
