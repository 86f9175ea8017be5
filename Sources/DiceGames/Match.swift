/// A game with its players, their sheets and the winners.
public struct Match: Sendable, Hashable {
    public let game: Game
    public internal(set) var progress: Progress

    /// The state of a match, without its rules.
    public struct Progress: Sendable, Hashable {
        /// The number of the match at its table, from 1.
        public var number: Int
        /// The index of the sheet that plays the first turn.
        public var first: Int
        /// The number of turns that have ended.
        public var turns = 0
        public var sheets: [Sheet]
        public var bankTurn = BankTurn()
        /// The index of the sheet whose player began the last round of a bank game.
        public var closer: Int?
        /// True if a hand has won the match outright.
        public var isWon = false
        /// The box that the last turn filled; `nil` before the first turn, and in a bank game.
        public var filled: FilledBox?
        /// The order of play; `nil` until a player has rested or joined.
        public var order: PlayOrder?

        public init(number: Int, first: Int, sheets: [Sheet]) {
            self.number = number
            self.first = first
            self.sheets = sheets
        }
    }

    /// - Parameters:
    ///   - players: The players in turn order; empty for one shared sheet.
    ///   - first: The player of the first turn; by default the first player in the list.
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

    /// Resumes a match; returns `nil` if the progress does not fit the game.
    public init?(_ game: Game, _ progress: Progress) {
        guard progress.sheets.indices.contains(progress.first), progress.turns >= 0,
            progress.order?.fits(progress.sheets.count) != false
        else {
            return nil
        }
        self.game = game
        self.progress = progress
    }

    public var number: Int { progress.number }
    public var sheets: [Sheet] { progress.sheets }
    /// The players in turn order; empty for one shared sheet.
    public var players: [String] { sheets.compactMap(\.player) }
    /// The state of the open turn of a bank game.
    public var bankTurn: BankTurn { progress.bankTurn }

    /// The score of a turn.
    public struct Score: Sendable, Hashable {
        public var match: Int
        /// The name of the box; `nil` in a bank game.
        public var box: String?
        public var points: Int
        public var bonuses: [NamedPoints]
        /// True if a bank game's turn has lost its points.
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

    /// The reason why a turn cannot end this way.
    public enum Refusal: Error, Sendable, Hashable {
        case over
        /// One of these boxes must be named.
        case boxNeeded([BoxOption])
        case noSuchBox
        case boxTaken
        /// The joker rule forbids it.
        case boxNotAllowed([BoxOption])
        /// There is nothing to bank: no die was locked since the last roll, or the points are below
        /// the player's entry minimum.
        case noScore(minimum: Int)
        /// The points are below the minimum of every bank.
        case belowBankMinimum(Int)
    }

    /// The number of the round, from 1; in a sheet game the current player's, because a player who
    /// has rested has filled fewer boxes than others.
    public var round: Int {
        if game.sheet != nil {
            return isOver ? sheets.map(\.boxes.count).max() ?? 1 : sheet.boxes.count + 1
        }
        return (isOver ? max(progress.turns - 1, 0) : progress.turns) / sheets.count + 1
    }

    /// The number of rounds; `nil` in bank games, which have no limit.
    public var rounds: Int? { game.sheet?.boxes.count }

    /// True if a turn of the match has ended.
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

    /// The players with the most points, or the player who won at once; `nil` while the match is in
    /// progress.
    public var winners: [String]? {
        guard isOver else { return nil }
        if progress.isWon {
            return lastIndex.flatMap { sheets[$0].player }.map { [$0] } ?? []
        }
        let maximum = sheets.map(\.total).max()
        return sheets.filter { $0.total == maximum }.compactMap(\.player)
    }

    /// The index of the current player's sheet.
    var index: Int {
        progress.order?.up ?? (progress.first + progress.turns) % sheets.count
    }

    /// The current player's sheet.
    public var sheet: Sheet { sheets[index] }

    /// The next match; the player after the first winner begins.
    public var next: Match {
        let winner = winners?.first.flatMap { winner in players.firstIndex(of: winner) }
        return Match(
            game,
            number: number + 1,
            players: players,
            first: winner.map { players[($0 + 1) % players.count] }
        )
    }

