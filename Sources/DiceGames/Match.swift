/// A game as it is played by some players: their sheets, and who has won.
public struct Match: Sendable, Hashable {
    public let game: Game
    public internal(set) var progress: Progress

    /// How far a match is: all of it but its rules.
    public struct Progress: Sendable, Hashable {
        /// Of the table, from 1.
        public var number: Int
        /// The index of the sheet of the first turn.
        public var first: Int
        /// The turns that have ended.
        public var turns = 0
        public var sheets: [Sheet]
        public var bankTurn = BankTurn()
        /// The index of the sheet whose player began the last round of a bank game.
        public var closer: Int?
        /// Whether a hand has won at once.
        public var isWon = false
        /// What the last turn has filled; nil before the first, and in a bank game.
        public var filled: FilledBox?
        /// Who plays when; nil as long as nobody has rested or joined.
        var order: PlayOrder?

        public init(number: Int, first: Int, sheets: [Sheet]) {
            self.number = number
            self.first = first
            self.sheets = sheets
        }
    }

    /// - Parameters:
    ///   - players: in the order in which they are up; empty for one sheet for all.
    ///   - first: whose turn the first is; by default the first player's.
    public init(
        _ game: Game,
        number: Int = 1,
        players: [String] = [],
        first: String? = nil
    ) {
        self.game = game
        progress = Progress(
            number: number,
            first: players.firstIndex { $0 == first } ?? 0,
            sheets: players.isEmpty ? [Sheet()] : players.map { Sheet(player: $0) }
        )
    }

    /// A match that goes on from here; nil if it cannot.
    public init?(_ game: Game, _ progress: Progress) {
        guard progress.sheets.indices.contains(progress.first), progress.turns >= 0
        else {
            return nil
        }
        self.game = game
        self.progress = progress
    }

    public var number: Int { progress.number }
    public var sheets: [Sheet] { progress.sheets }
    /// In the order in which they are up; empty for one sheet for all.
    public var players: [String] { sheets.compactMap(\.player) }
    /// What the open turn of a bank game has gathered.
    public var bankTurn: BankTurn { progress.bankTurn }

    /// How a turn ends.
    public struct Score: Sendable, Hashable {
        public var match: Int
        /// nil in a bank game.
        public var box: String?
        public var points: Int
        public var bonuses: [NamedPoints]
        /// Whether the turn of a bank game has lost what it had gathered.
        public var isBust: Bool

        public init(
            match: Int,
            box: String? = nil,
            points: Int,
            bonuses: [NamedPoints] = [],
            isBust: Bool = false
        ) {
            self.match = match
            self.box = box
            self.points = points
            self.bonuses = bonuses
            self.isBust = isBust
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
        /// Nothing is banked: no die was locked since the last roll, or it is less than the player
        /// needs at first.
        case noScore(least: Int)
    }

    /// From 1.
    public var round: Int {
        (isOver ? max(progress.turns - 1, 0) : progress.turns) / sheets.count + 1
    }

    /// nil of a bank game, which has as many as it takes.
    public var rounds: Int? { game.sheet?.boxes.count }

    /// Whether a turn of it has ended.
    public var hasBegun: Bool { progress.turns > 0 }

    public var isOver: Bool {
        if progress.isWon {
            return true
        }
        if let order = progress.order {
            return isOver(by: order)
        }
        if let closer = progress.closer {
            return game.bank?.hasLastRound == false || index == closer
        }
        return rounds.map { progress.turns >= $0 * sheets.count } ?? false
    }

    /// Who has most, or has won at once; nil while the match goes on.
    public var winners: [String]? {
        guard isOver else { return nil }
        if progress.isWon {
            return lastIndex.flatMap { sheets[$0].player }.map { [$0] } ?? []
        }
        let most = sheets.map(\.total).max()
        return sheets.filter { $0.total == most }.compactMap(\.player)
    }

    /// The index of the current player's sheet.
    var index: Int {
        progress.order?.up ?? (progress.first + progress.turns) % sheets.count
    }

    /// The sheet of whose turn it is.
    public var sheet: Sheet { sheets[index] }

