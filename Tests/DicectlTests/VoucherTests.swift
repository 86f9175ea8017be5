import DiceModel
import DiceProof
import DiceWire
import Testing

@testable import dicectl

@Suite struct VoucherTests {
    private func asked(_ contributors: [String], at table: String = "default") -> TableEvent {
        TableEvent(
            table: table, revision: 1, by: "ann",
            kind: .rollAsked(
                roll: 1, entropy: "", contributors: contributors.map { Contributor(by: "bo", commitment: $0) }))
    }

    private func commitment(_ request: Request?) throws -> String {
        guard let params = request?.params as? ContributeParams else { return "" }
        return params.commitment
    }

    @Test func itRevealsWhatItHasPromisedOnceAndPromisesAnew() throws {
        var voucher = EntropyContribution(table: .default, by: "bo")
        #expect(voucher.answer(asked(["x"])).isEmpty)
        let first = try commitment(voucher.promise())
        #expect(voucher.answer(asked(["x"])).isEmpty, "another's promise")
        #expect(voucher.answer(asked([first], at: "other")).isEmpty)
        let answer = voucher.answer(asked(["x", first]))
        guard let reveal = answer.first?.params as? RevealParams else {
            Issue.record("nothing is revealed")
            return
        }
        #expect(Entropy.commitment(reveal.entropy) == first)
        let second = try commitment(answer.last)
        #expect(second != first && second.count == 64 && voucher.isPromised)
        #expect(voucher.answer(asked([first])).isEmpty, "once")
    }

    @Test func whoHasHadEnoughPromisesNothingAnew() throws {
        var voucher = EntropyContribution(table: .default, by: nil)
        let promise = try commitment(voucher.promise())
        voucher.goesOn = false
        #expect(voucher.answer(asked([promise])).map(\.method) == [AnyMethod(.reveal)])
        #expect(!voucher.isPromised)
    }

    private func event(_ kind: TableEvent.Kind, by: String? = "ann") -> TableEvent {
        TableEvent(table: "default", revision: 2, by: by, kind: kind)
    }

    private func listed(_ commitment: String, by: String = "bo", nextTurn: Bool? = nil) -> TableEvent {
        event(.contributorsChanged([Contributor(by: by, commitment: commitment, nextTurn: nextTurn)]))
    }

    private func started(_ reveals: [String] = [], rolled: [Int] = [1], by: String = "ann") -> TableEvent {
        event(
            .rollStarted(
                rolled: rolled, chance: .init(commitment: "", added: RollChance(entropy: "", reveals: reveals))), by: by
        )
    }

    @Test func whatWasTakenBackIsNotRevealedAndNotMissed() throws {
        var voucher = EntropyContribution(table: .default, by: "bo")
        #expect(voucher.takeBack() == nil)
        let promise = try commitment(voucher.promise())
        #expect(voucher.objection(to: listed(promise)) == nil)
        #expect(try commitment(voucher.takeBack()) == "" && !voucher.isPromised)
        #expect(voucher.objection(to: event(.contributorsChanged([]))) == nil)
        #expect(voucher.answer(asked([promise])).isEmpty && voucher.objection(to: started()) == nil)
    }

