import Testing

@testable import DiceGames

/// The least of every bank, and what three lost turns in a row cost.
@Suite("House rules of bank games") struct HouseRuleTests {
    private static let sets = [ScoringSet(.faces([1]), 100), ScoringSet(.faces([5]), 50)]

    private static func match(
        players: [String] = ["ann", "bo"],
        minimum: Int = 0,
        bankMinimum: Int = 0,
        threeBusts: Int? = -300,
        hasLastRound: Bool = true
    ) -> Match {
        let rules = BankRules(
            sets,
            target: 1_000,
            minimum: minimum,
            bankMinimum: bankMinimum,
            threeBusts: threeBusts,
            hasLastRound: hasLastRound
        )
        let game = Game("house", "House", dice: [6, 6], rules: .bank(rules))
        return Match(game, players: players)
    }

    /// A turn: banked points, or `nil` for a lost one.
    private static func play(_ turns: [Int?], in match: inout Match) throws -> [Int] {
        try turns.map { points in
            guard let points else { return try match.bank(nil).points }
            match.progress.bankTurn.points = points - 50
            return try match.bank([5]).points
        }
    }

    /// The turns of a single player with the points of each.
    private static let tables: [(turns: [Int?], points: [Int])] = [
        ([nil, nil], [0, 0]),
        ([nil, nil, nil], [0, 0, -300]),
        ([nil, nil, nil, nil, nil], [0, 0, -300, 0, 0]),
        ([nil, nil, nil, nil, nil, nil], [0, 0, -300, 0, 0, -300]),
        ([nil, nil, 100, nil, nil], [0, 0, 100, 0, 0]),
        ([nil, 100, nil, nil, nil], [0, 100, 0, 0, -300]),
        ([500, nil, nil, nil, 100], [500, 0, 0, -300, 100]),
    ]

    @Test("each third lost turn in a row costs points", arguments: tables)
    func thirdBust(_ turns: [Int?], _ points: [Int]) throws {
        var match = Self.match(players: [])
        #expect(try Self.play(turns, in: &match) == points)
        #expect(match.sheet.total == points.reduce(0, +))
    }

