import DiceGames
import DiceModel
import DiceProof
import DiceTable
import DiceTestSupport
import DiceVerifying
import DiceWire
import Testing

/// For all rolls, void rolls and game documents: it is always possible to roll, lock or end the
/// turn.
@Suite("Every state of a game has a way out")
@TableActor
struct WayOutTests {
    @Test("every state of a built-in game played at random has a way out", arguments: Game.all)
    func known(_ game: Game) throws {
        for number in 1...4 {
            let play = Play(game, RandomCase(number))
            for _ in 1...60 {
                try play.step()
            }
            try play.verify()
        }
    }

    @Test(
        "every state of a random game document has a way out, older formats included",
        arguments: RandomCase.hundred
    )
    func random(_ random: RandomCase) throws {
        var random = random
        let game = random.game()
        try game.check()
        let play = Play(game, random)
        for _ in 1...50 {
            try play.step()
        }
        try play.verify()
    }

    @Test(
        "a turn whose minimum is not reached in 1,000 rolls ends without points and is not a bust"
    )
    func outOfReach() throws {
        let rules = BankRules(
            (1...6).map { ScoringSet(.faces([$0]), 1) },
            target: 100_000,
            minimum: 100_000
        )
        let play = Play(
            Game("far", "Far", dice: [6], rules: .bank(rules)),
            RandomCase(1)
        )
        for _ in 1...Limits.rollsPerTurn {
            play.void()
            try play.roll()
            try play.lock([1])
        }
        #expect(throws: DiceError.noRollsLeft(Limits.rollsPerTurn)) { try play.roll() }
        let score = try #require(try play.end()?.score)
        #expect(score == Match.Score(match: 1, points: 0))
        try play.verify()
    }

    @Test("a full turn that can bank is not discarded")
    func canBank() throws {
        let rules = BankRules(
            (1...6).map { ScoringSet(.faces([$0]), 5) },
            target: 100,
            minimum: 10
        )
        let play = Play(
            Game("two", "Two", dice: [6, 6], rollsPerTurn: 1, rules: .bank(rules)),
            RandomCase(1)
        )
        try play.roll()
        #expect(throws: DiceError.game(.noScore(minimum: 10))) { try play.end() }
        try play.lock([1])
        #expect(throws: DiceError.game(.noScore(minimum: 10))) { try play.end() }
        try play.lock([2])
        #expect(try play.end()?.score?.points == 10)
        try play.verify()
    }
}

/// A table with one player who makes permitted moves, and its history.
@TableActor
private final class Play {
    let group: DiceGroup
    private var random: RandomCase
    private var rolls: [RollRecord] = []
    private var entries: [Turn] = []

    private static let now = Timestamp(millisecondsSinceEpoch: 0)

    init(_ game: Game, _ random: RandomCase) {
        self.random = random
        var stored = StoredTable(
            new: .default,
            sides: game.shapes,
            seeds: .derived(from: UInt64(random.number))
        )
        stored.settings = TableSettings(rollsPerTurn: game.rollsPerTurn)
        stored.match = Match(game)
        group = DiceGroup(
            stored,
            clock: TestClock(),
            randomness: DiceRandomness(
                seeds: .derived(from: UInt64(random.number)),
                animation: SeededGenerator(seed: 2)
            )
        )
    }

