/// What the dice of a table are played for: the rules of a game as data.
///
/// A game is one of `Game.all`, or made by hand or from a document (dice-games(7)); `check()` says whether it can be
/// played.
public struct Game: Sendable, Hashable {
    /// Lower-case letters, digits and hyphens, as `maxi-yatzy`; up to 32.
    public var name: String
    /// For people.
    public var title: String
    /// Where its rules stand; nil if nobody says.
    public var source: String?
    /// The sides of each die.
    public var dice: [Int]
    /// nil for any number.
    public var rollsPerTurn: Int?
    public var rules: Rules

    public enum Rules: Sendable, Hashable {
        /// Each turn fills one box of a sheet.
        case sheet(SheetRules)
        /// A turn gathers points and may lose them.
        case bank(BankRules)
    }

    public init(
        _ name: String, _ title: String, source: String? = nil, dice: [Int], rollsPerTurn: Int? = nil, rules: Rules
    ) {
        self.name = name
        self.title = title
        self.source = source
        self.dice = dice
        (self.rollsPerTurn, self.rules) = (rollsPerTurn, rules)
    }

    /// The rules of a sheet; nil of a bank game.
    public var sheet: SheetRules? { if case .sheet(let rules) = rules { rules } else { nil } }

    /// The rules of a bank; nil of a sheet game.
    public var bank: BankRules? { if case .bank(let rules) = rules { rules } else { nil } }
}

/// The boxes of a sheet game, which each player fills once, and what they bring together.
public struct SheetRules: Sendable, Hashable {
    /// In the order of the sheet.
    public var boxes: [Box]
    public var bonuses: [Bonus]
    /// What another hand of a full box may do; nil for nothing.
    public var joker: Joker?

    public init(_ boxes: [Box], bonuses: [Bonus] = [], joker: Joker? = nil) {
        (self.boxes, self.bonuses, self.joker) = (boxes, bonuses, joker)
    }

    public subscript(box: String) -> Box? { boxes.first { $0.name == box } }
}

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
        _ name: String, _ title: String, needs: Needs? = nil, _ points: Points, firstRoll: Int? = nil,
        wins: Bool = false
    ) {
        self.name = name
        self.title = title
        self.needs = needs
        self.points = points
        (self.firstRoll, self.wins) = (firstRoll, wins)
    }

    /// The face that the box adds up, if it is one for a single face: an upper box of the sheet.
    public var face: Int? { if case .sum(.face(let face)) = points { face } else { nil } }
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

/// Points that are in no box.
public struct Bonus: Sendable, Hashable {
    /// Letters and digits, as `upper`.
    public var name: String
    public var title: String
    public var cause: Cause
    public var points: Int
    /// Of `again`: whether only a hand that fills the box for its face brings it.
    public var onlyUpper: Bool

    public enum Cause: Sendable, Hashable {
        /// Once these boxes hold so much together.
        case sum(of: [String], atLeast: Int)
        /// For each further hand of this box, if it holds points.
        case again(String)
    }

    public init(_ name: String, _ title: String, _ cause: Cause, points: Int, onlyUpper: Bool = false) {
        self.name = name
        self.title = title
        self.cause = cause
        (self.points, self.onlyUpper) = (points, onlyUpper)
    }
}

/// Another hand of a box that is filled already stands for a hand that other boxes need.
public struct Joker: Sendable, Hashable {
    /// The box whose needs such a hand meets.
    public var box: String
    /// Whether the box for its face is to be filled first, and no other one for a single face before all the rest.
    public var isForced: Bool

    public init(_ box: String, isForced: Bool) {
        (self.box, self.isForced) = (box, isForced)
    }
}

/// What dice bring in a bank game.
public struct BankRules: Sendable, Hashable {
    public var sets: [ScoringSet]
    /// Who has so many points begins the last round.
    public var target: Int
    /// The least that a player without points may bank.
    public var minimum: Int
    /// Whether each other player has one more turn; else who reaches the target wins at once.
    public var hasLastRound: Bool

    public init(_ sets: [ScoringSet], target: Int, minimum: Int = 0, hasLastRound: Bool = true) {
        self.sets = sets
        self.target = target
        self.minimum = minimum
        self.hasLastRound = hasLastRound
    }
}

/// Dice of one roll that bring points together.
public struct ScoringSet: Sendable, Hashable {
    public var needs: Needs
    public var points: Int

    public init(_ needs: Needs, _ points: Int) {
        (self.needs, self.points) = (needs, points)
    }
}