    /// Whoever is late has seen a roll that is void, and perhaps the next ones, which did not ask.
    @Test(arguments: [false, true])
    func noDaemonIsAccusedOfAVoidRoll(isOld: Bool) throws {
        var voucher = EntropyContribution(table: .default, by: "bo")
        let promise = try commitment(voucher.promise())
        #expect(voucher.objection(to: listed(promise)) == nil)
        let next = try commitment(voucher.answer(asked([promise])).last)
        let void = TableEvent.Kind.rollSettled(
            rolled: [], outcome: .void, reason: .absent, absent: ["bo"], dice: [], total: 0)
        // An older daemon tells of its start as well.
        let told = isOld ? [started(rolled: [])] : []
        for event in told + [event(void)] { #expect(voucher.objection(to: event) == nil) }
        let objection = voucher.objection(to: listed(next, nextTurn: true))
        #expect(objection == "the rolls of this turn do not wait for you any more; those of the next turn do")
        #expect(voucher.objection(to: listed(next, nextTurn: true)) == nil, "once")
        #expect(voucher.objection(to: started()) == nil && voucher.objection(to: started(["x"])) == nil)
        // From the next turn on it is asked.
        #expect(voucher.objection(to: listed(next)) == nil)
        #expect(voucher.objection(to: started())?.contains("without the chance that you had promised") == true)
    }

    @Test func aRollThatIsMadeAgainstWhatWasRevealedIsAccused() throws {
        for (reveals, isWrong) in [(["x"], true), ([], true), (nil as [String]?, false)] as [([String]?, Bool)] {
            var voucher = EntropyContribution(table: .default, by: "bo")
            let requests = voucher.answer(asked([try commitment(voucher.promise())]))
            let secret = try #require((requests.first?.params as? RevealParams)?.entropy)
            let objection = voucher.objection(to: started(reveals ?? [secret]))
            #expect((objection?.contains("Do not trust this daemon") == true) == isWrong)
        }
    }

    @Test(arguments: [nil, "bo"])
    func oneIsNotMissedInRollsOfOnesOwn(name: String?) throws {
        var voucher = EntropyContribution(table: .default, by: name)
        let promise = try commitment(voucher.promise())
        #expect(voucher.objection(to: listed(promise)) == nil)
        #expect(voucher.objection(to: started(by: "bo")) == nil && voucher.objection(to: started(by: "ann")) != nil)
        // Who is listed under another name than they gave may still be missed.
        guard name != nil else { return }
        #expect(voucher.objection(to: listed(promise, by: "ann")) == nil)
        #expect(voucher.objection(to: started(by: "ann")) != nil)
    }

    @Test func whoHasHadEnoughIsNotToldThatTheirPromiseIsGone() throws {
        var voucher = EntropyContribution(table: .default, by: "bo")
        let promise = try commitment(voucher.promise())
        voucher.goesOn = false
        #expect(voucher.objection(to: listed(promise)) == nil && voucher.answer(asked([promise])).count == 1)
        #expect(voucher.objection(to: event(.contributorsChanged([]))) == nil)
    }

    private func state(players: [String]?, mayPlay: Bool = true) -> PlayState {
        var state = PlayState(name: .default, player: "bo", mayPlay: mayPlay)
        let die = DieState(die: 1, sides: 6, value: 1, locked: false, animating: false)
        state.show(
            TableSnapshot(
                table: "default", revision: 1, turn: 1, roll: 0, rolling: false,
                settings: TableSettings(players: players, up: players?.first),
                contributors: [Contributor(by: "ann", commitment: ""), Contributor(by: "ann", commitment: "")],
                dice: [die]))
        return state
    }

    @Test func playersVouchByThemselvesAndOthersOnAKey() {
        #expect(state(players: ["ann", "bo"]).vouches)
        #expect(!state(players: ["ann"]).vouches && !state(players: nil).vouches)
        #expect(!state(players: ["ann", "bo"], mayPlay: false).vouches)
        var alone = state(players: nil)
        let layout = PlayLayout(alone, size: Size(columns: 80, rows: 24), glyphs: .ascii)
        #expect(alone.press(.character("v"), on: layout) == [.vouch] && alone.vouches)
        #expect(alone.press(.character("v"), on: layout) == [.vouch] && !alone.vouches)
        #expect(PlayText.asides(of: alone) == ["vouched for by ann"])
    }

    /// A turn of one roll from this seed.
    private func turn(_ seed: Seed) -> Turn {
        var faces = FaceStream(seed, table: "default", turn: 1, roll: 1)
        let value = faces.face(sides: 6)
        var turn = Turn(
            id: 1, table: "default", turn: 1, endedAt: Timestamp(millisecondsSinceEpoch: 0), by: "ann",
            rolls: [
                RollRecord(
                    roll: 1, by: "ann", at: Timestamp(millisecondsSinceEpoch: 0), outcome: .completed, rolled: [1],
                    values: [value], chance: .nothing)
            ], dice: [TurnDie(die: 1, sides: 6, value: value, locked: false)], total: value,
            proof: EntryProof(commitment: seed.commitment, seed: seed.hex))
        turn.chain = Chain.link(turn, after: Chain.start) { $0.jsonBytes() }
        return turn
    }

    @Test func aTurnIsCheckedAsItIsRevealed() throws {
        let seed = try #require(Seed(hex: String(repeating: "07", count: 32)))
        let right = turn(seed)
        #expect(Verdict(right, promised: seed.commitment) == .verified)
        #expect(Verdict(right, promised: nil) == .unknown)
        var later = right
        later.chain = Chain.link(later, after: String(repeating: "ab", count: 32)) { $0.jsonBytes() }
        #expect(Verdict(later, promised: seed.commitment) == .verified, "a throw has ended before it")
        var other = right
        other.seed = nil
        #expect(Verdict(other, promised: seed.commitment) == .unknown)
        other.commitment = nil
        #expect(Verdict(other, promised: seed.commitment).remark.contains("WRONG"), "what was promised is gone")
        #expect(Verdict(right, promised: String(repeating: "0", count: 64)).remark.contains("WRONG"))
        var flipped = right
        (flipped.rolls[0].values[0], flipped.dice[0].value) = (right.total % 6 + 1, right.total % 6 + 1)
        flipped.total = right.total % 6 + 1
        flipped.chain = Chain.link(flipped, after: Chain.start) { $0.jsonBytes() }
        #expect(Verdict(flipped, promised: seed.commitment).remark.contains("WRONG"))
        var state = state(players: nil)
        state.table = state.table.map { table in
            var snapshot = table.snapshot
            snapshot.commitment = seed.commitment
            return TableState(snapshot)
        }
        let ended = TableEvent(
            table: "default", revision: 2, by: "ann", kind: .turnEnded(right, nextCommitment: "next"))
        let hasNewEntry = state.apply(.event(ended))
        #expect(hasNewEntry)
        #expect(state.notice == "ann ended turn 1 with \(right.total), verified")
        #expect(state.table?.snapshot.commitment == "next")
    }
}
