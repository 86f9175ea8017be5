/// What the dice of a table are played for: the rules of a game as data.
///
/// A game is one of `Game.all`, or made by hand or from a document (dice-games(7)); `check()` says
/// whether it can be played.
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
        _ name: String,
        _ title: String,
        source: String? = nil,
        dice: [Int],
        rollsPerTurn: Int? = nil,
        rules: Rules
    ) {
        self.name = name
        self.title = title
        self.source = source
        self.dice = dice
        self.rollsPerTurn = rollsPerTurn
        self.rules = rules
    }

    /// The rules of a sheet; nil of a bank game.
    public var sheet: SheetRules? {
        if case .sheet(let rules) = rules { rules } else { nil }
    }

    /// The rules of a bank; nil of a sheet game.
    public var bank: BankRules? {
        if case .bank(let rules) = rules { rules } else { nil }
    }
}
