import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay

/// A game on the screen of `play`.
struct PlayGameTests {
    private let size = Size(columns: 80, rows: 24)

    /// Returns ann's turn in a match of `game`, with these dice at rest.
    private func state(
        _ name: String,
        _ faces: [Int],
        roll: Int = 2,
        may: May? = nil
    ) throws -> PlayState {
        let game = try #require(Game.all.first { $0.name == name })
        let match = Match(game, players: ["ann", "bo"])
        var snapshot = SampleTable.snapshot(dice: faces.count)
        for (index, face) in faces.enumerated() {
            snapshot.dice[index] = DieState(
                die: index + 1,
                sides: 6,
                value: face,
                animating: false
            )
        }
        snapshot.players = ["ann", "bo"]
        snapshot.up = "ann"
        snapshot.game = MatchTurn(of: match, rolls: 1, faces: faces)
            .state(isSettled: true)
        snapshot.rolling = false
        snapshot.roll = roll
        snapshot.by = roll > 0 ? "ann" : nil
        snapshot.may = may ?? snapshot.may
        var state = PlayState(name: .default, players: ["ann"])
        state.show(snapshot)
        return state
    }

    private func press(_ keys: Key..., on state: inout PlayState) -> [PlayAction] {
        keys.flatMap {
            state.press($0, on: PlayLayout(state, size: size, glyphs: .unicode))
        }
    }

