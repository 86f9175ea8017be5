import Testing

@testable import DiceGames

/// Turns, rounds, the end of a match and its winners.
@Suite("Matches") struct MatchTests {
    /// Two boxes, one die.
    private static let small = Game(
        "small",
        "Small",
        dice: [6],
        rules: .sheet(
            SheetRules([
                Box("first", "First", .sum(.all)), Box("second", "Second", .sum(.all)),
            ])
        )
    )

    @Test("players fill their sheets in turn until all are full")
    func turns() throws {
        var match = Match(Self.small, number: 7, players: ["ann", "bo"])
        #expect(match.players == ["ann", "bo"])
        #expect(match.rounds == 2)
        #expect(match.round == 1)
        #expect(
            try match.end("first", faces: [3], roll: 1)
                == Match.Score(match: 7, box: "first", points: 3)
        )
        #expect(match.sheet.player == "bo")
        #expect(match.round == 1)
        try match.fill(("second", [6]))
        #expect(match.sheet.player == "ann")
        #expect(match.round == 2)
        #expect(match.winners == nil)
        #expect(try match.end(nil, faces: [4], roll: 2).box == "second")
        #expect(!match.isOver)
        try match.fill(("first", [1]))
        #expect(match.isOver)
        #expect(match.round == 2)
        #expect(match.sheets.map(\.total) == [7, 7])
        #expect(match.winners == ["ann", "bo"])
        #expect(match.options([1], roll: 1) == [])
        #expect(throws: Match.Refusal.over) {
            _ = try match.end("first", faces: [1], roll: 1)
        }
    }

    @Test("a turn that may end in several boxes requires one")
    func boxNeeded() throws {
        var match = Match(Self.small)
        #expect(
            throws: Match.Refusal.boxNeeded([
                BoxOption("first", 5), BoxOption("second", 5),
            ])
        ) {
            _ = try match.end(nil, faces: [5], roll: 1)
        }
        #expect(match.progress.turns == 0)
    }

    @Test(
        "a corrected turn scores as if it had ended in the new box"
    )
    func corrected() throws {
        var match = Match(try .named("yahtzee"), players: ["ann"])
        let sixes = [6, 6, 6, 6, 6]
        try match.fill(("yahtzee", sixes))
        let before = match
        var ended = match
        _ = try match.end("sixes", faces: sixes, roll: 2)
        #expect(match.progress.filled == FilledBox("sixes", before: before.sheets[0]))
        #expect(throws: Match.Refusal.boxTaken) {
            _ = try match.correct("sixes", faces: sixes, roll: 2)
        }
        #expect(throws: Match.Refusal.boxTaken) {
            _ = try match.correct("yahtzee", faces: sixes, roll: 2)
        }
        #expect(throws: Match.Refusal.noSuchBox) {
            _ = try match.correct("sevens", faces: sixes, roll: 2)
        }
        #expect(
            throws: Match.Refusal.boxNotAllowed([BoxOption("sixes", 30, isJoker: true)])
        ) {
            _ = try match.correct("chance", faces: sixes, roll: 2)
        }
        #expect(match.sheets[0].bonuses == [NamedPoints("yahtzee", 100)])
        // Other dice, so that the joker rule leaves a choice.
        let mixed = [6, 6, 6, 6, 1]
        match = before
        ended = before
        _ = try match.end("sixes", faces: mixed, roll: 1)
        let score = try match.correct("fourOfAKind", faces: mixed, roll: 1)
        #expect(try score == ended.end("fourOfAKind", faces: mixed, roll: 1))
        ended.progress.filled?.corrections = 1
        #expect(match == ended)
        _ = try match.correct("ones", faces: mixed, roll: 1)
        #expect(
            match.progress.filled?.corrections == 2
                && match.sheets[0].boxes.map(\.name) == ["ones", "yahtzee"]
        )
    }

    @Test("a match without players has one sheet and no winner")
    func nobody() throws {
        var match = Match(Self.small)
        #expect(match.players == [])
        #expect(match.sheets == [Sheet()])
        try match.fill(("first", [3]), ("second", [3]))
        #expect(match.isOver && match.winners == [] && match.sheets[0].total == 6)
    }

    @Test("the player with the most points wins alone")
    func winner() throws {
        var match = Match(Self.small, players: ["ann", "bo", "cy"])
        try match.fill(
            ("first", [1]),
            ("first", [6]),
            ("first", [2]),
            ("second", [1]),
            ("second", [1]),
            ("second", [4])
        )
        #expect(match.winners == ["bo"])
    }

    @Test(
        "boxes and bonuses are in the order of the sheet"
    )
    func order() throws {
        var match = Match(try .named("yatzy"))
        try match.fill(
            ("chance", [1, 2, 3, 4, 6]),
            ("sixes", [6, 6, 6, 1, 2]),
            ("ones", [1, 1, 1, 1, 2])
        )
        #expect(match.sheets[0].boxes.map(\.name) == ["ones", "sixes", "chance"])
        #expect(match.sheets[0]["sixes"] == 18 && match.sheets[0]["twos"] == nil)
    }

    @Test(
        "the upper bonus is scored once, with the box that reaches it",
        arguments: [(62, 0), (63, 50), (64, 50)]
    )
    func upperBonus(_ upper: Int, _ bonus: Int) throws {
        var match = Match(try .named("yatzy"))
        let ones = upper - 3 * (2 + 3 + 4 + 5 + 6)
        try match.fill(
            ("twos", [2, 2, 2, 1, 1]),
            ("threes", [3, 3, 3, 1, 1]),
            ("fours", [4, 4, 4, 1, 1]),
            ("fives", [5, 5, 5, 1, 1]),
            ("sixes", [6, 6, 6, 1, 1])
        )
        let score = try match.end(
            "ones",
            faces: Array(repeating: 1, count: ones)
                + Array(repeating: 2, count: 5 - ones),
            roll: 3
        )
        #expect(score.bonuses == (bonus == 0 ? [] : [NamedPoints("upper", bonus)]))
        #expect(match.sheets[0].total == upper + bonus)
        #expect(try match.end("chance", faces: [1, 1, 1, 1, 1], roll: 3).bonuses == [])
        #expect(match.sheets[0].total == upper + bonus + 5)
    }

    @Test("84 upper points in Maxi Yatzy score a bonus of 100")
    func maxiBonus() throws {
        var match = Match(try .named("maxi-yatzy"))
        for (face, box) in ["ones", "twos", "threes", "fours", "fives", "sixes"]
            .enumerated()
        {
            let other = face == 5 ? 1 : 6
            try match.fill(
                (box, Array(repeating: face + 1, count: 4) + [other, other])
            )
        }
        #expect(match.sheets[0].bonuses == [NamedPoints("upper", 100)])
        #expect(match.sheets[0].total == 184)
    }

    @Test("five of a kind in the first roll wins Generala at once if its box is filled")
    func generala() throws {
        var match = Match(try .named("generala"), players: ["ann", "bo"])
        try match.fill(("generala", [1, 1, 1, 1, 1]))
        #expect(!match.isOver)
        var other = match
        #expect(try other.end("sixes", faces: [6, 6, 6, 6, 6], roll: 1).points == 30)
        #expect(!other.isOver)
        #expect(
            try match.end("generala", faces: [2, 2, 2, 2, 2], roll: 1).points == 50
        )
        #expect(match.isOver)
        #expect(match.winners == ["bo"])
        #expect(match.round == 1)
        #expect(match.options([1, 1, 1, 1, 1], roll: 1) == [])
    }

    @Test("a trailing Generala player wins in the same way and a struck box does not win")
    func generalaBehind() throws {
        var match = Match(try .named("generala"), players: ["ann", "bo"])
        _ = try match.end("generala", faces: [1, 2, 3, 4, 6], roll: 1)
        #expect(!match.isOver)
        _ = try match.end("poker", faces: [6, 6, 6, 6, 1], roll: 1)
        _ = try match.end("poker", faces: [6, 6, 6, 6, 1], roll: 1)
        _ = try match.end("generala", faces: [1, 1, 1, 1, 1], roll: 1)
        #expect(match.winners == ["bo"])
        var alone = Match(try .named("generala"))
        _ = try alone.end("generala", faces: [1, 1, 1, 1, 1], roll: 1)
        #expect(alone.isOver)
        #expect(alone.winners == [])
    }
}

