import DiceModel
import DiceNotation
import DiceTestSupport
import Testing

@testable import DiceTable

@Suite("Throws separate from a table's dice")
struct ThrowTests {
    private let table: TestTable
    private let group: DiceGroup

    init() async throws {
        table = await TestTable(sides: [6, 6])
        group = try #require(await table.group)
    }

    @TableActor
    private func begin(_ text: String, animate: Bool = true) throws -> ThrowFlight {
        group.begin(
            try group.drawThrow(
                Expression(parsing: text),
                text: text,
                saved: RollName("attack"),
                values: ParameterValues(["bonus": 2]),
                group: ThrowGroup("fight-1"),
                animate: animate,
                by: "ann"
            )
        )
    }

    @Test("the dice tumble together and show their values when they settle")
    @TableActor
    func tumbling() async throws {
        let flying = try begin("3d6+2")
        var seen: [Int: Set<Int>] = [:]
        #expect(flying.frame(since: -1).dice.map(\.die) == [1, 2, 3])
        try await table.run(group) {
            for die in flying.frame(since: -1).dice where die.animating {
                seen[die.die, default: []].insert(die.value)
            }
        }
        let result = try #require(flying.result?.told)
        #expect(result.saved == RollName("attack"))
        #expect(flying.frame(since: -1).saved == result.saved)
        #expect(result.values == ParameterValues(["bonus": 2]))
        #expect(flying.frame(since: -1).values == result.values)
        #expect(result.group == ThrowGroup("fight-1"))
        #expect(flying.frame(since: -1).group == result.group)
        #expect(result.outcome == .completed)
        #expect(result.number == 1)
        #expect(result.dice.count == 3)
        #expect(Double(result.dice.reduce(0) { $0 + $1.value } + 2) == result.total)
        #expect(flying.frame(since: -1).dice.map(\.value) == result.dice.map(\.value))
        #expect(seen.values.allSatisfy { $0.count > 1 }, "values pass by")
        #expect(group.throwsInFlight.isEmpty)
        #expect(!group.isAnyDieAnimating)
        #expect(group.rollCount == 0)
    }

    @Test(
        "the next turn includes a throw that began while the end of the last one was stored"
    )
    @TableActor
    func besideTheEndOfATurn() throws {
        let now = Timestamp(millisecondsSinceEpoch: 0)
        _ = try table.begin(group, animate: false)
        let (_, next) = try group.planEndTurn(by: "ann", at: now)
        _ = try begin("2d6", animate: false)
        let seed = group.throwSeed
        group.beginTurn(next)
        #expect(group.turn == 2)
        #expect(group.throwCount == 1)
        #expect(group.throwSeed == seed)
    }