    /// Returns the boxes in which the turn may end; empty in a bank game, and after the end of the
    /// match.
    ///
    /// - Parameter roll: The number of the roll in the turn, from 1.
    public func options(_ faces: [Int], roll: Int) -> [BoxOption] {
        isOver ? [] : game.sheet?.options(faces, roll: roll, at: sheet) ?? []
    }

    /// Ends a turn of a sheet game. `box` may be `nil` if there is only one choice.
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
        let filled = rules[option.box]
        if roll == 1, filled?.wins == true, filled?.needs?.isMet(by: Hand(faces)) == true {
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

    /// Moves the last turn of a sheet game to another box.
    ///
    /// - Parameters:
    ///   - faces: The faces of the turn's dice.
    ///   - roll: The number of the turn's last roll, from 1.
    public mutating func correct(_ box: String, faces: [Int], roll: Int) throws(Refusal)
        -> Score
    {
        guard var match = beforeLastTurn else { throw .over }
        guard box != progress.filled?.box else { throw .boxTaken }
        let score = try match.end(box, faces: faces, roll: roll)
        match.progress.order = progress.order
        match.progress.filled?.corrections = (progress.filled?.corrections ?? 0) + 1
        self = match
        return score
    }

    /// Returns the boxes to which the last turn of a sheet game may be moved.
    ///
    /// - Parameters:
    ///   - faces: The faces of the turn's dice.
    ///   - roll: The number of the turn's last roll, from 1.
    public func otherBoxes(faces: [Int], roll: Int) -> [BoxOption] {
        let options = beforeLastTurn?.options(faces, roll: roll) ?? []
        return options.filter { $0.box != progress.filled?.box }
    }

    /// The match before the last turn of a sheet game; `nil` if no box has been filled.
    private var beforeLastTurn: Match? {
        guard let filled = progress.filled else { return nil }
        var match = self
        match.stepBack()
        match.progress.sheets[match.index] = filled.before
        match.progress.isWon = false
        return match
    }

    /// Returns the points of a bank game's open turn, including these dice of the last roll; `nil`
    /// if one of these dice does not belong to any set.
    public func gathered(_ faces: [Int]) -> Int? {
        game.bank?.score(all: faces).map { bankTurn.points + $0 }
    }

    /// Ends a turn of a bank game. A turn in which the player can neither roll nor bank ends
    /// without points, and is not lost.
    ///
    /// - Parameters:
    ///   - faces: The faces of the dice locked since the last roll; `nil` if the turn is lost.
    ///   - others: The faces of the dice that were rolled and not locked.
    ///   - mayRoll: True if the turn may have another roll.
    public mutating func bank(_ faces: [Int]?, others: [Int] = [], mayRoll: Bool = true)
        throws(Refusal) -> Score
    {
        guard !isOver, let rules = game.bank else { throw .over }
        let minimum = rules.minimum(with: sheet.total)
        let isLost = faces == nil
        var points = 0
        if let faces {
            if !faces.isEmpty, let gathered = gathered(faces), gathered >= minimum {
                points = gathered
            } else if mayRoll
                || bankTurn.points + rules.score(locked: faces, with: others) >= minimum
            {
                throw minimum > 0 && minimum == rules.bankMinimum
                    ? .belowBankMinimum(minimum) : .noScore(minimum: minimum)
            }
        }
        points += rules.count(isLost: isLost, in: &progress.sheets[index])
        progress.sheets[index].total += points
        if progress.closer == nil, sheet.total >= rules.target {
            progress.closer = index
        }
        progress.bankTurn = BankTurn()
        advance()
        return Score(match: number, points: points, isBust: isLost)
    }

    /// Adds the dice locked since the last roll to the points of a bank game's turn, before its
    /// next roll.
    ///
    /// - Parameters:
    ///   - faces: The faces of these dice.
    ///   - kept: The numbers of all dice that stay locked; empty if all dice are rolled again.
    public mutating func gather(_ faces: [Int], kept: [Int]) {
        progress.bankTurn = BankTurn(
            points: gathered(faces) ?? bankTurn.points,
            kept: kept
        )
    }
}
