import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@testable import DiceServer

/// Transcripts: each line is an event and the resulting actions.
@Suite("The ledger of throws")
struct ThrowLedgerTests {
    private var ledger = ThrowLedger()
    private let ann = Account.AccountKey(uid: 1, name: "ann", isGuest: true)
    private let seers = Recipients.only(["gm"])
    private let others = Recipients.without(["gm"])

    /// - Parameters:
    ///   - id: the id of the throw's entry; `nil` before the entry exists.
    ///   - more: the number of dice that follow from faces.
    private static func thrown(
        _ number: Int,
        id: Int? = nil,
        seenBy: [String]? = nil,
        dice: Int = 1,
        more: Int = 0
    )
        -> SealedThrow
    {
        func result(_ dice: Int) -> ThrowResult {
            ThrowResult(
                table: "default",
                number: number,
                id: id,
                expression: "d6",
                by: "ann",
                outcome: .completed,
                total: 6,
                dice: (1...dice).map {
                    ThrowDie(die: $0, sides: 6, value: 6, kept: true, flags: [])
                },
                text: ""
            )
        }
        var whole = result(dice + more)
        whole.seenBy = seenBy
        return SealedThrow(whole, hidden: seenBy == nil ? nil : result(dice))
    }

    private mutating func settled(
        _ thrown: SealedThrow,
        for part: Recipients = .everybody
    )
        -> [ThrowLedger.Action]
    {
        let at = Timestamp(millisecondsSinceEpoch: Int64(thrown.number))
        return ledger.settled(thrown.number, for: part, as: thrown, at: at)
    }

    @Test(
        "a throw is stored and counted once settled, and announced once stored"
    )
    mutating func usual() {
        let thrown = Self.thrown(1)
        let entry = Self.thrown(1, id: 7)
        ledger.drawn(1, for: .everybody, payer: ann)
        #expect(ledger.isStored)
        #expect(ledger.next.isEmpty)
        #expect(settled(thrown) == [.store, .count(thrown, of: ann)])
        #expect(!ledger.isStored)
        #expect(ledger.next.map(\.thrown) == [thrown])
        #expect(ledger.next.map(\.at.millisecondsSinceEpoch) == [1])
        #expect(ledger.stored([entry]) == [.announce(entry, .everybody)])
        #expect(ledger.isStored)
        #expect(ledger.next.isEmpty)
        #expect(settled(thrown) == [], "it is over")
    }

