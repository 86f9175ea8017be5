import DiceGames
import DiceModel
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DiceHints
@testable import DicePlay
@testable import dicectl

struct ScoreSheetTests {
    /// Returns a match of yahtzee in which ann has filled a box and rolled a full house.
    private func state() throws -> GameState {
        let game = try #require(Game.all.first { $0.name == "yahtzee" })
        var match = Match(game, players: ["ann", "bo"])
        _ = try match.end("ones", faces: [1, 1, 2, 3, 4], roll: 3)
        _ = try match.end("chance", faces: [6, 6, 5, 5, 4], roll: 3)
        return MatchTurn(of: match, rolls: 1, faces: [3, 3, 3, 2, 2]).state(isSettled: true)
    }

    @Test("sheets are drawn side by side, and the hinted box is marked")
    func sheetsStandSideBySideAndTheBoxOfTheHintsIsMarked() throws {
        let lines = ScoreSheet(try state(), best: "fullHouse").lines
        #expect(lines.count == 18 && lines[0] == "                 ann  bo   now")
        #expect(
            lines[1] == "Ones             2    -"
                && lines[10] == "Full house       -    -    25 *"
        )
        #expect(lines[7] == "Sum (63 for 35)  2    0")
        #expect(
            lines[14] == "Chance           -    26   13"
                && lines[17] == "Total            2    26"
        )
        #expect(lines.filter { $0.hasSuffix("*") }.count == 1)
        #expect(
            ScoreSheet(try state()).lines.allSatisfy { !$0.contains("*") },
            "nothing is the best by points alone"
        )
    }

    @Test("the sheet in few columns is as wide for each player, and no wider than it must be")
    func width() throws {
        let game = try #require(Game.all.first { $0.name == "yahtzee" })
        let players = ["Marie-Antoinette von Habsburg", "bo"]
        let match = Match(game, players: players)
        let sheet = ScoreSheet(
            MatchTurn(of: match, rolls: 1, faces: [3, 3, 3, 2, 2]).state(isSettled: true)
        )
        let heads = players.map { sheet.lines(in: 30, up: $0, .unicode).head }
        #expect(Set(heads.map { DisplayWidth.of($0) }).count == 1)
        let lines = sheet.lines(in: 30, up: "bo", .unicode).body
        #expect(lines.allSatisfy { !$0.contains("…") && DisplayWidth.of($0) <= 30 })
        #expect(lines[6].hasPrefix("Sum (63 for 35) "))
    }

    @Test("the sheet of Kniffel contains no English word") func theSheetOfKniffelHasNoEnglishWord()
        throws
    {
        let game = try #require(Game.all.first { $0.name == "kniffel" })
        let match = Match(game, players: ["ann"])
        let turn = MatchTurn(of: match, rolls: 1, faces: [1, 1, 1, 2, 2])
        let lines = ScoreSheet(turn.state(isSettled: true)).lines
        #expect(
            lines[0].hasSuffix("ann  jetzt") && lines[7].hasPrefix("Summe (63 für 35) ")
                && lines[17].hasPrefix("Gesamt ")
        )
    }

    @Test("a sheet has the titles and words of the person's language")
    func languages() throws {
        let state = try state()
        let german = Language.$tag.withValue("de-AT") { ScoreSheet(state).lines }
        #expect(german[0].hasSuffix("jetzt") && german[1].hasPrefix("Einser "))
        #expect(german[7].hasPrefix("Summe (63 für 35) ") && german[11].hasPrefix("Kleine Straße "))
        let french = Language.$tag.withValue("fr") { ScoreSheet(state).lines }
        #expect(french[8].hasPrefix("Brelan ") && french[7].hasPrefix("Somme (63 pour 35) "))
        let spanish = Language.$tag.withValue("es-MX") { state.summary(nil) }
        #expect(spanish.hasPrefix("Yahtzee, match 1"))
        let polish = Language.$tag.withValue("pl") { ScoreSheet(state).lines }
        #expect(polish[1].hasPrefix("Ones "))
    }

    @Test(
        "a typed box is its name or the title that is shown",
        arguments: ["largeStraight", "große straße", "GROSSE", "gs"]
    )
    func typedTitle(_ text: String) throws {
        let state = try state()
        let sheet = Language.$tag.withValue("de") { ScoreSheet(state) }
        #expect(try sheet.box(text) == "largeStraight")
    }

    @Test(
        "the language is that of the first variable of the locale that is not empty",
        arguments: [
            (["LANG": "de_DE.UTF-8"], "de-DE"), (["LC_ALL": "", "LANG": "fr"], "fr"),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], nil),
            (["LC_MESSAGES": "es_AR@euro", "LANG": "de_DE.UTF-8"], "es-AR"),
            (["LANG": "C.UTF-8"], nil), (["LANG": "POSIX"], nil), ([:], nil),
        ] as [([String: String], String?)]
    )
    func locale(_ environment: [String: String], _ tag: String?) {
        #expect(Language.tag { environment[$0] } == tag)
    }

    /// The document is not a built-in game, although it has the name of one.
    @Test("the sheet uses the titles of the game document") func theWordsAreThoseOfTheDocument()
        throws
    {
        var game = try #require(Game.all.first { $0.name == "yahtzee" })
        var rules = try #require(game.sheet)
        rules.boxes[0].title = "Einer"
        rules.boxes[12] = Box("loose", "Was übrig ist", .sum(.all))
        game.rules = .sheet(rules)
        game.title = "Unser Kniffel"
        let match = Match(game, players: ["ann"])
        let turn = MatchTurn(of: match, rolls: 1, faces: [1, 1, 1, 2, 2])
        let state = turn.state(isSettled: true)
        #expect(
            ScoreSheet(state).rows.contains { $0.title == "loose" },
            "nobody has told its words"
        )
        let sheet = ScoreSheet(state, game)
        #expect(
            sheet.rows[0].title == "Einer" && sheet.rows[13].title == "Was übrig ist"
        )
        #expect(try sheet.box("was ubrig") == "loose" && sheet.box("wui") == "loose")
        #expect(state.summary(game) == "Unser Kniffel, match 1, round 1 of 13")
        #expect(
            throws: CommandError.declined(
                "no box \"Einär\"; did you mean \"Einer\"?"
            )
        ) {
            try sheet.box("Einär")
        }
    }

    @Test(
        "a title is found by its beginning, in any case and without its accents",
        arguments: [
            "kleine strasse", "KLEINE STRASSE", "Kleine Straße", "kleine", "ks",
            "smallstraight",
        ]
    )
    func aTitleIsFoundWithoutItsMarks(_ text: String) throws {
        let game = try #require(Game.all.first { $0.name == "kniffel" })
        let sheet = ScoreSheet(Match(game).state)
        #expect(try sheet.box(text) == "smallStraight")
        #expect(
            try ["fünfer", "fuenfer", "funfer"].map { try sheet.box($0) } == [
                "fives", "fives", "fives",
            ]
        )
    }

    @Test("a sheet on the screen keeps its width", arguments: ["yahtzee", "kniffel"])
    func aSheetOnTheScreenKeepsItsWidth(
        _ name: String
    )
        throws
    {
        let game = try #require(Game.all.first { $0.name == name })
        var state = Match(game, players: ["ann", "b"]).state
        func width() -> Int {
            let (head, body) = ScoreSheet(state, best: "chance").lines(
                in: 60,
                up: "ann",
                .unicode
            )
            return ([head] + body).map { DisplayWidth.of($0) }.max() ?? 0
        }
        let empty = width()
        state.options = game.sheet?.boxes.map { BoxOption($0.name, 30, isJoker: true) }
        state.sheets[1].total = 312
        #expect(width() <= empty)
    }

    @Test(
        "a box is found by common short forms of its name",
        arguments: [
            ("full house", "fullHouse"),
            ("Full-House", "fullHouse"),
            ("fh", "fullHouse"),
            ("fu", "fullHouse"),
            ("toak", "threeOfAKind"),
            ("3", nil),
            ("s", nil),
            ("sm", "smallStraight"),
            ("ones", "ones"),
            ("", nil),
            ("x", nil),
        ]
    )
    func aBoxIsWrittenAsPeopleWriteIt(_ text: String, _ box: String?) throws {
        let sheet = ScoreSheet(try state())
        #expect((try? sheet.box(text)) == box)
    }

    @Test(
        "the loss from a box that scores zero is known",
        arguments: [
            ("yahtzee", "Yahtzee scores 0, but Full house would score 25"),
            ("chance", nil),
            ("fullHouse", nil),
            ("ones", nil),
        ] as [(String, String?)]
    )
    func whatABoxThatBringsNothingLosesIsKnown(_ box: String, _ loss: String?) throws {
        #expect(ScoreSheet(try state()).loss(in: box) == loss)
    }

    @Test("a zero costs nothing if no box scores") func whereNothingBringsPointsNothingIsLost()
        throws
    {
        var state = try state()
        state.options = [BoxOption("yahtzee", 0), BoxOption("sixes", 0)]
        #expect(ScoreSheet(state).loss(in: "yahtzee") == nil)
    }

    /// Two numbers are above the choices: the value of the best choice, and the value before the
    /// dice were rolled.
    @Test("a hint explains its numbers") func aHintSaysWhatItsNumbersAre() throws {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.up = "ann"
        let choice = HintChoice(action: .box("fullHouse"), expected: 252.304)
        let game = Game.all.first { $0.name == "yahtzee" }
        #expect(
            HintText.lines(of: snapshot, 245.871, [choice], game) == [
                "expected final score of ann",
                "best choice this turn: 252.3; before the turn: 245.87",
                "252.3  fill Full house",
            ]
        )
        #expect(
            HintText.lines(of: snapshot, 245.871, [], game) == [
                "expected final score of ann: 245.87", "roll all dice",
            ]
        )
    }

    @Test("the winner and the lead are shown") func theWinnerAndTheLeadAreTold() throws {
        var state = try state()
        state.over = true
        state.winners = ["bo"]
        state.sheets[0].total = 200
        state.sheets[1].total = 212
        #expect(state.result == "bo won with 212, 12 ahead")
        state.sheets[0].total = 212
        state.winners = ["ann", "bo"]
        #expect(state.result == "ann and bo won with 212 each")
    }
}