/// A bank game's rules.
@Suite("Matches of bank games") struct BankMatchTests {
    private static let rules = BankRules(
        [
            ScoringSet(.faces([1]), 100), ScoringSet(.faces([5]), 50),
            ScoringSet(.alike([3]), 400),
        ],
        target: 1_000,
        minimum: 300
    )
    private static let game = Game(
        "bank",
        "Bank",
        dice: [6, 6, 6, 6, 6],
        rules: .bank(rules)
    )

    @Test("a player without points must bank the minimum first and may bank less later")
    func minimum() throws {
        var match = Match(Self.game, players: ["ann", "bo"])
        #expect(match.rounds == nil)
        #expect(match.options([1], roll: 1) == [])
        #expect(throws: Match.Refusal.noScore(minimum: 300)) {
            _ = try match.bank([1, 1, 5])
        }
        #expect(throws: Match.Refusal.noScore(minimum: 300)) { _ = try match.bank([]) }
        #expect(throws: Match.Refusal.noScore(minimum: 300)) {
            _ = try match.bank([1, 1, 1, 1, 2])
        }
        #expect(match.progress.turns == 0)
        #expect(try match.bank([1, 1, 1]) == Match.Score(match: 1, points: 400))
        #expect(match.sheet.player == "bo")
        #expect(try match.bank([1, 1, 5, 5]).points == 300)
        #expect(try match.bank([5]).points == 50)
        #expect(throws: Match.Refusal.noScore(minimum: 0)) { _ = try match.bank([2]) }
        #expect(match.sheets.map(\.total) == [450, 300])
    }

    @Test("points gathered in a turn count with the last dice and are lost with them")
    func gathering() throws {
        var match = Match(Self.game, players: ["ann", "bo"])
        match.progress.bankTurn = BankTurn(points: 250, kept: [1, 2])
        #expect(match.gathered([5]) == 300)
        #expect(match.gathered([2]) == nil)
        #expect(try match.bank([5]).points == 300)
        #expect(match.progress.bankTurn == BankTurn())
        match.progress.bankTurn = BankTurn(points: 900)
        #expect(try match.bank(nil) == Match.Score(match: 1, points: 0, isBust: true))
        #expect(match.progress.bankTurn == BankTurn())
        #expect(match.sheets.map(\.total) == [300, 0])
        #expect(match.sheet.player == "ann")
    }

    @Test(
        "each other player has one more turn after someone reaches the target",
        arguments: 0...2
    )
    func lastRound(_ closer: Int) throws {
        var match = Match(Self.game, players: ["ann", "bo", "cy"])
        for _ in 0..<closer {
            _ = try match.bank(nil)
        }
        match.progress.bankTurn.points = 900
        _ = try match.bank([1])
        #expect(!match.isOver)
        #expect(match.winners == nil)
        _ = try match.bank(nil)
        #expect(!match.isOver)
        match.progress.bankTurn.points = 1_400
        _ = try match.bank([1])
        #expect(match.isOver)
        #expect(match.progress.turns == closer + 3)
        #expect(match.winners == [["cy", "ann", "bo"][closer]])
        #expect(throws: Match.Refusal.over) { _ = try match.bank(nil) }
    }

    @Test(
        "a tie after the last round has two winners and a single player ends at once"
    )
    func ends() throws {
        var match = Match(Self.game, players: ["ann", "bo"])
        for _ in 1...2 {
            #expect(!match.isOver)
            match.progress.bankTurn.points = 900
            _ = try match.bank([1])
        }
        #expect(match.winners == ["ann", "bo"])
        #expect(match.round == 1)
        var alone = Match(Self.game)
        alone.progress.bankTurn.points = 950
        _ = try alone.bank([5])
        #expect(alone.isOver)
        #expect(alone.winners == [])
    }

    @Test("a player who reaches 100 wins Pig at once")
    func pig() throws {
        var match = Match(try .named("pig"), players: ["ann", "bo"])
        match.progress.bankTurn.points = 93
        #expect(try match.bank([6]).points == 99)
        #expect(throws: Match.Refusal.noScore(minimum: 0)) { _ = try match.bank([1]) }
        _ = try match.bank(nil)
        #expect(!match.isOver)
        #expect(try match.bank([2]).points == 2)
        #expect(match.isOver)
        #expect(match.winners == ["ann"])
    }

    @Test("the first points banked in Farkle are at least 500")
    func farkle() throws {
        var match = Match(try .named("farkle"), players: ["ann", "bo"])
        #expect(throws: Match.Refusal.noScore(minimum: 500)) {
            _ = try match.bank([4, 4, 4])
        }
        match.progress.bankTurn.points = 100
        #expect(try match.bank([4, 4, 4]).points == 500)
    }

    @Test("a turn must end in the way of its game")
    func otherKind() throws {
        var bank = Match(Self.game)
        #expect(throws: Match.Refusal.over) {
            _ = try bank.end("ones", faces: [1], roll: 1)
        }
        var sheet = Match(try .named("yahtzee"))
        #expect(sheet.gathered([1]) == nil)
        #expect(throws: Match.Refusal.over) { _ = try sheet.bank([1]) }
    }
}
