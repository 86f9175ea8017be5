/// A box of a sheet.
public struct Box: Sendable, Hashable {
    /// Letters and digits, as `fullHouse`.
    public var name: String
    public var title: String
    /// What the dice must be to bring points; nil if any will do.
    public var needs: Needs?
    public var points: Points
    /// The points of a hand that the first roll of a turn brings; nil if it brings what others do.
    public var firstRoll: Int?
    /// Whether a hand of the first roll wins the match at once.
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

    /// The face that the box adds up, if it is one for a single face: an upper box of the sheet.
    public var face: Int? {
        if case .sum(.face(let face)) = points { face } else { nil }
    }
}

/// What dice must show.
public enum Needs: Sendable, Hashable {
    /// So many dice of one face, so many of another, and so on: `[3, 2]` is a full house.
    case alike([Int])
    /// So many faces in a row.
    case straight(Int)
    /// Each of these, as often as it stands here; the other dice show anything.
    case faces([Int])
}

/// What a hand is worth.
public enum Points: Sendable, Hashable {
    case fixed(Int)
    case sum(Summand)

    public enum Summand: Sendable, Hashable {
        case all
        /// The dice that meet the needs.
        case alike
        /// The dice that show this face.
        case face(Int)
    }
}