    @Test(
        "a throw without animation is in history before it is shown, and announced with it"
    )
    mutating func withoutAnimation() {
        let entry = Self.thrown(1, id: 7)
        ledger.drawn(1, for: .everybody, payer: ann)
        ledger.stored(asDrawn: entry)
        #expect(ledger.isStored)
        #expect(
            settled(Self.thrown(1)) == [
                .announce(entry, .everybody), .count(Self.thrown(1), of: ann),
            ]
        )
        #expect(ledger.isStored)
        #expect(ledger.next.isEmpty)
    }

    @Test(
        "strangers learn of a secret throw when it is stored, viewers when its last die settles"
    )
    mutating func secret() {
        let thrown = Self.thrown(1, seenBy: ["gm"])
        let entry = Self.thrown(1, id: 7, seenBy: ["gm"])
        ledger.drawn(1, for: seers, payer: nil)
        #expect(settled(thrown, for: others) == [.store])
        #expect(ledger.stored([entry]) == [.announce(entry, others)])
        #expect(ledger.isStored, "nothing tells that dice still move")
        #expect(settled(thrown, for: seers) == [.announce(entry, seers)])
        #expect(settled(thrown, for: seers) == [])
    }

    @Test(
        "a secret throw at rest when stored is announced to all, to strangers first"
    )
    mutating func secretAtRest() {
        let thrown = Self.thrown(1, seenBy: ["gm"])
        let entry = Self.thrown(1, id: 7, seenBy: ["gm"])
        ledger.drawn(1, for: seers, payer: nil)
        #expect(settled(thrown, for: others) == [.store])
        #expect(settled(thrown, for: seers) == [])
        #expect(ledger.stored([entry]) == [.announce(entry, others), .announce(entry, seers)])
    }

    @Test(
        "dice that settled only for viewers at a cancel do not cause a store"
    )
    mutating func secretCancelled() {
        let thrown = Self.thrown(1, seenBy: ["gm"])
        let entry = Self.thrown(1, id: 7, seenBy: ["gm"])
        ledger.drawn(1, for: seers, payer: nil)
        #expect(settled(thrown, for: seers) == [])
        #expect(ledger.isStored)
        #expect(ledger.next.isEmpty)
        #expect(settled(thrown, for: others) == [.store])
        #expect(ledger.stored([entry]) == [.announce(entry, others), .announce(entry, seers)])
    }

    @Test("a secret throw without animation is announced to each group as it is shown")
    mutating func secretWithoutAnimation() {
        let thrown = Self.thrown(1, seenBy: ["gm"])
        let entry = Self.thrown(1, id: 7, seenBy: ["gm"])
        ledger.drawn(1, for: seers, payer: nil)
        ledger.stored(asDrawn: entry)
        #expect(settled(thrown, for: others) == [.announce(entry, others)])
        #expect(settled(thrown, for: seers) == [.announce(entry, seers)])
    }

    @Test(
        "throws enter history in the order in which they settle, up to 200 kB at once"
    )
    mutating func order() {
        let throwing = [3, 1, 2, 5, 4].map { Self.thrown($0, dice: 300) }
        for thrown in throwing {
            ledger.drawn(thrown.number, for: .everybody, payer: nil)
            #expect(settled(thrown) == [.store])
        }
        #expect(ledger.next.map(\.thrown.number) == [3, 1, 2, 5])
        #expect(ledger.stored(Array(throwing[..<4])).count == 4)
        #expect(ledger.next.map(\.thrown.number) == [4])
    }

    @Test("the number of throws moved at once does not depend on unknown secret dice")
    mutating func orderOfSecret() {
        for number in 1...3 {
            ledger.drawn(number, for: seers, payer: nil)
            #expect(
                settled(
                    Self.thrown(number, seenBy: ["gm"], dice: 300, more: 700),
                    for: others
                ) == [
                    .store
                ]
            )
        }
        #expect(ledger.next.map(\.thrown.number) == [1, 2, 3])
    }

    @Test(
        "secret dice may move for as long as a chain takes, for any faces"
    )
    mutating func hidden() {
        ledger.hide(1, from: .zero, for: .seconds(12))
        ledger.hide(2, from: .seconds(4), for: .seconds(12))
        #expect(ledger.hidden(at: .seconds(11)).sorted() == [1, 2])
        #expect(ledger.hidden(at: .seconds(12)) == [2])
        #expect(ledger.hidden(at: .seconds(16)) == [])
        #expect(ledger.isStored)
    }

    @Test(
        "a completed roll, a lost turn and faces that failed to store are left to store"
    )
    @TableActor
    func leftToStore() throws {
        let group = try #require(TestTable().group)
        var ledger = ThrowLedger()
        #expect(ledger.settled(roll: nil, isTurnLost: false) == [])
        #expect(ledger.isStored)
        #expect(ledger.settled(roll: 1, isTurnLost: false) == [.store])
        #expect(!ledger.isStored)
        ledger.completedRolls.removeFirst()
        #expect(ledger.isStored)
        #expect(ledger.settled(roll: nil, isTurnLost: true) == [.store])
        #expect(!ledger.isStored)
        ledger.turnEnded()
        #expect(ledger.isStored)
        ledger.unsaved.append(
            try group.drawRoll(by: "ann", at: Timestamp(millisecondsSinceEpoch: 0))
        )
        #expect(!ledger.isStored)
    }
}