    /// The match after it: the player after the first winner begins.
    public var next: Match {
        let winner = winners?.first.flatMap { winner in players.firstIndex(of: winner) }
        return Match(
            game,
            number: number + 1,
            players: players,
            first: winner.map { players[($0 + 1) % players.count] }
        )
    }

    /// The boxes that the turn may end in. Empty of a bank game, and once the match is over.
    ///
    /// - Parameter roll: of the turn, from 1.
    public func options(_ faces: [Int], roll: Int) -> [BoxOption] {
        isOver ? [] : game.sheet?.options(faces, roll: roll, at: sheet) ?? []
    }

    /// Ends a turn of a sheet game. `box` may be nil if there is no choice.
    public mutating func end(_ box: String?, faces: [Int], roll: Int) throws(Refusal)
        -> Score
    {
        guard !isOver, let rules = game.sheet else { throw .over }
        let options = options(faces, roll: roll)
        guard let box = box ?? (options.count == 1 ? options[0].box : nil) else {
            throw .boxNeeded(options)
        }
        guard let option = options.first(where: { $0.box == box }) else {
            guard let known = rules[box] else { throw .noSuchBox }
            throw sheet[known.name] == nil ? .boxNotAllowed(options) : .boxTaken
        }
        let isHand = rules[option.box]?.needs.map { Hand(faces).meeting($0) != nil }
        if roll == 1, rules[option.box]?.wins == true, isHand == true {
            progress.isWon = true
        }
        progress.filled = FilledBox(option.box, before: sheet)
        let bonuses = rules.fill(option, with: faces, in: &progress.sheets[index])
        advance()
        return Score(
            match: number,
            box: option.box,
            points: option.points,
            bonuses: bonuses
        )
    }

    /// Puts the last turn of a sheet game into another box, as if it had ended so.
    ///
    /// - Parameters:
    ///   - faces: of the turn's dice.
    ///   - roll: of that turn, from 1.
    public mutating func correct(_ box: String, faces: [Int], roll: Int) throws(Refusal)
        -> Score
    {
        guard let filled = progress.filled else { throw .over }
        guard box != filled.box else { throw .boxTaken }
        var match = self
        match.stepBack()
        match.progress.sheets[match.index] = filled.before
        match.progress.isWon = false
        let score = try match.end(box, faces: faces, roll: roll)
        match.progress.order = progress.order
        match.progress.filled?.corrections = filled.corrections + 1
        self = match
        return score
    }

    /// What the open turn of a bank game has gathered with these dice of the last roll; nil if one
    /// of them is in no set.
    public func gathered(_ faces: [Int]) -> Int? {
        game.bank?.score(all: faces).map { bankTurn.points + $0 }
    }

    /// Ends a turn of a bank game. One that may neither roll nor bank ends without points.
    ///
    /// - Parameters:
    ///   - faces: those of the dice that were locked since the last roll; nil if the turn is lost.
    ///   - others: those of the dice that were rolled and not locked.
    ///   - mayRoll: whether the turn may have another roll.
    public mutating func bank(_ faces: [Int]?, others: [Int] = [], mayRoll: Bool = true)
        throws(Refusal) -> Score
    {
        guard !isOver, let rules = game.bank else { throw .over }
        let least = sheet.total == 0 ? rules.minimum : 0
        var points = 0
        if let faces {
            if !faces.isEmpty, let gathered = gathered(faces), gathered >= least {
                points = gathered
            } else if mayRoll
                || bankTurn.points + rules.score(locked: faces, with: others) >= least
            {
                throw .noScore(least: least)
            }
        }
        progress.sheets[index].total += points
        if progress.closer == nil, sheet.total >= rules.target {
            progress.closer = index
        }
        progress.bankTurn = BankTurn()
        advance()
        return Score(match: number, points: points, isBust: faces == nil)
    }

    /// A bank game's turn rolls on: what was locked since the last roll is gathered.
    ///
    /// - Parameters:
    ///   - faces: of the dice that were locked since then.
    ///   - kept: the numbers of all that stay locked; empty if all dice are rolled again.
    public mutating func gather(_ faces: [Int], kept: [Int]) {
        progress.bankTurn = BankTurn(
            points: gathered(faces) ?? bankTurn.points,
            kept: kept
        )
    }
}
