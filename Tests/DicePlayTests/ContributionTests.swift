import DiceModel
import DiceProof
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DiceFollowing
@testable import DiceJudging
@testable import DicePlay

@Suite struct ContributionTests {
    private func asked(_ contributors: [String], at table: String = "default")
        -> TableEvent
    {
        TableEvent(
            table: table,
            revision: 1,
            by: "ann",
            kind: .rollAsked(
                roll: 1,
                entropy: "",
                contributors: contributors.map { Contributor(by: "bo", commitment: $0) }
            )
        )
    }

    private func commitment(_ request: Request?) throws -> String {
        guard let params = request?.params as? ContributeParams else { return "" }
        return params.commitment
    }

    @Test("a contributor reveals a commitment once and commits again")
    func itRevealsWhatItHasPromisedOnceAndPromisesAnew() throws {
        var contribution = EntropyContribution(table: .default, by: "bo")
        #expect(contribution.answer(asked(["x"])).isEmpty)
        let first = try commitment(contribution.renew())
        #expect(contribution.answer(asked(["x"])).isEmpty, "another's")
        #expect(contribution.answer(asked([first], at: "other")).isEmpty)
        let answer = contribution.answer(asked(["x", first]))
        guard let reveal = answer.first?.params as? RevealParams else {
            Issue.record("nothing is revealed")
            return
        }
        #expect(Entropy.commitment(reveal.entropy) == first)
        let second = try commitment(answer.last)
        #expect(second != first)
        #expect(second.count == 64)
        #expect(contribution.isPending)
        #expect(contribution.answer(asked([first])).isEmpty, "once")
    }

    @Test("a contributor at the limit makes no new commitment")
    func whoHasHadEnoughPromisesNothingAnew() throws {
        var contribution = EntropyContribution(table: .default, by: nil)
        let own = try commitment(contribution.renew())
        contribution.isRenewed = false
        #expect(contribution.answer(asked([own])).map(\.method) == [Method.reveal.any])
        #expect(!contribution.isPending)
    }

    private func event(_ kind: TableEvent.Kind, by: String? = "ann") -> TableEvent {
        TableEvent(table: "default", revision: 2, by: by, kind: kind)
    }

    private func listed(_ commitment: String, by: String = "bo", nextTurn: Bool? = nil)
        -> TableEvent
    {
        event(
            .contributorsChanged([
                Contributor(by: by, commitment: commitment, nextTurn: nextTurn)
            ])
        )
    }

    private func started(
        _ reveals: [String] = [],
        rolled: [Int] = [1],
        by: String = "ann"
    )
        -> TableEvent
    {
        event(
            .rollStarted(
                rolled: rolled,
                chance: .init(
                    commitment: "",
                    added: RollChance(entropy: "", reveals: reveals)
                )
            ),
            by: by
        )
    }

    @Test("a withdrawn contribution is not revealed and not reported as missing")
    func whatWasTakenBackIsNotRevealedAndNotMissed() throws {
        var contribution = EntropyContribution(table: .default, by: "bo")
        #expect(contribution.withdraw() == nil)
        let own = try commitment(contribution.renew())
        #expect(contribution.objection(to: listed(own)) == nil)
        #expect(try commitment(contribution.withdraw()) == "")
        #expect(!contribution.isPending)
        #expect(contribution.objection(to: event(.contributorsChanged([]))) == nil)
        #expect(contribution.answer(asked([own])).isEmpty)
        #expect(contribution.objection(to: started()) == nil)
    }

