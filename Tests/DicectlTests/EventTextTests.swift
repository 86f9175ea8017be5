import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DiceJudging
@testable import dicectl

struct EventTextTests {
    private let snapshot = SampleTable.snapshot(dice: 5)
    private let turn = Turn(
        id: 7,
        table: "default",
        turn: 3,
        endedAt: Timestamp(millisecondsSinceEpoch: 0),
        by: "ann",
        rolls: [
            RollRecord(
                roll: 1,
                by: "ann",
                at: Timestamp(millisecondsSinceEpoch: 0),
                outcome: .completed,
                rolled: [1, 2],
                values: [4, 6]
            )
        ],
        dice: [
            TurnDie(die: 1, sides: 6, value: 4, locked: false),
            TurnDie(die: 2, sides: 6, value: 6, locked: true),
        ],
        total: 10
    )

    private func result(_ outcome: RollOutcome, _ reason: CancelReason?) -> RollResult {
        RollResult(
            table: "default",
            turn: 3,
            roll: 2,
            by: "ann",
            outcome: outcome,
            reason: reason,
            rolled: [1, 2],
            dice: snapshot.dice,
            total: 20
        )
    }

    private func event(_ kind: TableEvent.Kind, by: String? = nil) -> String? {
        EventText.line.event(
            TableEvent(table: "default", revision: 5, by: by, kind: kind),
            at: snapshot
        )
    }

