/// A game as it is played by some players: their sheets, and who has won.
public struct Match: Sendable, Hashable {
    public let game: Game
    /// Of the table, from 1.
    public let number: Int
    /// In the order in which they are up; empty for one sheet for all.
    public var players: [String] { sheets.compactMap(\.player) }
    public private(set) var sheets: [Sheet]
    /// The turns that have ended.
    public private(set) var turns: Int
    /// What the open turn of a bank game has gathered.
    public var bankTurn: BankTurn
    /// The index of the sheet whose player began the last round of a bank game.
    private var closer: Int?
    /// Whether a hand has won at once.
    private var isWon: Bool

    public init(_ game: Game, number: Int = 1, players: [String] = []) {
        (self.game, self.number) = (game, number)
        sheets = players.isEmpty ? [Sheet()] : players.map { Sheet(player: $0) }
        (turns, bankTurn, closer, isWon) = (0, BankTurn(), nil, false)
    }

    /// How a turn ends.
    public struct Score: Sendable, Hashable {
        public var match: Int
        /// nil in a bank game.
        public var box: String?
        public var points: Int
        public var bonuses: [NamedPoints]
        /// Whether the turn of a bank game has lost what it had gathered.
        public var isBust: Bool

        public init(match: Int, box: String? = nil, points: Int, bonuses: [NamedPoints] = [], isBust: Bool = false) {
            (self.match, self.box, self.points, self.bonuses, self.isBust) = (match, box, points, bonuses, isBust)
        }
    }

    /// Why a turn cannot end so.
    public enum Refusal: Error, Sendable, Hashable {
        case over
        /// Which of these is to be filled?
        case boxNeeded([BoxOption])
        case noSuchBox
        case boxTaken
        /// The joker's rule forbids it.
        case boxNotAllowed([BoxOption])
        /// Nothing is banked: no die was locked since the last roll, or it is less than the player needs at first.
        case noScore(least: Int)
    }

    /// From 1.
    public var round: Int { (isOver ? max(turns - 1, 0) : turns) / sheets.count + 1 }

    /// nil of a bank game, which has as many as it takes.
    public var rounds: Int? { game.sheet?.boxes.count }

    public var isOver: Bool {
        if isWon { return true }
        if let closer { return game.bank?.hasLastRound == false || turns % sheets.count == closer }
        return rounds.map { turns >= $0 * sheets.count } ?? false
    }

    /// Who has most, or has won at once; nil while the match goes on.
    public var winners: [String]? {
        guard isOver else { return nil }
        if isWon { return sheets[(turns - 1) % sheets.count].player.map { [$0] } ?? [] }
        let most = sheets.map(\.total).max()
        return sheets.filter { $0.total == most }.compactMap(\.player)
    }

    /// The sheet of whose turn it is.
    public var sheet: Sheet { sheets[turns % sheets.count] }

    /// The boxes that the turn may end in. Empty of a bank game, and once the match is over.
    ///
    /// - Parameter roll: of the turn, from 1.
    public func options(_ faces: [Int], roll: Int) -> [BoxOption] {
        isOver ? [] : game.sheet?.options(faces, roll: roll, at: sheet) ?? []
    }

    /// Ends a turn of a sheet game. `box` may be nil if there is no choice.
    public mutating func end(_ box: String?, faces: [Int], roll: Int) throws(Refusal) -> Score {
        guard !isOver, let rules = game.sheet else { throw .over }
        let options = options(faces, roll: roll)
        guard let box = box ?? (options.count == 1 ? options[0].box : nil) else { throw .boxNeeded(options) }
        guard let option = options.first(where: { $0.box == box }) else {
            guard let known = rules[box] else { throw .noSuchBox }
            throw sheet[known.name] == nil ? .boxNotAllowed(options) : .boxTaken
        }
        let place = turns % sheets.count
        let hand = Hand(faces)
        if roll == 1, let box = rules[option.box], box.wins, box.needs.map({ hand.meeting($0) != nil }) == true {
            isWon = true
        }
        let bonuses = rules.fill(option, with: faces, in: &sheets[place])
        turns += 1
        return Score(match: number, box: option.box, points: option.points, bonuses: bonuses)
    }

    /// What the open turn of a bank game has gathered with these dice of the last roll; nil if one of them is in no
    /// set.
    public func gathered(_ faces: [Int]) -> Int? { game.bank?.score(all: faces).map { bankTurn.points + $0 } }

    /// Ends a turn of a bank game.
    ///
    /// - Parameter faces: those of the dice that were locked since the last roll; nil if the turn is lost.
    public mutating func bank(_ faces: [Int]?) throws(Refusal) -> Score {
        guard !isOver, let rules = game.bank else { throw .over }
        let place = turns % sheets.count
        let least = sheets[place].total == 0 ? rules.minimum : 0
        var points = 0
        if let faces {
            guard !faces.isEmpty, let gathered = gathered(faces), gathered >= least else {
                throw .noScore(least: least)
            }
            points = gathered
        }
        sheets[place].total += points
        if closer == nil, sheets[place].total >= rules.target { closer = place }
        bankTurn = BankTurn()
        turns += 1
        return Score(match: number, points: points, isBust: faces == nil)
    }
}
