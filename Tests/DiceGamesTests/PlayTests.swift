import Testing

@testable import DiceGames

/// Invariants of every match, checked in 30 random matches of each game.
@Suite("Random play") struct PlayTests {
    static let sheets = Game.all.filter { $0.sheet != nil }
    static let banks = Game.all.filter { $0.bank != nil }

    @Test(
        "matches of sheet games are played to their end",
        arguments: sheets,
        RandomPlay.hundred.prefix(30)
    )
    func sheet(_ game: Game, _ number: Int) throws {
        var play = RandomPlay(number)
        let rules = try #require(game.sheet)
        var match = Match(game, players: play.players())
        var turns = 0
        var isWon = false
        while !match.isOver {
            let place = turns % match.sheets.count
            let before = match.sheets[place]
            #expect(match.sheet == before)
            #expect(match.round == turns / match.sheets.count + 1)
            let faces = play.roll(game.dice)
            let roll = play.int(1...3)
            let options = match.options(faces, roll: roll)
            let open = rules.boxes.map(\.name).filter { before[$0] == nil }
            #expect(
                options.map(\.box)
                    == open.filter { box in options.contains { $0.box == box } }
            )
            let five = Set(faces).count == 1 ? faces[0] : nil
            let own = rules.boxes.first { $0.face == five && before[$0.name] == nil }
            let isJoker =
                five != nil && rules.joker.map { before[$0.box] != nil } == true
            if isJoker, let own {
                #expect(options.map(\.box) == [own.name])
            } else if isJoker {
                let lower = open.filter { rules[$0]?.face == nil }
                #expect(options.map(\.box) == (lower.isEmpty ? open : lower))
            } else {
                #expect(options.map(\.box) == open)
                #expect(options.allSatisfy { !$0.isJoker })
            }
            let option = options[play.int(0...options.count - 1)]
            let score = try match.end(option.box, faces: faces, roll: roll)
            turns += 1
            isWon = roll == 1 && five != nil && rules[option.box]?.wins == true
            let after = match.sheets[place]
            #expect(
                score.box == option.box && score.points == option.points
                    && after[option.box] == option.points
            )
            #expect(
                after.total
                    == (after.boxes + after.bonuses).reduce(0) { $0 + $1.points }
            )
            #expect(
                after.total == before.total + score.points
                    + score.bonuses.reduce(0) { $0 + $1.points }
            )
            #expect(after.boxes.count == before.boxes.count + 1)
            #expect(match.progress.turns == turns)
            let upper = after.boxes.filter { rules[$0.name]?.face != nil }.reduce(0) {
                $0 + $1.points
            }
            if case .sum(_, let minimum)? = rules.bonuses.first?.cause {
                #expect(
                    after.bonuses.contains { $0.name == "upper" } == (upper >= minimum)
                )
            }
        }
        #expect(isWon || turns == rules.boxes.count * match.sheets.count)
        let maximum = match.sheets.map(\.total).max()
        let best = match.sheets.filter { $0.total == maximum }.compactMap(\.player)
        #expect(
            isWon
                ? match.winners?.count == min(match.players.count, 1)
                : match.winners == best
        )
    }

    @Test(
        "matches of bank games are played to their end",
        arguments: banks,
        RandomPlay.hundred.prefix(30)
    )
    func bank(_ game: Game, _ number: Int) throws {
        var play = RandomPlay(number)
        let rules = try #require(game.bank)
        var match = Match(game, players: play.players())
        let count = match.sheets.count
        var closed = Int?.none
        var turns = 0
        while !match.isOver {
            let place = turns % count
            let before = match.sheets[place].total
            // Rolls dice and locks the best of them until there are enough points, or none score.
            var faces = [Int]()
            var locked = [Int]?([])
            var left = game.dice
            for _ in 0...play.int(0...4) {
                faces = left.map { play.int(1...$0) }
                guard rules.scores(anyOf: faces) else {
                    locked = nil
                    break
                }
                let taken = rules.best(of: faces).map { faces[$0] }
                let points = try #require(rules.score(all: taken))
                #expect(points > 0)
                #expect(
                    match.gathered(taken) == match.progress.bankTurn.points + points
                )
                locked = taken
                let minimum = before == 0 ? rules.minimum : 0
                if match.progress.bankTurn.points + points >= minimum,
                    play.int(0...1) == 0
                {
                    break
                }
                match.progress.bankTurn.points += points
                locked = []
                left = Array(game.dice.prefix(left.count - taken.count))
                if left.isEmpty {
                    left = game.dice
                }
            }
            let gathered = match.progress.bankTurn.points
            if locked == [] {
                #expect(
                    throws: Match.Refusal.noScore(
                        minimum: before == 0 ? rules.minimum : 0
                    )
                ) {
                    _ = try match.bank([])
                }
                locked = nil
            }
            let score = try match.bank(locked)
            turns += 1
            let after = match.sheets[place].total
            #expect(match.progress.turns == turns)
            #expect(match.progress.bankTurn == BankTurn())
            #expect(score.box == nil)
            #expect(score.bonuses == [])
            #expect(score.isBust == (locked == nil))
            #expect(after == before + score.points)
            #expect(
                score.points == locked.map { gathered + (rules.score(all: $0) ?? 0) }
                    ?? 0
            )
            #expect(after == 0 || after >= rules.minimum)
            if closed == nil, after >= rules.target {
                closed = turns
            }
            let last = closed.map { rules.hasLastRound ? $0 + count - 1 : $0 }
            #expect(match.isOver == (turns == last))
            try #require(turns < 100_000)
        }
        let maximum = match.sheets.map(\.total).max() ?? 0
        #expect(maximum >= rules.target)
        #expect(
            match.winners
                == match.sheets.filter { $0.total == maximum }.compactMap(\.player)
        )
    }
}