    @Test("a roll is one line with held dice in brackets")
    func aRollIsOneLineWithHeldDiceInBrackets() {
        #expect(
            EventText.line.roll(result(.completed, nil))
                == "default turn 3 roll 2 ann: 6 5 4 [3] 2 = 20"
        )
        #expect(
            EventText.line.roll(result(.cancelled, .restart))
                == "default turn 3 roll 2 ann: 6 5 4 [3] 2 = 20 (cut short: restart)"
        )
    }

    @Test("a custom die is described by the face it shows") func aDieOfOnesOwnIsToldByWhatItShows()
    {
        var table = snapshot
        var ended = turn
        table.dice[0].faces = ["1", "2", "3", "4", "5", "sword"]
        table.dice[3].faces = ["1", "2", "-8", "4", "5", "6"]
        ended.dice[1].faces = table.dice[0].faces
        ended.total = 4
        #expect(
            EventText.line.state(table) == "default turn 3 roll 2: sword 5 4 [-8] 2 = 3"
        )
        #expect(
            EventText.spoken.state(table)
                == "Table default, turn 3, roll 2: sword, 5, 4, -8 locked, 2. Total 3."
        )
        #expect(
            EventText.line.turnEnded(ended)
                == "default turn 3 ended by ann: 4 [sword] = 4"
        )
    }

    @Test("a state has a total once the dice are at rest") func aStateHasATotalOnceTheDiceLieStill()
    {
        #expect(
            EventText.line.state(snapshot) == "default turn 3 roll 2: 6 5 4 [3] 2 = 20"
        )
        #expect(
            EventText.line.state(SampleTable.snapshot(dice: 5, rolling: true))
                == "default turn 3 roll 2 rolling: 6 5 ? [3] 2"
        )
    }

    @Test("every event has its line") func everyEventHasItsLine() {
        #expect(
            event(.rollStarted(rolled: [1, 2]), by: "ann") == "default ann rolls 1 2"
        )
        #expect(
            event(
                .rollSettled(
                    rolled: [1],
                    outcome: .completed,
                    reason: nil,
                    dice: snapshot.dice,
                    total: 20
                ),
                by: "ann"
            )
                == "default turn 3 roll 2 ann: 6 5 4 [3] 2 = 20"
        )
        #expect(
            event(.lockChanged(dice: snapshot.dice))
                == "default locked 4, unlocked 1 2 3 5"
        )
        #expect(
            event(.turnEnded(turn), by: "ann")
                == "default turn 3 ended by ann: 4 [6] = 10"
        )
        #expect(event(.tableDeleted) == "default deleted")
        #expect(event(.serverStopping) == "default the daemon is stopping")
    }

    /// The text says who did not answer, that the void roll costs nothing, and what to do.
    @Test("a void roll is described in plain words") func aVoidRollIsToldInPlainWords() {
        var void = result(.void, .absent)
        void.rolled = []
        void.absent = ["bo", "carol"]
        let words =
            "ann's roll is void: bo and carol did not answer; it costs nothing, and ann may roll again"
        #expect(EventText.line.roll(void) == "default turn 3 roll 2: \(words)")
        #expect(EventText.spoken.roll(void) == words + ".")
        #expect(EventText.caption.roll(void) == words)
        #expect(
            EventText.void(by: "ann", ["bo"], .absent, you: ["ann"])
                == "your roll is void: bo did not answer; it costs nothing: roll again"
        )
        #expect(
            EventText.void(by: "ann", ["bo", "carol"], .disconnected, you: ["bo"])
                == "ann's roll is void: you and carol left; it costs nothing, and ann may roll again"
        )
        #expect(
            EventText.void(by: "ann", [], .serverStopping)
                == "ann's roll is void: the daemon was stopping; it costs nothing, and ann may roll again"
        )
    }

    @Test("a roll names the players it waits for") func whomARollWaitsFor() {
        func asked(_ names: String...) -> TableEvent {
            let contributors = names.map { Contributor(by: $0, commitment: "") }
            return TableEvent(
                table: "default",
                revision: 5,
                by: "ann",
                kind: .rollAsked(roll: 1, entropy: "", contributors: contributors)
            )
        }
        #expect(
            EventText.caption.event(asked("bo"), at: snapshot)
                == "ann rolls when bo has answered"
        )
        #expect(
            EventText.caption.event(asked("bo", "bo"), at: snapshot)
                == "ann rolls when bo has answered"
        )
        #expect(
            EventText.spoken.event(asked("bo", "carol"), at: snapshot)
                == "ann rolls when bo and carol have answered."
        )
    }

    @Test("a turn of the history is one line") func aTurnOfHistoryIsOneLine() {
        #expect(
            HistoryForm.line(.turn(turn), .utc)
                == "7 1970-01-01 00:00:00Z default turn 3 ann: 4 [6] = 10, 1 roll"
        )
    }

    private func secret(_ seenBy: [String]?) -> ThrowResult {
        var result = ThrowResult(
            table: "default",
            number: 3,
            expression: "d20+4",
            by: "gm",
            label: "trap",
            outcome: .completed,
            total: 19,
            dice: [ThrowDie(die: 1, sides: 20, value: 15, kept: true, flags: [])],
            text: "d20+4: 15 + 4 = 19",
            seenBy: seenBy
        )
        guard seenBy == nil else { return result }
        result.outcome = .other("")
        result.total = nil
        result.text = ""
        result.hidden = true
        result.dice = [
            ThrowDie(die: 1, sides: 20, value: 7, kept: true, flags: [], hidden: true)
        ]
        return result
    }

    @Test("a hidden throw shows no value anywhere") func aHiddenThrowHasNoValueAnywhere() {
        let hidden = secret(nil)
        #expect(
            EventText.line.thrown(hidden) == "default gm \"trap\": d20+4: 1 secret die"
        )
        #expect(
            EventText.spoken.thrown(hidden)
                == "gm rolled 1 secret die for \"trap\": d20+4."
        )
        #expect(
            HistoryForm.line(.thrown(hidden), .utc)
                == "0 - default throw 3 gm \"trap\": d20+4: 1 secret die"
        )
        #expect(
            HistoryForm.fields(.thrown(hidden), .utc) == [
                "0", "default", "3", "", "gm", "", "", "", "", "", "trap", "", "", "", "",
            ]
        )
        let drawing = ThrowDrawing(glyphs: .unicode)
        let drawn = drawing.draw(ThrowFrame(hidden), in: Size(columns: 60, rows: 4))
        #expect(
            drawn.text == ["╭───╮", "│ ? │", "╰d20╯", "d20+4 · \"trap\" · G gm · hidden"]
        )
        #expect(
            drawn.rows.joined().allSatisfy {
                $0.character == " " || $0.style == .faint || $0.style == .orange
            }
        )
    }

    @Test("viewers of a secret throw see who else can see it")
    func whoSeesASecretThrowIsToldWhoDoes() {
        let seen = secret(["gm", "bo"])
        #expect(
            EventText.line.thrown(seen)
                == "default gm \"trap\": d20+4: 15 + 4 = 19 (seen only by gm and bo)"
        )
        #expect(
            HistoryForm.line(.thrown(seen), .utc)
                == "0 - default throw 3 gm \"trap\": d20+4: 15 + 4 = 19 (seen only by gm and bo)"
        )
        let drawing = ThrowDrawing(glyphs: .unicode)
        var flying = ThrowFrame(seen)
        #expect(
            drawing.draw(flying, in: Size(columns: 60, rows: 8)).text.last
                == "d20+4 · \"trap\" · G gm · total 19, seen only by gm and bo"
        )
        #expect(
            drawing.line(flying, columns: 70).text == [
                "G gm \"trap\": d20+4: 15 + 4 = 19 (seen only by gm and bo)"
            ]
        )
        flying.result = nil
        flying.seenBy = ["gm"]
        flying.rolling = true
        flying.dice = [DieState(die: 1, sides: 20, value: 3, animating: true)]
        #expect(
            drawing.draw(flying, in: Size(columns: 60, rows: 8)).text.last
                == "d20+4 · \"trap\" · G gm throws… · seen only by gm"
        )
        #expect(
            event(.throwShown(seen), by: "gm")
                == "default gm shows throw 3 default gm \"trap\": d20+4: 15 + 4 = 19 (seen only by gm and bo)"
        )
    }

    @Test("a correction names its turn and its box") func aCorrectionIsToldByItsTurnAndItsBox() {
        let correction = Correction(
            id: 8,
            table: "default",
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: "ann",
            turn: 3,
            score: Match.Score(
                match: 1,
                box: "fullHouse",
                points: 25,
                bonuses: [NamedPoints("upper", 35)]
            ),
            edition: 4,
            chain: ""
        )
        let text = "turn 3 corrected by ann: 25 in full house and 35 of upper"
        #expect(event(.corrected(correction), by: "ann") == "default \(text)")
        #expect(
            HistoryForm.line(.corrected(correction), .utc)
                == "8 1970-01-01 00:00:00Z default \(text)"
        )
        let fields = [
            "8", "default", "3", "1970-01-01 00:00:00Z", "ann", "", "", "", "fullHouse",
            "25", "",
            "", "", "", "",
        ]
        #expect(HistoryForm.fields(.corrected(correction), .utc) == fields)
        #expect(
            ExplainedEntry(.corrected(correction)).lines.first
                == "default \(text), 1970-01-01T00:00:00.000Z"
        )
    }

    @Test("what a bot did is marked as a bot's") func bots() {
        var turn = turn
        turn.bot = true
        #expect(
            EventText.line.turnEnded(turn) == "default turn 3 ended by ann (bot): 4 [6] = 10"
        )
        #expect(
            HistoryForm.line(.turn(turn), .utc)
                == "7 1970-01-01 00:00:00Z default turn 3 ann (bot): 4 [6] = 10, 1 roll"
        )
        #expect(HistoryForm.fields(.turn(turn), .utc).last == "true")
        let started = TableEvent(
            table: "default",
            revision: 5,
            by: "ann",
            bot: true,
            kind: .rollStarted(rolled: [1])
        )
        #expect(EventText.line.event(started, at: snapshot) == "default ann (bot) rolls 1")
        var table = snapshot
        table.players = ["ann", "bo"]
        table.bots = ["bo"]
        #expect(EventText.table(table).contains("players ann bo (bot)"))
    }

    @Test("a rest names its player and its state") func aRestIsToldByItsPlayerAndItsState() {
        var rest = Rest(
            id: 9,
            table: "default",
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: "ann",
            player: "bo",
            rests: true,
            match: 1,
            edition: 5,
            digest: "",
            chain: "ab"
        )
        #expect(EventText.rested(rest) == "default bo rests, by ann")
        #expect(
            HistoryForm.line(.rested(rest), .utc)
                == "9 1970-01-01 00:00:00Z default bo rests, by ann"
        )
        let fields = [
            "9", "default", "", "1970-01-01 00:00:00Z", "ann", "", "", "", "", "", "bo",
            "rests",
            "", "", "",
        ]
        #expect(HistoryForm.fields(.rested(rest), .utc) == fields)
        let explained = [
            "default bo rests, by ann, 1970-01-01T00:00:00.000Z", "chain: ab",
        ]
        #expect(ExplainedEntry(.rested(rest)).lines == explained)
        rest.rests = false
        rest.by = "bo"
        #expect(EventText.rested(rest) == "default bo plays again")
        rest.joins = true
        rest.winners = ["ann"]
        #expect(
            EventText.rested(rest) == "default bo joins; the match is over, won by ann"
        )
    }

    @Test("a turn of a game names its box") func aTurnOfAGameIsToldByItsBox() {
        var turn = SampleTable.turns(1)[0]
        turn.score = Match.Score(
            match: 1,
            box: "fullHouse",
            points: 25,
            bonuses: [NamedPoints("upper", 35)]
        )
        let game = Game.all.first { $0.name == "yahtzee" }
        let points = "25 in Full house and 35 of Upper bonus"
        #expect(
            HistoryForm.line(.turn(turn), .utc, game).contains(
                " turn 1 ann: \(points), "
            )
        )
        #expect(EventText.line.turnEnded(turn, game).hasSuffix(" = 18, \(points)"))
        let unknown = event(.turnEnded(turn, nextCommitment: nil), by: "ann")
        #expect(
            unknown?.hasSuffix(" = 18, 25 in full house and 35 of upper") == true,
            "no game is known"
        )
    }

    @Test("names cannot move the cursor") func namesCannotMoveTheCursor() {
        var result = result(.completed, nil)
        result.by = "a\u{1B}[2J\nb\u{202E}"
        let line = EventText.line.roll(result)
        #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
    }
}
