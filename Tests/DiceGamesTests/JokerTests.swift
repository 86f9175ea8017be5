import DiceGames
import Testing

/// A second hand of five alike.
@Suite("Jokers") struct JokerTests {
    /// Returns a match of one player who has filled these boxes.
    private func match(_ game: String, _ hands: (box: String, faces: [Int])...) throws
        -> Match
    {
        var match = Match(try .named(game), players: ["ann"])
        for hand in hands {
            try match.fill(hand)
        }
        return match
    }

    private func five(_ face: Int) -> [Int] {
        Array(repeating: face, count: 5)
    }

    @Test("five of a kind are not a joker before the box is filled")
    func first() throws {
        let options = try match("yahtzee").options(five(4), roll: 3)
        #expect(options.count == 13)
        #expect(options.allSatisfy { !$0.isJoker })
        #expect(options.first { $0.box == "largeStraight" }?.points == 0)
    }

    @Test(
        "a Yahtzee joker must fill the open box for its face, and a box of 50 adds 100"
    )
    func ownBox() throws {
        var match = try match("yahtzee", ("yahtzee", five(2)))
        #expect(
            match.options(five(4), roll: 3) == [BoxOption("fours", 20, isJoker: true)]
        )
        let score = try match.end(nil, faces: five(4), roll: 3)
        #expect(score.box == "fours")
        #expect(score.points == 20)
        #expect(score.bonuses == [NamedPoints("yahtzee", 100)])
        #expect(match.sheets[0].total == 50 + 20 + 100)
    }

    @Test(
        "a Yahtzee joker then scores any open lower box in full"
    )
    func lowerBoxes() throws {
        var match = try match(
            "yahtzee",
            ("yahtzee", five(2)),
            ("fours", [4, 4, 4, 1, 2])
        )
        #expect(
            match.options(five(4), roll: 2) == [
                BoxOption("threeOfAKind", 20, isJoker: true),
                BoxOption("fourOfAKind", 20, isJoker: true),
                BoxOption("fullHouse", 25, isJoker: true),
                BoxOption("smallStraight", 30, isJoker: true),
                BoxOption("largeStraight", 40, isJoker: true),
                BoxOption("chance", 20, isJoker: true),
            ]
        )
        let score = try match.end("largeStraight", faces: five(4), roll: 2)
        #expect(score.points == 40)
        #expect(score.bonuses == [NamedPoints("yahtzee", 100)])
    }

    @Test(
        "a Yahtzee joker last takes another upper box for 0 and keeps its bonus"
    )
    func bonusForNothing() throws {
        let nothing = [1, 2, 2, 4, 6]
        var match = try match(
            "yahtzee",
            ("yahtzee", five(2)),
            ("fours", nothing),
            ("threeOfAKind", nothing),
            ("fourOfAKind", nothing),
            ("fullHouse", nothing),
            ("smallStraight", nothing),
            ("largeStraight", nothing),
            ("chance", nothing)
        )
        #expect(
            match.options(five(4), roll: 3)
                == ["ones", "twos", "threes", "fives", "sixes"].map {
                    BoxOption($0, 0, isJoker: true)
                }
        )
        #expect(
            try match.end("ones", faces: five(4), roll: 3).bonuses == [
                NamedPoints("yahtzee", 100)
            ]
        )
        #expect(
            try match.end("twos", faces: five(4), roll: 3).bonuses == [
                NamedPoints("yahtzee", 100)
            ]
        )
        #expect(match.sheets[0].bonuses == [NamedPoints("yahtzee", 200)])
    }

    @Test("a Yahtzee box of 0 allows jokers without a bonus")
    func boxOfNothing() throws {
        var match = try match("yahtzee", ("yahtzee", [1, 2, 3, 4, 6]))
        #expect(
            match.options(five(4), roll: 3) == [BoxOption("fours", 20, isJoker: true)]
        )
        #expect(try match.end("fours", faces: five(4), roll: 3).bonuses == [])
        #expect(try match.end("largeStraight", faces: five(4), roll: 3).points == 40)
    }

    @Test("a box that the joker forbids is refused with the allowed ones")
    func forbidden() throws {
        var match = try match("yahtzee", ("yahtzee", five(2)))
        let before = match
        #expect(
            throws: Match.Refusal.boxNotAllowed([BoxOption("fours", 20, isJoker: true)])
        ) {
            _ = try match.end("chance", faces: five(4), roll: 3)
        }
        #expect(throws: Match.Refusal.boxTaken) {
            _ = try match.end("yahtzee", faces: five(4), roll: 3)
        }
        #expect(throws: Match.Refusal.noSuchBox) {
            _ = try match.end("nine", faces: five(4), roll: 3)
        }
        #expect(match == before)
    }

    @Test("a Kniffel joker in the open box for its face adds 50")
    func kniffelOwnBox() throws {
        var match = try match("kniffel", ("kniffel", five(2)))
        #expect(
            match.options(five(5), roll: 3) == [BoxOption("fives", 25, isJoker: true)]
        )
        #expect(
            try match.end(nil, faces: five(5), roll: 3).bonuses == [
                NamedPoints("kniffel", 50)
            ]
        )
        #expect(match.sheets[0].total == 50 + 25 + 50)
    }

    @Test(
        "a Kniffel joker scores a lower box without a bonus once its upper box is filled"
    )
    func kniffelJoker() throws {
        var match = try match(
            "kniffel",
            ("kniffel", five(2)),
            ("fives", [5, 5, 5, 1, 2])
        )
        #expect(match.options(five(5), roll: 3).map(\.box).contains("largeStraight"))
        let score = try match.end("largeStraight", faces: five(5), roll: 3)
        #expect(score.points == 40)
        #expect(score.bonuses == [])
    }

    @Test("a Kniffel joker strikes an upper box if all lower boxes are filled")
    func kniffelStruck() throws {
        let nothing = [1, 2, 2, 4, 6]
        var match = try match(
            "kniffel",
            ("kniffel", five(2)),
            ("fives", nothing),
            ("threeOfAKind", nothing),
            ("fourOfAKind", nothing),
            ("fullHouse", nothing),
            ("smallStraight", nothing),
            ("largeStraight", nothing),
            ("chance", nothing)
        )
        let score = try match.end("ones", faces: five(5), roll: 3)
        #expect(score.points == 0)
        #expect(score.bonuses == [])
    }

    @Test(
        "Yatzy, Yacht and Generala have no jokers",
        arguments: ["yatzy", "yacht", "generala"]
    )
    func noJoker(_ name: String) throws {
        let game = try Game.named(name)
        let box = try #require(game.sheet?.boxes.first { $0.needs == .alike([5]) }).name
        var match = Match(game, players: ["ann"])
        try match.fill((box, five(2)))
        let options = match.options(five(4), roll: 3)
        #expect(options.count == game.sheet.map { $0.boxes.count - 1 })
        #expect(options.allSatisfy { !$0.isJoker })
        #expect(options.first { $0.box == "fullHouse" }?.points == 0)
    }

    @Test("an unforced joker takes any open box")
    func free() throws {
        var game = try Game.named("yahtzee")
        var rules = try #require(game.sheet)
        rules.joker = Joker("yahtzee", isForced: false)
        game.rules = .sheet(rules)
        var match = Match(game, players: ["ann"])
        try match.fill(("yahtzee", five(2)))
        let options = match.options(five(4), roll: 3)
        #expect(options.count == 12)
        #expect(options.first { $0.box == "fours" } == BoxOption("fours", 20))
        #expect(options.first { $0.box == "ones" } == BoxOption("ones", 0))
        #expect(
            options.first { $0.box == "largeStraight" }
                == BoxOption("largeStraight", 40, isJoker: true)
        )
    }

    @Test(
        "only a required hand, or a joker, scores the first-roll bonus"
    )
    func firstRoll() throws {
        let rules = SheetRules(
            [
                Box("five", "Five", needs: .alike([5]), .fixed(50)),
                Box("four", "Four", needs: .alike([4]), .fixed(40), firstRoll: 45),
                Box(
                    "house",
                    "House",
                    needs: .alike([3, 2]),
                    .fixed(30),
                    firstRoll: 35
                ),
            ],
            joker: Joker("five", isForced: true)
        )
        var match = Match(Game("x", "X", dice: [6, 6, 6, 6, 6], rules: .sheet(rules)))
        try match.fill(("five", five(1)))
        #expect(match.options(five(4), roll: 1).map(\.points) == [45, 30])
        #expect(match.options(five(4), roll: 2).map(\.points) == [40, 30])
    }

    @Test("the box of a partial joker is that of the dice that form it")
    func someDice() throws {
        let rules = SheetRules(
            Self.upper + [
                Box("four", "Four", needs: .alike([4]), .fixed(40)),
                Box("chance", "Chance", .sum(.all)),
            ],
            joker: Joker("four", isForced: true)
        )
        var match = Match(Game("x", "X", dice: [6, 6, 6, 6, 6], rules: .sheet(rules)))
        try match.fill(("four", [1, 1, 1, 1, 2]))
        #expect(
            match.options([2, 2, 2, 2, 1], roll: 3) == [
                BoxOption("twos", 8, isJoker: true)
            ]
        )
    }

    private static let upper = [
        Box("ones", "Ones", .sum(.face(1))), Box("twos", "Twos", .sum(.face(2))),
    ]
}