    @Test("ending the turn opens the sheet at the best box, and Enter fills it")
    func endTurnOpensTheSheetAtTheBestBoxAndEnterFillsIt() throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        #expect(press(.character("e"), on: &state) == [])
        #expect(state.pane == .sheet)
        let lines = Array(
            PaneText(.sheet, of: state, state.sheet, glyphs: .unicode).lines
        )
        #expect(
            lines[state.paneRow].hasPrefix("> Full house")
                && lines[state.paneRow].hasSuffix("25")
        )
        #expect(state.notice == "choose a box with the arrows; enter fills it")
        #expect(press(.character("e"), on: &state) == [], "nobody has chosen yet")
        #expect(press(.enter, on: &state) == [.fill("fullHouse")])
    }

    @Test("a box that does not score needs a second confirmation")
    func aBoxThatBringsNothingIsAskedForTwice() throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        #expect(press(.character("s"), .home, .enter, on: &state) == [])
        #expect(
            state.notice
                == "Ones scores 0, but Full house would score 25; enter again fills it"
        )
        #expect(press(.enter, on: &state) == [.fill("ones")])
        #expect(
            press(.enter, .down, .enter, on: &state) == [.fill("twos")],
            "another key says no"
        )
        #expect(press(.end, .enter, on: &state) == [])
        #expect(state.notice == "that box cannot be filled now")
    }

    @Test("dice of a bank game are chosen and taken back, and locked with the roll alone")
    func choice() throws {
        var state = try state("farkle", [2, 2, 2, 1, 4, 6])
        #expect(press(.character("1"), on: &state) == [])
        #expect(state.choice?.dice == [1, 2, 3], "they score together alone")
        #expect(state.notice == "keep 2 2 2; Roll risks 200; 300 more to start")
        #expect(press(.character("4"), on: &state) == [])
        #expect(state.choice?.dice == [1, 2, 3, 4] && state.shownGame?.turn == 300)
        #expect(press(.character("2"), on: &state) == [])
        #expect(state.choice?.dice == [4] && state.shownGame?.turn == 100)
        #expect(press(.character("6"), on: &state) == [])
        #expect(state.choice?.idle == [6])
        #expect(press(.character("r"), on: &state) == [])
        #expect(state.notice.hasPrefix("one of these dice scores nothing"))
        #expect(press(.character("6"), .character("r"), on: &state) == [.keep([4], then: .roll)])
        #expect(press(.character("a"), on: &state) == [])
        #expect(state.choice?.dice == [] && state.notice.hasPrefix("no die is chosen"))
    }

    /// A table of Farkle with house rules, whose players have these totals and lost turns.
    private func house(
        _ total: Int,
        busts: Int,
        roll: Int = 2,
        may: May? = nil
    ) throws -> PlayState {
        var game = try #require(Game.all.first { $0.name == "farkle" })
        var rules = try #require(game.bank)
        rules.bankMinimum = 300
        rules.threeBusts = -1_000
        game.rules = .bank(rules)
        var state = try state("farkle", [1, 2, 3, 3, 4, 6], roll: roll, may: may)
        var snapshot = try #require(state.table?.snapshot)
        snapshot.game?.sheets[0].total = total
        snapshot.game?.sheets[0].busts = busts
        state.table?.document = game
        state.show(snapshot)
        return state
    }

    @Test("house rules are said: what is missing to bank, and what a third lost turn costs")
    func houseRules() throws {
        #expect(try house(600, busts: 0).stakes == ["Roll risks 100", "200 more to bank"])
        let third = "a third lost turn in a row scores -1000"
        #expect(try house(600, busts: 2).stakes == ["Roll risks 100", third, "200 more to bank"])
        #expect(try house(-1_000, busts: 1).stakes.last == "400 more to start")
        let first = try house(600, busts: 2, roll: 0)
        #expect(PlayFoot.text(of: first, nil).hasPrefix(third))
        let help = PaneText(.help, of: first, nil, glyphs: .unicode, columns: 80).lines
        #expect(help.contains("  the third lost turn in a row scores -1000"))
        #expect(help.contains("  each banked turn needs at least 300"))
    }

    @Test("the choice is sent if it reaches the least of every bank, and not before")
    func bankMinimum() throws {
        let low = May.Verdict.refused(Cause.belowBankMinimum.rawValue)
        var state = try house(600, busts: 0, may: May(endTurn: low))
        #expect(press(.character("e"), on: &state) == [])
        #expect(state.notice == "200 more to bank; roll again")
    }

    @Test("the third lost turn in a row says what it costs")
    func thirdBust() throws {
        var turn = try #require(SampleTable.turns(1).first)
        turn.score = Match.Score(match: 1, points: -1_000, isBust: true)
        #expect(EventText.points(turn, nil) == "-1000 points for the third lost turn in a row")
        turn.score = Match.Score(match: 1, points: 0, isBust: true)
        #expect(EventText.points(turn, nil) == "no points")
    }

    @Test("five in a row beside a die that scores nothing with them are kept")
    func fiveInARow() throws {
        var state = try state("zehntausend", [1, 2, 3, 4, 5, 3])
        let keys = "12345".map { Key.character($0) }
        for key in keys {
            #expect(press(key, on: &state) == [])
        }
        #expect(state.choice?.idle == [] && state.choice?.points == 1_500)
        #expect(
            press(.character("e"), on: &state) == [.keep([1, 2, 3, 4, 5], then: .endTurn)]
        )
    }

    @Test("a new roll begins a new choice; hot dice and lost points are said")
    func stakes() throws {
        var state = try state("farkle", [1, 1, 1, 5, 5, 5])
        for key in "123456".map({ Key.character($0) }) {
            #expect(press(key, on: &state) == [])
        }
        #expect(state.stakes == ["all dice score: Roll rolls all 6", "Roll risks 2500"])
        #expect(PlayHead.facts(of: state).contains("2500 this turn"))
        var snapshot = try #require(state.table?.snapshot)
        snapshot.roll += 1
        snapshot.game?.turn = 800
        state.show(snapshot)
        #expect(state.choice?.dice == [] && state.shownGame?.turn == 800)
        var turn = try #require(SampleTable.turns(1).first)
        turn.score = Match.Score(match: 1, points: 0, isBust: true)
        let event = TableEvent(
            table: "default",
            revision: 9,
            by: turn.by,
            up: "bo",
            kind: .turnEnded(turn)
        )
        state.apply(.event(event))
        #expect(state.notice.hasSuffix("; 800 points lost"))
        #expect(state.choice == nil)
    }

    @Test(
        "dice of a bank game are kept before a roll or the end where there is no choice",
        arguments: [
            ("pig", [4], "r", [.keep([1], then: .roll)]),
            ("pig", [4], "e", [.keep([1], then: .endTurn)]),
            ("farkle", [2, 2, 3, 4, 6, 1], "r", [.keep([6], then: .roll)]),
            ("farkle", [5, 2, 3, 4, 6, 1], "e", [.keep([1, 2, 3, 4, 5, 6], then: .endTurn)]),
            ("farkle", [5, 2, 3, 4, 4, 1], "e", []),
            ("farkle", [5, 2, 3, 4, 4, 1], "r", []),
        ] as [(String, [Int], Character, [PlayAction])]
    )
    func keeping(_ game: String, _ faces: [Int], _ key: Character, _ actions: [PlayAction]) throws {
        let cause = May.Verdict.refused(Cause.noneLocked.rawValue)
        var state = try state(game, faces, may: May(roll: cause, endTurn: cause))
        #expect(press(.character(key), on: &state) == actions)
        let words =
            actions.isEmpty
            ? key == "r" ? "dice 1 and 6" : "350 more to start" : "keeping"
        #expect(state.notice.contains(words))
        var chosen = try self.state(game, faces)
        #expect(press(.character(key), on: &chosen).count == 1, "some have been locked")
    }

    @Test("entered faces that lose the turn are sent once they have been confirmed")
    func losing() throws {
        var state = try state("farkle", [1, 1, 1, 1, 1, 1], roll: 0)
        var snapshot = try #require(state.table?.snapshot)
        snapshot.hand = true
        state.show(snapshot)
        for key in [Key.character("r")] + "223346".map({ .character($0) }) + [.enter] {
            #expect(press(key, on: &state) == [])
        }
        #expect(state.entry?.mistake != nil)
        #expect(press(.enter, on: &state) == [.enter([2, 2, 3, 3, 4, 6], replaces: false)])
    }

    @Test("the first screen of a bank game says what scores, and so does help")
    func rulesOfBank() throws {
        let state = try state("farkle", [1, 1, 1, 1, 1, 1], roll: 0)
        #expect(PlayFoot.text(of: state, nil).hasPrefix("1 scores 100, 5 scores 50, "))
        let help = PaneText(.help, of: state, nil, glyphs: .unicode, columns: 30).lines
        #expect(help.contains { $0.hasSuffix("1500") } && !help.contains { $0.count > 30 })
    }

    @Test("the shortest score of a bank game is that of the open turn")
    func pointsOfTurn() throws {
        let standings = try #require(try state("farkle", [1, 2, 3, 4, 6, 6]).table?.snapshot.game)
            .standings
        #expect(standings.suffix(2) == ["0 in this turn", "0"])
    }

    @Test("a notice that has been read goes, unless it says that the table is old")
    func noticesEnd() throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        _ = state.notifying("read this")
        state.endNotice()
        #expect(state.notice.isEmpty)
        state.lose([])
        let notice = state.notice
        state.endNotice()
        #expect(state.notice == notice && !notice.isEmpty)
    }

    @Test("a long notice has several lines above the buttons")
    func longNotice() throws {
        var state = try state("farkle", [1, 2, 3, 4, 6, 6])
        _ = state.notifying(String(repeating: "word ", count: 20) + "end")
        func rows(_ rows: Int) -> [String] {
            PlayLayout(state, size: Size(columns: 40, rows: rows), glyphs: .unicode).draw().rows
                .map { String($0.compactMap(\.character)) }
        }
        #expect(rows(24)[18...20].contains { $0.contains("end") })
        #expect(rows(24).joined().ranges(of: "word").count == 20)
        #expect(rows(12).last?.contains("…") == true)
    }

    @Test("the score is shown above the dice") func theScoreStandsAboveTheDice() throws {
        let asides = PlayHead.asides(of: try state("yahtzee", [3, 3, 3, 2, 2]))
        #expect(asides.first == "round 1 of 13: ann 0, bo 0")
    }

    @Test(
        "the sheet is beside the dice while there is room",
        arguments: [
            (80, 24, false),
            (120, 40, false),
            (80, 18, false),
            (40, 12, false),
            (40, 12, true),
            (20, 10, true),
        ]
    )
    func theSheetStandsBesideTheDiceWhileThereIsRoom(
        _ columns: Int,
        _ rows: Int,
        _ isAsked: Bool
    )
        throws
    {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        if isAsked {
            _ = press(.character("s"), on: &state)
        }
        let buffer = PlayLayout(
            state,
            size: Size(columns: columns, rows: rows),
            glyphs: .unicode
        )
        .draw()
        try Golden.check(
            Golden.text(buffer),
            "game-\(columns)x\(rows)\(isAsked ? "-sheet" : "")"
        )
        guard columns == 80, rows == 24 else { return }
        try Golden.check(Golden.styles(buffer), "styles-game-80x24")
    }

    @Test("a click selects a box of the sheet beside the dice, and another fills it")
    func aClickChoosesABoxOfTheSheetBesideTheDiceAndAnotherFillsIt() throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        let layout = PlayLayout(state, size: size, glyphs: .unicode)
        let pane = try #require(layout.pane?.frame)
        let click = Key.click(row: pane.row + 10, column: pane.column + 2)
        #expect(press(click, on: &state) == [])
        #expect(state.pane == .sheet)
        #expect(press(click, on: &state) == [.fill("fullHouse")])
    }

    @Test("the end names the winner, and a key begins the next match")
    func theEndSaysWhoHasWonAndAKeyBeginsTheNextMatch() throws {
        var state = try over(winners: ["ann"], totals: [254, 220])
        #expect(press(.character("n"), on: &state) == [.newGame])
        let screen = PlayLayout(state, size: size, glyphs: .unicode).draw().text.joined(
            separator: "\n"
        )
        #expect(screen.contains(" ann won with 254, 34 ahead "))
        #expect(screen.contains("n next match"))
        let tied = try over(winners: ["ann", "bo"], totals: [220, 220])
        let banner = PlayHead.banner(of: tied, columns: 40, .unicode)
        #expect(banner?.hasPrefix(" ann and bo won with 220 each") == true)
        var going = try self.state("yahtzee", [3, 3, 3, 2, 2])
        #expect(press(.character("n"), on: &going) == [])
    }

    private func over(winners: [String], totals: [Int]) throws -> PlayState {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        var snapshot = try #require(state.table?.snapshot)
        var game = try #require(snapshot.game)
        game.over = true
        game.winners = winners
        game.options = nil
        for index in totals.indices {
            game.sheets[index].total = totals[index]
        }
        snapshot.game = game
        state.show(snapshot)
        return state
    }

    /// The last correction in this match decides the turn's box.
    @Test("the best turn is chosen after corrections") func theBestTurnIsTheOneAfterCorrections()
        throws
    {
        var state = try over(winners: ["ann"], totals: [254, 220])
        func correction(_ turn: Int, _ box: String, _ points: Int, match: Int = 1)
            -> HistoryEntry
        {
            .corrected(
                Correction(
                    id: 9,
                    table: "default",
                    endedAt: Timestamp(millisecondsSinceEpoch: 0),
                    by: "ann",
                    turn: turn,
                    score: Match.Score(match: match, box: box, points: points),
                    edition: 4,
                    chain: ""
                )
            )
        }
        var turns = SampleTable.turns(3)
        turns[0].score = Match.Score(match: 1, box: "yahtzee", points: 50)
        turns[1].score = Match.Score(match: 1, box: "ones", points: 0)
        turns[2].score = Match.Score(match: 0, box: "sixes", points: 30)
        func best(_ entries: [HistoryEntry]) throws -> String {
            state.lastEntries = entries
            return try #require(state.end.first { $0.hasPrefix("best turn") })
        }
        let first = turns[0].turn
        let second = turns[1].turn
        let other = turns[2].turn
        let all = turns.map(HistoryEntry.turn)
        #expect(try best(all).hasSuffix("50 in Yahtzee"))
        #expect(try best([correction(first, "ones", 5)] + all).hasSuffix("5 in Ones"))
        let twice = [
            correction(second, "largeStraight", 40), correction(second, "chance", 15),
        ]
        #expect(
            try best(twice + [correction(first, "ones", 5)] + all).hasSuffix(
                "40 in Large straight"
            )
        )
        #expect(
            try best(twice.reversed() + [correction(first, "ones", 5)] + all).hasSuffix(
                "15 in Chance"
            )
        )
        #expect(
            try best([correction(other, "yahtzee", 99, match: 0)] + all).hasSuffix(
                "50 in Yahtzee"
            )
        )
    }

    /// The summary of several matches.
    @Test("the end shows totals, the best turn and the wins of each player")
    func theEndTellsTotalsTheBestTurnAndWhoHasWonHowOften() throws {
        var state = try over(winners: ["ann"], totals: [254, 220])
        var turns = SampleTable.turns(2)
        turns[0].score = Match.Score(match: 1, box: "yahtzee", points: 50)
        turns[1].score = Match.Score(match: 1, box: "chance", points: 19)
        state.lastEntries = turns.map(HistoryEntry.turn)
        state.matches = [["ann"], ["ann", "bo"], ["ann"], nil].enumerated().map {
            number,
            winners in
            MatchRecord(
                match: number + 1,
                game: "yahtzee",
                startedAt: Timestamp(millisecondsSinceEpoch: 0),
                winners: winners,
                sheets: []
            )
        }
        #expect(
            state.end.map(PlayerTag.removed) == [
                "ann won with 254, 34 ahead", "", "ann  254", "bo   220", "",
                "best turn: bo, 50 in Yahtzee",
                "won so far: ann 3, bo 1", "n: next match, for ann and bo",
            ]
        )
        var snapshot = try #require(state.table?.snapshot)
        snapshot.asking = ["kim"]
        state.table = TableState(snapshot)
        #expect(
            state.end.suffix(2) == [
                "kim wants to be in the next match",
                "to take them in: dicectl table set default --players ann,bo,kim",
            ]
        )
        let sheets = try #require(state.table?.snapshot.game?.sheets)
        state.apply(
            .event(
                TableEvent(
                    table: "default",
                    revision: 9,
                    by: "ann",
                    kind: .gameOver(winners: ["ann"], sheets: sheets)
                )
            )
        )
        #expect(state.pane == .end)
        #expect(
            SpokenPlay(glyphs: .ascii).sentences(of: state).contains(
                "won so far: ann 3, bo 1"
            )
        )
    }

    @Test("the last turns of a game are shown as boxes and points")
    func theLastTurnsOfAGameAreBoxesAndPoints() throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        var turns = SampleTable.turns(2)
        turns[0].score = Match.Score(match: 1, box: "chance", points: 19)
        turns[1].score = Match.Score(match: 1, points: 0, isBust: true)
        let entries = turns.map(HistoryEntry.turn)
        state.lastEntries = entries
        state.history = entries
        state.clock = .utc
        let screen = PlayLayout(
            state,
            size: Size(columns: 120, rows: 40),
            glyphs: .unicode
        ).draw()
            .text
        #expect(screen.contains { $0.contains("B bo   19 in Chance") })
        #expect(screen.contains { $0.contains("no points") })
        let lines = PaneText(.history, of: state, nil, glyphs: .unicode).lines.map {
            PlayerTag.removed(from: $0)
        }
        #expect(
            lines.contains {
                $0.contains("turn 2 bo: 19 in Chance, ") && !$0.contains("=")
            }
        )
        #expect(lines.contains("bo    1      19.0  19"), "by points")
    }

    @Test("a box must be chosen if no roll is left") func whereNoRollIsLeftABoxIsToBeChosen() throws
    {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        var snapshot = try #require(state.table?.snapshot)
        snapshot.rollsLeft = 0
        state.show(snapshot)
        #expect(state.whoseTurn == "your turn, choose a box")
        #expect(
            PlayFoot.text(of: state, state.sheet)
                == "no rolls left; press s to choose a box"
        )
    }

    @Test("the last turn of a bank game shows the score to beat")
    func theLastTurnOfABankGameSaysWhatIsToBeBeaten() throws {
        let state = try state("farkle", [2, 2, 2, 1, 4, 6])
        var game = try #require(state.table?.snapshot.game)
        let rules = state.table?.game
        #expect(game.ending(rules) == nil)
        #expect(rules != nil)
        game.sheets[1].total = 10_050
        #expect(game.ending(rules) == "last turn; beat 10050")
        game.over = true
        #expect(game.ending(rules) == nil)
    }

    @Test("digits select dice while the sheet is open") func digitsReachTheDiceWhileTheSheetIsOpen()
        throws
    {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        #expect(press(.character("s"), .character("4"), on: &state) == [.toggle(4)])
        #expect(state.pane == .sheet)
        #expect(press(.character("h"), .character("4"), on: &state) == [.readHistory])
    }

    /// The dice do not move, whatever the pane shows and however long the facts are.
    @Test(
        "the dice keep their position",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)]
    )
    func theDiceKeepTheirPlace(_ size: Size) throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        func place() -> Rect {
            PlayLayout(state, size: size, glyphs: .unicode).dice.frame(of: 0)
        }
        let first = place()
        for pane in [PlayState.Pane.sheet, .hint] {
            state.pane = pane
            #expect(place() == first)
        }
        state.pane = nil
        var snapshot = try #require(state.table?.snapshot)
        snapshot.up = "bo"
        snapshot.watchers = 12
        snapshot.turn = 24
        snapshot.rollsPerTurn = 3
        snapshot.game?.options = nil
        for sheet in 0...1 {
            snapshot.game?.sheets[sheet].total = 212
        }
        state.show(snapshot)
        #expect(place() == first)
        state = try over(winners: ["ann"], totals: [254, 220])
        state.pane = .end
        #expect(place() == first)
    }

    @Test("a second question mark requests a hint") func aHintIsAskedForByTheSecondQuestionMark()
        throws
    {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        #expect(press(.character("?"), on: &state) == [])
        #expect(state.pane == .help)
        #expect(press(.character("?"), on: &state) == [.readHint])
        #expect(state.pane == .hint)
        #expect(press(.character("?"), on: &state) == [])
        #expect(state.pane == nil)
    }

    /// Missing hints are computed in the background, stored, and shown.
    @Test("hints are computed in the background") func hintsAreFoundInTheBackground() async throws {
        func search(_ name: String, finds: Bool = true) async throws -> (
            PlayState, HintSearch
        ) {
            var state = try state(
                name,
                [1, 1, 1, 1, 1, 1].dropLast(name == "maxi-yatzy" ? 0 : 1)
            )
            let search = HintSearch(
                try #require(state.table?.game),
                in: HintCache(folder: nil),
                finds: finds
            )
            while search.result == nil {
                await Task.yield()
            }
            state.search = search
            return (state, search)
        }
        let (maxi, _) = try await search("maxi-yatzy")
        let answer = HintText.answer(maxi.table, maxi.search)
        #expect(answer.count == 1 && answer[0].hasPrefix("hints need a game"))
        let (yahtzee, none) = try await search("yahtzee", finds: false)
        #expect(try none.result?.get() == nil)
        #expect(yahtzee.sheet?.best == nil)
        #expect(
            HintText.answer(yahtzee.table, nil) == [
                "computing hints for Yahtzee: 0 %"
            ]
        )
    }

    @Test("spoken play announces the current player and the points of each box")
    func spokenPlayTellsWhoseTurnItIsAndThePointsOfEachBox() throws {
        var state = try state("yahtzee", [3, 3, 3, 2, 2])
        let spoken = SpokenPlay(glyphs: .ascii)
        #expect(
            spoken.sentences(of: state).contains(
                "It is your turn. match 1, round 1 of 13: ann 0, bo 0."
            )
        )
        state.announcements = []
        _ = press(.character("s"), on: &state)
        let lines = spoken.sentences(of: state)
        #expect(lines.contains("Full house would give 25, the most."))
        #expect(lines.contains("Total: ann 0, bo 0."))
        _ = press(.down, on: &state)
        #expect(
            spoken.sentences(of: state) == [
                "Small straight would give 0; enter fills it"
            ]
        )
    }

    private let faces = [3, 4, 5, 6, 1]

    /// Returns bo's turn before its first roll: ann has filled Chance with 3 4 5 6 1.
    private func ended(_ players: [String] = ["ann"]) throws -> PlayState {
        var match = Match(
            try #require(Game.all.first { $0.name == "yahtzee" }),
            players: ["ann", "bo"]
        )
        var turn = SampleTable.turns(3)[0]
        turn.score = try match.end("chance", faces: faces, roll: 2)
        for (index, face) in faces.enumerated() {
            turn.dice[index].value = face
        }
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.turn = 4
        snapshot.roll = 0
        snapshot.by = nil
        snapshot.players = ["ann", "bo"]
        snapshot.up = "bo"
        snapshot.game = match.state
        var state = PlayState(name: .default, players: players)
        state.show(snapshot)
        state.lastEntries = [.turn(turn)]
        return state
    }

    @Test("the last turn can be moved to another box until the next roll")
    func theLastTurnGoesIntoAnotherBoxUntilTheNextRoll() throws {
        var state = try ended()
        #expect(press(.character("u"), on: &state) == [])
        #expect(state.pane == .sheet)
        #expect(
            state.notice
                == "another box for 3 4 5 6 1: the arrows select it; enter moves the score"
        )
        let lines = Array(
            PaneText(.sheet, of: state, state.sheet, glyphs: .unicode).lines
        )
        #expect(
            lines[state.paneRow].hasPrefix("> Small straight")
                && lines[state.paneRow].contains(" 30")
        )
        state.notice = ""
        #expect(
            PlayFoot.text(of: state, state.sheet)
                == "Small straight would give 30, the most; enter moves the turn there"
        )
        #expect(press(.enter, on: &state) == [.correct("smallStraight", by: "ann")])
        #expect(press(.home, .down, .enter, on: &state) == [])
        #expect(state.notice.hasSuffix("enter again fills it"))

        state.history = state.lastEntries
        state.apply(event(.corrected(correction), by: "ann"))
        #expect(state.pane == nil)
        #expect(state.correcting == nil)
        #expect(state.notice == "ann corrected turn 3: 30 in Small straight")
        state.clock = .utc
        let history = PaneText(.history, of: state, state.sheet, glyphs: .unicode).lines
        #expect(
            history.suffix(2).first?.hasSuffix(
                "default turn 3 corrected by ann: 30 in Small straight"
            ) == true
        )
        #expect(history.last?.contains(": 19 in Chance, ") == true)
        _ = press(.character("u"), on: &state)
        let taken = state.correcting?.options.map(\.box)
        #expect(
            taken?.contains("ones") == true
                && taken?.contains("smallStraight") == false,
            "where it is now"
        )

        let begun = TableEvent(
            table: "default",
            revision: 9,
            by: "bo",
            may: May(correct: .refused("rolledSince")),
            kind: .rollStarted(rolled: [1, 2, 3, 4, 5], roll: 1)
        )
        state.apply(.event(begun))
        #expect(state.pane == nil)
        #expect(press(.character("u"), on: &state) == [])
        #expect(state.notice == Cause.rolledSince.what([:]))
    }

    @Test("the reason that nothing can be corrected is shown") func whyNothingCanBeTakenBackIsSaid()
        throws
    {
        var other = try ended(["bo"])
        #expect(press(.character("u"), on: &other) == [])
        #expect(other.pane == nil)
        #expect(other.notice == "nothing to correct: the last turn was ann's")
        var first = try ended()
        first.lastEntries = []
        _ = press(.character("u"), on: &first)
        #expect(
            first.notice
                == "nothing to correct: no box of this match is filled"
        )
        var both = try ended(["bo", "ann"])
        #expect(
            press(.character("u"), .enter, on: &both) == [
                .correct("smallStraight", by: "ann")
            ]
        )
        both.lose([])
        #expect(press(.escape, on: &both) == [])
        #expect(both.correcting == nil)
        #expect(both.notice == "")
    }

    private var correction: Correction {
        Correction(
            id: 9,
            table: "default",
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: "ann",
            turn: 3,
            score: Match.Score(match: 1, box: "smallStraight", points: 30),
            edition: 4,
            chain: ""
        )
    }

    private func event(_ kind: TableEvent.Kind, by: String) -> DiceWire.Notification {
        .event(TableEvent(table: "default", revision: 9, by: by, kind: kind))
    }

    @Test("a line template shows the current player and the score")
    func aLineTemplateTellsWhoIsUpAndTheScore() throws {
        let table = try #require(try ended().table)
        #expect(
            try LineTemplate("{{up}}: {{score}}").line(table, by: nil, isGone: false)
                == "bo: ann 19, bo 0"
        )
        let over = try #require(try over(winners: ["ann"], totals: [254, 220]).table)
        #expect(
            try LineTemplate("{{score}}").line(over, by: nil, isGone: false)
                == "ann won with 254, 34 ahead"
        )
    }

    @Test("the keys of a game do nothing without a game") func withoutAGameTheKeyDoesNothing() {
        var state = PlayState(name: .default, players: ["ann"])
        state.show(SampleTable.snapshot(dice: 5, rolling: false))
        #expect(press(.character("s"), .character("u"), on: &state) == [])
        #expect(state.pane == nil)
    }
}