    /// A die in flight does not reveal whether it causes further dice, or how many.
    @Test(
        "a die appears after the dice that led to it have settled",
        arguments: [
            "6d6!", "6d6!!", "6d6r<4", "(1d4)d6", "4d6kh3!>3", "6d6u", "(1d3)x2d4",
            "2d6!p>2",
            "3dF!",
        ]
    )
    @TableActor
    func dependentDice(_ text: String) async throws {
        let flying = try begin(text)
        let evaluation = flying.draw.evaluation
        try #require(
            evaluation.draws.contains { !$0.after.isEmpty },
            "the seed brings dependent dice"
        )
        var animations = flying.frame(since: -1).dice.count
        #expect(animations == evaluation.draws.count { $0.after.isEmpty })
        var before: [Int: Bool] = [:]
        try await table.run(group) {
            let dice = flying.frame(since: -1).dice
            #expect(dice.map(\.die) == Array(1...dice.count))
            for die in dice
            where before[die.die] == false && die.animating || before[die.die] == nil {
                animations += 1
            }
            before = Dictionary(
                uniqueKeysWithValues: dice.map { ($0.die, $0.animating) }
            )
        }
        let result = try #require(flying.result?.told)
        #expect(result.outcome == .completed)
        #expect(result.dice.count == evaluation.dice.count)
        #expect(Set(result.dice.map(\.die)) == Set(1...evaluation.dice.count))
        let shown = Dictionary(
            uniqueKeysWithValues: flying.frame(since: -1).dice.map {
                ($0.die, $0.value)
            }
        )
        for die in result.dice {
            #expect(shown[die.die] == die.value)
        }
    }

    @Test(
        "a long chain of dice is shown within ten seconds: first links singly, the rest together",
        arguments: ["1d60r<60", "2d60!>1", "1d60!!>1", "20d20u", "3d60!>1kh2r<50"]
    )
    @TableActor
    func longChain(_ text: String) async throws {
        let flying = try begin(text)
        var links = 0
        var maximum = 0
        var before = Set<[Int]>()
        try await table.run(group) {
            let animating = flying.frame(since: -1).dice.filter(\.animating).map(\.die)
            maximum = max(maximum, animating.count)
            if before.insert(animating).inserted {
                links += 1
            }
        }
        #expect(table.clock.now.offset < .seconds(12), "\(links) steps")
        let result = try #require(flying.result?.told)
        #expect(result.dice.count == flying.draw.evaluation.dice.count)
        let shown = Dictionary(
            uniqueKeysWithValues: flying.frame(since: -1).dice.map {
                ($0.die, $0.value)
            }
        )
        for die in result.dice {
            #expect(shown[die.die] == die.value)
        }
    }

    @Test(
        "a table's pace divides the duration of a throw, secret ones too, and changes no face",
        arguments: [.everybody, .only(["gm"])] as [Recipients]
    )
    @TableActor
    func pace(recipients: Recipients) async throws {
        func thrown(_ pace: Double) async throws -> (
            end: Duration, result: ThrowResult?, isChain: Bool
        ) {
            let table = TestTable(sides: [6])
            let group = try #require(table.group)
            group.configure(try group.planConfiguration(SettingsChange(pace: pace)))
            let draw = try group.drawThrow(
                Expression(parsing: "6d6!"),
                text: "6d6!",
                by: "ann",
                for: recipients
            )
            let flying = group.begin(draw)
            let flight = try #require(
                flying.part(for: []).frame(since: -1, .plan).flight
            )
            #expect(
                flight.plan.allSatisfy {
                    (500...1_250).contains(($0.times.last ?? 0) * pace)
                }
            )
            // Dice that are caused by faces keep the pace of the first dice.
            if pace != 1 {
                group.configure(try group.planConfiguration(SettingsChange(pace: 1)))
            }
            try await table.run(group)
            return (
                table.clock.now.offset, flying.result?.shown(to: ["gm"]),
                draw.evaluation.draws.count > 6
            )
        }
        let usual = try await thrown(1)
        let fast = try await thrown(4)
        #expect(usual.isChain)
        #expect(usual.result == fast.result)
        #expect((fast.end * 4 - usual.end) / .microseconds(1) < 1)
        #expect((usual.end - fast.end * 4) / .microseconds(1) < 1)
    }

    @Test(
        "a cancelled throw settles everything as drawn, including dice not yet shown"
    )
    @TableActor
    func cancelling() async throws {
        let flying = try begin("9d6!")
        let evaluation = flying.draw.evaluation
        let count = flying.frame(since: -1).dice.count
        try #require(evaluation.dice.count > count)
        #expect(flying.stop(.disconnected) == Array(1...evaluation.dice.count))
        let result = try #require(flying.result?.told)
        #expect(result.outcome == .cancelled)
        #expect(result.reason == .disconnected)
        #expect(result.total == evaluation.total?.double)
        #expect(result.dice.count == evaluation.dice.count)
        #expect(flying.stop(.cancel) == [], "it is over")
        try await Task { await flying.settled() }.ended()
        #expect(flying.result?.told == result)
    }

    @Test("a throw without animation or without dice ends at once")
    @TableActor
    func withoutAnimation() throws {
        #expect(try begin("4d6kh3", animate: false).result?.told.outcome == .completed)
        #expect(try begin("2+3").result?.told.total == 5)
        #expect(group.throwCount == 2)
        #expect(group.throwsInFlight.isEmpty)
    }

    @Test("a throw that its faces make impossible fails when the dice have settled")
    @TableActor
    func failing() async throws {
        let flying = try begin("1/(1d2-1d2)")
        #expect(flying.result?.told == nil)
        try await table.run(group)
        let result = try #require(flying.result?.told)
        #expect(result.outcome == (result.total == nil ? .failed : .completed))
        let failed = try begin("1d2/(1d2*0)")
        try await table.run(group)
        #expect(failed.result?.told.outcome == .failed)
        #expect(failed.result?.told.message == "a division by zero")
        #expect(failed.result?.told.dice.count == 2)
        #expect(failed.result?.told.total == nil)
    }

    @Test("throws and a roll can be in flight at the same time")
    @TableActor
    func besideEachOther() async throws {
        let one = try begin("2d6")
        let roll = try table.begin(group)
        let other = try begin("2d20kh1")
        #expect(group.throwsInFlight.map(\.number) == [1, 2])
        one.stop(.cancel)
        #expect(roll.outcome == nil)
        #expect(other.result?.told == nil)
        try await table.run(group)
        #expect(roll.outcome == .completed)
        #expect(other.result?.told.outcome == .completed)
    }

    @Test("an unused table is freed in mid-throw")
    @TableActor
    func freed() async throws {
        weak var freed: DiceGroup?
        let table = TestTable()
        do {
            let group = try #require(table.group)
            freed = group
            _ = group.begin(
                try group.drawThrow(
                    Expression(parsing: "5d6!"),
                    text: "5d6!",
                    by: "ann"
                )
            )
            table.release()
        }
        #expect(freed == nil)
    }
}