    /// A late contributor has seen a void roll, and perhaps later rolls that did not request a
    /// reveal.
    @Test("a daemon is not accused because of a void roll", arguments: [false, true])
    func noDaemonIsAccusedOfAVoidRoll(isOld: Bool) throws {
        var contribution = EntropyContribution(table: .default, by: "bo")
        let own = try commitment(contribution.renew())
        #expect(contribution.objection(to: listed(own)) == nil)
        let next = try commitment(contribution.answer(asked([own])).last)
        let void = TableEvent.Kind.rollSettled(
            rolled: [],
            outcome: .void,
            reason: .absent,
            absent: ["bo"],
            dice: [],
            total: 0
        )
        // An older daemon also announces the start of a void roll.
        let told = isOld ? [started(rolled: [])] : []
        for event in told + [event(void)] {
            #expect(contribution.objection(to: event) == nil)
        }
        let objection = contribution.objection(to: listed(next, nextTurn: true))
        #expect(
            objection
                == "rolls of this turn no longer wait for you; rolls of the next turn will"
        )
        #expect(contribution.objection(to: listed(next, nextTurn: true)) == nil, "once")
        #expect(contribution.objection(to: started()) == nil)
        #expect(contribution.objection(to: started(["x"])) == nil)
        // From the next turn on, the contribution's reveal is requested.
        #expect(contribution.objection(to: listed(next)) == nil)
        #expect(
            contribution.objection(to: started())?.contains("without your contribution")
                == true
        )
    }

    @Test("a roll that contradicts the revealed values is reported as an accusation")
    func aRollThatIsMadeAgainstWhatWasRevealedIsAccused() throws {
        for (reveals, isWrong) in [
            (["x"], true), ([], true), (nil as [String]?, false),
        ]
            as [([String]?, Bool)]
        {
            var contribution = EntropyContribution(table: .default, by: "bo")
            let requests = contribution.answer(
                asked([try commitment(contribution.renew())])
            )
            let secret = try #require(
                (requests.first?.params as? RevealParams)?.entropy
            )
            let objection = contribution.objection(to: started(reveals ?? [secret]))
            #expect(
                (objection?.contains("Do not trust this daemon") == true) == isWrong
            )
        }
    }

    @Test(
        "a player's contribution is not reported missing in the player's own rolls",
        arguments: [nil, "bo"]
    )
    func oneIsNotMissedInRollsOfOnesOwn(name: String?) throws {
        var contribution = EntropyContribution(table: .default, by: name)
        let own = try commitment(contribution.renew())
        #expect(contribution.objection(to: listed(own)) == nil)
        #expect(contribution.objection(to: started(by: "bo")) == nil)
        #expect(contribution.objection(to: started(by: "ann")) != nil)
        // A contributor listed under another name may still be missed.
        guard name != nil else { return }
        #expect(contribution.objection(to: listed(own, by: "ann")) == nil)
        #expect(contribution.objection(to: started(by: "ann")) != nil)
    }

    @Test("a contribution is not reported missing in rolls by others on the same screen")
    func oneIsNotMissedInRollsOfThoseWhoShareTheScreen() throws {
        var contribution = EntropyContribution(
            table: .default,
            by: "bo",
            own: ["ann", "bo"]
        )
        let own = try commitment(contribution.renew())
        #expect(contribution.objection(to: listed(own)) == nil)
        #expect(
            ["ann", "bo", "cy"].map {
                contribution.objection(to: started(by: $0)) != nil
            } == [
                false, false, true,
            ]
        )
    }

    @Test("a contributor at the limit gets no notice of a lost commitment")
    func whoHasHadEnoughIsNotToldThatTheirPromiseIsGone() throws {
        var contribution = EntropyContribution(table: .default, by: "bo")
        let own = try commitment(contribution.renew())
        contribution.isRenewed = false
        #expect(contribution.objection(to: listed(own)) == nil)
        #expect(contribution.answer(asked([own])).count == 1)
        #expect(contribution.objection(to: event(.contributorsChanged([]))) == nil)
    }

    private func state(players: [String]?, mayPlay: Bool = true) -> PlayState {
        var state = PlayState(name: .default, players: ["bo"], mayPlay: mayPlay)
        let die = DieState(die: 1, sides: 6, value: 1, locked: false, animating: false)
        state.show(
            TableSnapshot(
                table: "default",
                revision: 1,
                turn: 1,
                roll: 0,
                rolling: false,
                settings: TableSettings(players: players, up: players?.first),
                contributors: [
                    Contributor(by: "ann", commitment: ""),
                    Contributor(by: "ann", commitment: ""),
                ],
                dice: [die]
            )
        )
        return state
    }

    @Test("players contribute automatically, and others by a key")
    func playersContributeByThemselvesAndOthersOnAKey() {
        #expect(state(players: ["ann", "bo"]).contributes)
        #expect(!state(players: ["ann"]).contributes)
        #expect(!state(players: nil).contributes)
        #expect(!state(players: ["ann", "bo"], mayPlay: false).contributes)
        var alone = state(players: nil)
        let layout = PlayLayout(
            alone,
            size: Size(columns: 80, rows: 24),
            glyphs: .ascii
        )
        #expect(alone.press(.character("v"), on: layout) == [.contribute])
        #expect(alone.contributes)
        #expect(alone.press(.character("v"), on: layout) == [.contribute])
        #expect(!alone.contributes)
        #expect(PlayHead.asides(of: alone) == ["ann contributes to the dice"])
    }

    /// Returns a turn of one roll from this seed.
    private func turn(_ seed: Seed) -> Turn {
        var faces = FaceStream(seed, table: "default", turn: 1, roll: 1)
        let value = faces.face(sides: 6)
        var turn = Turn(
            id: 1,
            table: "default",
            turn: 1,
            endedAt: Timestamp(millisecondsSinceEpoch: 0),
            by: "ann",
            rolls: [
                RollRecord(
                    roll: 1,
                    by: "ann",
                    at: Timestamp(millisecondsSinceEpoch: 0),
                    outcome: .completed,
                    rolled: [1],
                    values: [value],
                    chance: .nothing
                )
            ],
            dice: [TurnDie(die: 1, sides: 6, value: value, locked: false)],
            total: value,
            proof: EntryProof(commitment: seed.commitment, seed: seed.hex)
        )
        turn.proof.take(Chain.link(turn, after: Chain.start) { $0.jsonBytes() })
        return turn
    }

    @Test("a turn is verified when its seed is revealed") func aTurnIsCheckedAsItIsRevealed() throws
    {
        let seed = try #require(Seed(hex: String(repeating: "07", count: 32)))
        let right = turn(seed)
        #expect(Verdict(right, promised: seed.commitment) == .right)
        #expect(Verdict(right, promised: nil) == .unknown)
        var later = right
        later.proof.take(
            Chain.link(later, after: String(repeating: "ab", count: 32)) {
                $0.jsonBytes()
            }
        )
        #expect(
            Verdict(later, promised: seed.commitment) == .right,
            "a throw has ended before it"
        )
        var newer = right
        newer.edition = 99
        #expect(Verdict(newer, promised: seed.commitment) == .notChecked(edition: 99))
        #expect(
            !Verdict(newer, promised: String(repeating: "0", count: 64)).remark
                .contains("WRONG")
        )
        var other = right
        other.seed = nil
        #expect(Verdict(other, promised: seed.commitment) == .unknown)
        other.commitment = nil
        #expect(
            Verdict(other, promised: seed.commitment).remark.contains("WRONG"),
            "what was promised is gone"
        )
        #expect(
            Verdict(right, promised: String(repeating: "0", count: 64)).remark.contains(
                "WRONG"
            )
        )
        var flipped = right
        flipped.rolls[0].values[0] = right.total % 6 + 1
        flipped.dice[0].value = right.total % 6 + 1
        flipped.total = right.total % 6 + 1
        flipped.proof.take(Chain.link(flipped, after: Chain.start) { $0.jsonBytes() })
        #expect(Verdict(flipped, promised: seed.commitment).remark.contains("WRONG"))
        var state = state(players: nil)
        state.table = state.table.map { table in
            var snapshot = table.snapshot
            snapshot.commitment = seed.commitment
            return TableState(snapshot)
        }
        let ended = TableEvent(
            table: "default",
            revision: 2,
            by: "ann",
            kind: .turnEnded(right, nextCommitment: "next")
        )
        state.apply(.event(ended))
        #expect(state.notice == "ann ended turn 1 with \(right.total), checked")
        #expect(state.table?.snapshot.commitment == "next")
    }
}