    /// Makes one of the permitted moves, of which there must be at least one; void rolls happen in
    /// between.
    func step() throws {
        guard let match = group.match else { return }
        if match.isOver {
            let next = try group.planNewGame(by: "ann", standing: .guest, at: Self.now)
            group.beginMatch(try #require(next).stored)
            return
        }
        if random.int(0...4) == 0, group.voids.count < 16 {
            void()
        }
        // The daemon ends a lost turn before it does anything else.
        if group.isTurnLost {
            #expect(try end()?.score?.isBust == true)
            return
        }
        let boxes = group.game?.options?.map(\.box) ?? []
        let box = boxes.isEmpty ? nil : boxes[random.int(0...boxes.count - 1)]
        let loose = group.dice.filter { !$0.locked }.map(\.number)
        let choices = (1..<1 << min(loose.count, 8)).map { choice in
            loose.indices.filter { choice >> $0 & 1 == 1 }.map { loose[$0] }
        }
        let locks = choices.filter {
            (try? group.planLocks(.lock, dice: $0, by: "ann")) != nil
        }
        var ways: [Way] = []
        if (try? group.diceToRoll(nil, restart: false, by: "ann")) != nil {
            ways += [.roll, .roll]
        }
        if !locks.isEmpty {
            ways += [.lock, .lock]
        }
        if (try? group.planEndTurn(by: "ann", at: Self.now, box: box)) != nil {
            ways.append(.end)
        }
        #expect(!ways.isEmpty, "\(group.stored)")
        guard !ways.isEmpty else { return }
        switch ways[random.int(0...ways.count - 1)] {
        case .roll: try roll()
        case .lock: try lock(locks[random.int(0...locks.count - 1)])
        case .end: try end(box)
        }
    }

    private enum Way { case roll, lock, end }

    func void() {
        let draw = group.voidRoll(
            by: "ann",
            at: Self.now,
            entropy: nil,
            reason: .absent,
            absent: ["bo"]
        )
        rolls.append(draw.record)
        _ = group.begin(draw)
    }

    func roll() throws {
        let draw = try group.drawRoll(animate: false, by: "ann", at: Self.now)
        rolls.append(draw.record)
        _ = group.begin(draw)
    }

    func lock(_ dice: [Int]) throws {
        group.apply(try group.planLocks(.lock, dice: dice, by: "ann"))
    }

    @discardableResult
    func end(_ box: String? = nil) throws -> Turn? {
        var (entry, next) = try group.planEndTurn(by: "ann", at: Self.now, box: box)
        entry.id = entries.count + 1
        entry.rolls = rolls
        rolls = []
        entry.proof.take(
            Chain.link(entry, after: entries.last?.chain ?? Chain.start) {
                $0.jsonBytes()
            }
        )
        entries.append(entry)
        group.beginTurn(next)
        return entry
    }

    /// Verifies the history with public data only.
    func verify() throws {
        var verifier = HistoryVerifier(.daemon)
        for entry in entries {
            try verifier.check(.turn(entry))
        }
        try verifier.finish()
    }
}

extension RandomCase {
    /// Returns a game that today's check might reject: its rolls per turn or its minimum may leave
    /// a bank game's turn without a move.
    mutating func game() -> Game {
        let sides = int(2...6)
        let dice = Array(repeating: sides, count: int(1...4))
        let rolls = bool() ? int(1...3) : nil
        func needs(_ random: inout RandomCase) -> Needs {
            switch random.int(0...2) {
            case 0: .alike([random.int(1...dice.count)])
            case 1 where min(sides, dice.count) > 1:
                .straight(random.int(2...min(sides, dice.count)))
            default:
                .faces(
                    (0..<random.int(1...dice.count)).map { _ in random.int(1...sides) }
                )
            }
        }
        if int(0...3) == 0 {
            let boxes = (0..<int(1...4)).map {
                Box("box\($0)", "Box", needs: needs(&self), .sum(.alike), wins: bool())
            }
            return Game(
                "sheet",
                "Sheet",
                dice: dice,
                rollsPerTurn: rolls,
                rules: .sheet(SheetRules(boxes))
            )
        }
        let sets = (0..<int(1...4)).map { _ in ScoringSet(needs(&self), int(1...20)) }
        let target = int(1...200)
        let rules = BankRules(
            sets,
            target: target,
            minimum: int(0...target),
            hasLastRound: bool()
        )
        return Game(
            "bank",
            "Bank",
            dice: dice,
            rollsPerTurn: rolls,
            rules: .bank(rules)
        )
    }
}
