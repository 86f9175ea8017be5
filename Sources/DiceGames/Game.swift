/// A game's rules as data.
///
/// A game is one of `Game.all`, or built in code or from a document (dice-games(7)); `check()`
/// tells whether it is playable.
public struct Game: Sendable, Hashable {
    /// The name, such as `maxi-yatzy`: lower-case letters, digits and hyphens, up to 32.
    public var name: String
    /// The display name.
    public var title: String
    /// The source of the game's rules; `nil` if none is given.
    public var source: String?
    /// The sides of each die.
    public var dice: [Int]
    /// The maximum rolls per turn; `nil` without a limit.
    public var rollsPerTurn: Int?
    public var rules: Rules
    /// Titles in other languages, by BCP 47 tag.
    public var words: [String: GameWords]

    public enum Rules: Sendable, Hashable {
        /// Each turn fills one box of a sheet.
        case sheet(SheetRules)
        /// Each turn collects points, which it may lose.
        case bank(BankRules)
    }

    public init(
        _ name: String,
        _ title: String,
        source: String? = nil,
        dice: [Int],
        rollsPerTurn: Int? = nil,
        rules: Rules,
        words: [String: GameWords] = [:]
    ) {
        self.name = name
        self.title = title
        self.source = source
        self.dice = dice
        self.rollsPerTurn = rollsPerTurn
        self.rules = rules
        self.words = words
    }

    /// The rules of a sheet; `nil` in a bank game.
    public var sheet: SheetRules? {
        if case .sheet(let rules) = rules { rules } else { nil }
    }

    /// The rules of a bank; `nil` in a sheet game.
    public var bank: BankRules? {
        if case .bank(let rules) = rules { rules } else { nil }
    }
}
