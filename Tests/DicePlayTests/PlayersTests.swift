import DiceGames
import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DicePlay

/// `play` at a table with players, and at a deleted one.
struct PlayersTests {
    private let size = Size(columns: 80, rows: 24)

    private func snapshot(
        turn: Int = 1,
        roll: Int = 0,
        up: String? = "ann",
        rolls: Int? = 3
    )
        -> TableSnapshot
    {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.turn = turn
        snapshot.roll = roll
        snapshot.by = roll == 0 ? nil : up
        snapshot.players = up == nil ? nil : ["ann", "bo"]
        snapshot.up = up
        snapshot.rollsPerTurn = rolls
        snapshot.rollsLeft = rolls.map { $0 - roll }
        return snapshot
    }

    private func state(_ snapshot: TableSnapshot, player: String = "ann") -> PlayState {
        var state = PlayState(name: .default, players: [player])
        state.show(snapshot)
        return state
    }

    private func press(_ keys: String, _ state: inout PlayState) -> [PlayAction] {
        keys.flatMap { key in
            state.press(
                .character(key),
                on: PlayLayout(state, size: size, glyphs: .unicode)
            )
        }
    }

    private func event(_ kind: TableEvent.Kind, by: String? = nil, up: String? = nil)
        -> Notification
    {
        .event(TableEvent(table: "default", revision: 9, by: by, up: up, kind: kind))
    }

    private func ended(_ turn: Int, by: String, up: String? = nil) -> Notification {
        let entry = Turn(
            id: turn,
            table: "default",
            turn: turn,
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: by,
            rolls: [],
            dice: [],
            total: 9
        )
        return event(.turnEnded(entry), by: by, up: up)
    }