    @Test("the lost turns of one player are no others'")
    func eachPlayer() throws {
        var match = Self.match()
        #expect(
            try Self.play([nil, nil, nil, 50, nil, nil], in: &match) == [0, 0, 0, 50, -300, 0]
        )
        #expect(match.sheets.map(\.total) == [-300, 50])
        #expect(match.sheets.map(\.busts) == [0, 1])
    }

    @Test("the third lost turn is lost, and nothing is counted without the rule")
    func score() throws {
        var match = Self.match(players: [])
        _ = try Self.play([nil, nil], in: &match)
        #expect(match.state.sheets[0].busts == 2)
        #expect(try match.bank(nil) == Match.Score(match: 1, points: -300, isBust: true))
        var plain = Self.match(players: [], threeBusts: nil)
        #expect(try Self.play([nil, nil, nil], in: &plain) == [0, 0, 0])
        #expect(plain.sheet.busts == 0)
    }

    @Test("a refused bank counts no turn")
    func refused() throws {
        var match = Self.match(players: [], bankMinimum: 200)
        _ = try Self.play([nil, nil], in: &match)
        #expect(throws: Match.Refusal.belowBankMinimum(200)) { _ = try match.bank([1]) }
        #expect(match.sheet.busts == 2)
    }

    @Test("a turn of a player who was away is lost, and one out of reach is not")
    func absentAndStuck() throws {
        var match = Self.match(players: ["ann"])
        _ = try Self.play([nil, nil], in: &match)
        var turn = MatchTurn(of: match, rolls: 1, faces: [1, 2], locked: [true, false])
        #expect(try turn.end(nil, absent: true).points == -300)
        var stuck = Self.match(players: ["ann"], bankMinimum: 900)
        _ = try Self.play([nil, nil], in: &stuck)
        #expect(try stuck.bank([1], mayRoll: false).points == 0)
        #expect(stuck.sheet.busts == 0)
    }

    @Test("a player who rests keeps the count")
    func resting() throws {
        var match = Self.match()
        _ = try Self.play([nil, 50, nil, 50], in: &match)
        try match.rest("ann", true)
        _ = try Self.play([50, 50], in: &match)
        try match.rest("ann", false)
        _ = try Self.play([50], in: &match)
        #expect(match.sheet.player == "ann")
        #expect(try match.bank(nil).points == -300)
    }

    @Test("a lost turn of the last round may cost points")
    func lastRound() throws {
        var match = Self.match()
        _ = try Self.play([nil, 50, nil, 50, 1_000], in: &match)
        #expect(!match.isOver)
        _ = try match.bank(nil)
        #expect(match.isOver && match.winners == ["ann"])
        #expect(match.sheets.map(\.total) == [1_000, 100])

        var three = Self.match(players: ["ann", "bo", "cy"])
        _ = try Self.play(Array(repeating: nil, count: 15), in: &three)
        #expect(three.sheets.map(\.total) == [-300, -300, -300])
        #expect(three.sheets.map(\.busts) == [2, 2, 2] && !three.isOver)
        #expect(try Self.play([nil, 1_300, nil], in: &three) == [-300, 1_300, -300])
        #expect(!three.isOver)
        #expect(try Self.play([nil], in: &three) == [0])
        #expect(three.isOver && three.winners == ["bo"])
        #expect(three.sheets.map(\.total) == [-600, 1_000, -600])
    }

    @Test("players who share a win may have been below zero")
    func tie() throws {
        var match = Self.match()
        _ = try Self.play(Array(repeating: nil, count: 6) + [1_300, 1_300], in: &match)
        #expect(match.isOver && match.winners == ["ann", "bo"])
        #expect(match.sheets.map(\.total) == [1_000, 1_000])
    }

    @Test("the first player to reach the target wins, after losses too")
    func firstToReach() throws {
        var match = Self.match(hasLastRound: false)
        _ = try Self.play([nil, nil, nil, nil, nil, 950], in: &match)
        #expect(match.sheets.map(\.total) == [-300, 950])
        _ = try Self.play([1_250, 50], in: &match)
        #expect(match.isOver && match.winners == ["bo"])
    }

    /// Totals with the least that may be banked, and the refusal below it.
    private static let minima: [(minimum: Int, every: Int, total: Int, refusal: Match.Refusal)] = [
        (500, 200, 0, .noScore(minimum: 500)),
        (500, 200, -300, .noScore(minimum: 500)),
        (500, 200, 50, .belowBankMinimum(200)),
        (0, 200, 0, .belowBankMinimum(200)),
        (100, 200, 0, .belowBankMinimum(200)),
        (200, 200, 0, .belowBankMinimum(200)),
    ]

    @Test("a bank has the least of its player", arguments: minima)
    func bankMinimum(_ minimum: Int, _ every: Int, _ total: Int, _ refusal: Match.Refusal) throws {
        var match = Self.match(players: [], minimum: minimum, bankMinimum: every)
        match.progress.sheets[0].total = total
        let least = total > 0 ? every : max(minimum, every)
        match.progress.bankTurn.points = least - 100
        #expect(throws: refusal) { _ = try match.bank([5]) }
        #expect(throws: refusal) { _ = try match.bank([]) }
        #expect(try match.bank([1]).points == least)
    }

    @Test("the least of every bank can be reached in a turn")
    func wayOut() throws {
        let set = [ScoringSet(.alike([2]), 5)]
        let most = BankRules(set, target: 100, bankMinimum: 5)
        let more = BankRules(set, target: 100, minimum: 5, bankMinimum: 6)
        let games = [most, more].map {
            Game("b", "B", dice: [6, 6, 6], rules: .bank($0))
        }
        #expect(throws: Never.self) { try games[0].checkWayOut() }
        #expect(throws: GameError("bankMinimum", "at most 5, the most that a turn can score")) {
            try games[1].checkWayOut()
        }
    }
}
