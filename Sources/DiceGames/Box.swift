/// A box of a sheet.
public struct Box: Sendable, Hashable {
    /// A name such as `fullHouse`: letters and digits.
    public var name: String
    public var title: String
    /// The needs that dice must meet to score; `nil` if any dice score.
    public var needs: Needs?
    public var points: Points
    /// The points for a hand made with the first roll of a turn; `nil` for the usual points.
    public var firstRoll: Int?
    /// True if such a hand in the first roll wins the match at once.
    public var wins: Bool

    public init(
        _ name: String,
        _ title: String,
        needs: Needs? = nil,
        _ points: Points,
        firstRoll: Int? = nil,
        wins: Bool = false
    ) {
        self.name = name
        self.title = title
        self.needs = needs
        self.points = points
        self.firstRoll = firstRoll
        self.wins = wins
    }

    /// The face that the box adds up, if it is a single-face box of the upper section.
    public var face: Int? {
        if case .sum(.face(let face)) = points { face } else { nil }
    }
}

/// How the points of a hand are determined.
public enum Points: Sendable, Hashable {
    case fixed(Int)
    case sum(Summand)

    public enum Summand: Sendable, Hashable {
        case all
        /// The sum of the dice that meet the needs.
        case alike
        /// The sum of the dice that show this face.
        case face(Int)
    }
}