    @Test("the header shows the current player, the watchers and the roll number with its limit")
    func theHeaderSaysWhoseTurnItIsWhoLooksAndWhichRollOfHowMany() {
        #expect(
            PlayHead.facts(of: state(snapshot(roll: 2)))
                == [
                    "default", "turn 1, roll 2 of 3",
                    "YOUR TURN, \(PlayerTag.text("ann", among: ["ann", "bo"]))",
                    "total 20",
                ]
        )
        #expect(
            PlayHead.facts(of: state(snapshot(up: "b\u{1B}o"), player: "zoe"))
                == [
                    "default", "turn 1, roll 0 of 3",
                    "\(PlayerTag.text("b\u{1B}o", among: ["ann", "bo"]))'s turn",
                    "you are \(PlayerTag.text("zoe", among: ["ann", "bo"]))", "total 20",
                ]
        )
    }

    @Test("players who share the screen take turns in order")
    func thoseWhoShareTheScreenAreUpInTurn() {
        var state = PlayState(name: .default, players: ["zoe", "bo", "ann"])
        for up in ["ann", "bo"] {
            state.show(snapshot(roll: 2, up: up))
            #expect(state.player == up)
            #expect(state.canRoll)
            #expect(state.contributor == "bo")
            #expect(
                PlayHead.facts(of: state).contains(
                    "YOUR TURN, \(PlayerTag.text(up, among: ["ann", "bo"]))"
                )
            )
            #expect(state.seats.map(\.isYou) == [true, true])
        }
        state.show(snapshot(up: "cy"))
        #expect(state.player == "zoe")
        #expect(!state.canRoll)
        state.show(snapshot(up: nil))
        #expect(state.player == "zoe")
        #expect(state.contributor == "zoe")
        #expect(state.canRoll)
    }

    @Test("a new turn of a table without players credits no player")
    func aNewTurnOfATableWithoutPlayersCreditsNobody() {
        var state = state(snapshot(roll: 1, up: nil, rolls: nil))
        state.table?.apply(event(.rollStarted(rolled: [1]), by: "bo"))
        #expect(
            PlayHead.facts(of: state) == [
                "default", "turn 1, roll 1", "total 20",
                "\(PlayerTag.text("bo", among: [])) rolled",
            ]
        )
        state.apply(ended(1, by: "bo"))
        state.apply(
            .frame(
                Frame(
                    table: "default",
                    revision: 10,
                    turn: 2,
                    roll: 0,
                    rolling: false,
                    dice: []
                )
            )
        )
        #expect(
            PlayHead.facts(of: state) == [
                "default", "turn 2, roll 0", "total 20", "no roll yet",
            ]
        )
    }

    @Test("the buttons are those of acts that the daemon says are possible for the players here")
    func theButtonsAreWhatTheDaemonOffers() throws {
        func can(_ may: May?, game: String? = nil, _ player: String = "ann") throws -> [Bool] {
            var snapshot = snapshot(roll: 1)
            snapshot.may = may
            if let game {
                let rules = try #require(Game.all.first { $0.name == game })
                snapshot.game = MatchTurn(
                    of: Match(rules, players: ["ann", "bo"]),
                    rolls: 1,
                    faces: [1, 1, 1, 5, 5]
                )
                .state(isSettled: true)
            }
            let state = state(snapshot, player: player)
            let foot = PlayLayout(state, size: size, glyphs: .unicode).foot
            #expect(
                foot.buttons.map(\.isEnabled) == [
                    state.canRoll, state.endsTurnByButton,
                ]
            )
            return [state.canRoll, state.canEndTurn, state.endsTurnByButton]
        }
        let both = May(roll: .possible, endTurn: .possible)
        #expect(try can(both) == [true, true, true])
        #expect(try can(nil) == [true, true, true], "an older daemon does not say")
        #expect(try can(both, "bo") == [false, false, false], "another player is up")
        let last = May(roll: .refused("noRollsLeft"), endTurn: .possible)
        #expect(try can(last) == [false, true, true])
        let first = May(roll: .possible, endTurn: .refused("nothingRolled"))
        #expect(try can(first) == [true, false, false])
        #expect(try can(both, game: "yahtzee") == [true, true, false])
        #expect(try can(both, game: "farkle") == [true, true, true])
    }

    @Test("a die is not locked while the daemon says that none can be")
    func noDieIsLockedWhileTheDaemonSaysThatNoneCanBe() {
        var snapshot = snapshot()
        snapshot.may = May(roll: .possible, lock: .refused("nothingRolled"))
        var state = state(snapshot)
        #expect(press("1", &state) == [])
        #expect(state.notice == Cause.nothingRolled.what([:]))
        #expect(state.canRoll)
        let void = TableEvent(
            table: "default",
            revision: 9,
            by: "ann",
            may: snapshot.may,
            kind: .rollStarted(rolled: [])
        )
        for notification in [.event(void), settled(.void, [], left: 3)] {
            state.apply(notification)
        }
        #expect(press("1", &state) == [])
        #expect(state.table?.snapshot.by == nil)
        #expect(PlayHead.facts(of: state)[1] == "turn 1, roll 0 of 3")
        var event = void
        event.may?.lock = .possible
        event.kind = .rollStarted(rolled: [1, 2])
        state.apply(.event(event))
        #expect(state.rollsLeft == 2)
        state.apply(settled(.completed, [1, 2], left: 2))
        #expect(press("1", &state) == [.toggle(1)])
        #expect(state.notice == "")
    }

    private func settled(_ outcome: RollOutcome, _ rolled: [Int], left: Int?)
        -> Notification
    {
        event(
            .rollSettled(
                rolled: rolled,
                outcome: outcome,
                reason: nil,
                dice: [],
                total: 9,
                rollsLeft: left
            ),
            by: "ann"
        )
    }

    @Test("the end of a turn names the next player")
    func theEndOfATurnNamesTheNextPlayer() {
        var state = state(snapshot(roll: 1), player: "bo")
        state.apply(ended(1, by: "ann", up: "ann"))
        #expect(state.up == "ann")
        #expect(!state.hasBecomeUp)
        state.apply(ended(2, by: "ann", up: "bo"))
        #expect(state.up == "bo")
        #expect(state.isUp)
        #expect(state.hasBecomeUp)
        state.hasBecomeUp = false
        state.apply(event(.watchersChanged(3, nil)))
        #expect(state.watchers == 3)
        #expect(!state.hasBecomeUp)
    }

    @Test(
        "a turn with rolls left ends at the second press in a row",
        arguments: ["r", "h", "c", "?", "2", "x"]
    )
    func aTurnWithRollsLeftEndsWithTheSecondPressInARow(_ other: String) {
        var state = state(snapshot(roll: 2))
        #expect(press("e", &state) == [])
        #expect(state.notice.hasPrefix("1 roll is left; press e again"))
        _ = press(other, &state)
        state.pane = nil
        #expect(state.question == nil)
        #expect(press("e", &state) == [])
        #expect(press("e", &state) == [.endTurn])
        #expect(state.question == nil)
    }

    @Test("a turn with no rolls left or without a limit on rolls ends at the first press")
    func aTurnWithoutRollsLeftOrWithAnyNumberOfThemEndsAtOnce() {
        var last = state(snapshot(roll: 3))
        #expect(press("e", &last) == [.endTurn])
        var free = state(snapshot(roll: 1, rolls: nil))
        #expect(press("e", &free) == [.endTurn])
    }

    @Test("a click on the end button must be repeated to end the turn") func aClickAsksTwiceToo()
        throws
    {
        var state = state(snapshot(roll: 1))
        func click() throws -> [PlayAction] {
            let layout = PlayLayout(state, size: size, glyphs: .unicode)
            let button = try #require(layout.foot.buttons.last).place
            return state.press(
                .click(row: button.row, column: button.column + 2),
                on: layout
            )
        }
        #expect(try click() == [])
        #expect(try click() == [.endTurn])
    }

    @Test("a deleted table is reported and cannot be played until it is recreated")
    func aTableThatIsDeletedSaysSoAndCannotBePlayedUntilItIsMadeAnew() {
        var state = state(snapshot(roll: 1))
        state.apply(event(.tableDeleted))
        #expect(PlayHead.facts(of: state).first == "DELETED")
        #expect(state.notice.contains("deleted"))
        #expect(!state.canRoll)
        #expect(!state.canEndTurn)
        #expect(state.isOld)
        // The r key does not offer to start a daemon, since there is one.
        #expect(press("r", &state) == [.roll])
        #expect(state.question == nil)
        state.show(snapshot(turn: 1))
        #expect(!state.isOld)
        #expect(state.canRoll)
        #expect(state.notice == "the table was created again")
    }

    @Test("new dice replace the old ones") func otherDiceTakeThePlaceOfTheOldOnes() {
        var state = state(snapshot(roll: 0))
        state.chosen = 4
        var changed = SampleTable.snapshot(dice: 2, sides: 20)
        changed.revision = 9
        state.apply(event(.tableChanged(changed)))
        #expect(state.dice == changed.dice)
        #expect(state.chosen == 1)
        #expect(state.notice == "2 dice")
    }

    @Test("a player who locks dice is named with them") func whoHeldWhichDiceIsTold() {
        var state = state(snapshot(roll: 1), player: "bo")
        var die = state.dice[0]
        die.locked = true
        state.apply(event(.lockChanged(dice: [die]), by: "ann"))
        #expect(state.notice == "ann locked 1" && state.dice[0].locked)
    }
}
