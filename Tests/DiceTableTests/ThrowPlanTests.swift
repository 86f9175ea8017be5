import DiceModel
import DiceNotation
import DiceTestSupport
import Testing

@testable import DiceTable

@Suite("Plans of throws")
@TableActor
struct ThrowPlanTests {
    private static let recipients = Recipients.only(["gm"])

    private func draw(_ text: String, at group: DiceGroup) throws -> ThrowDraw {
        try group.drawThrow(
            Expression(parsing: text),
            text: text,
            by: "gm",
            for: Self.recipients
        )
    }

    @Test(
        "a secret throw's plan for strangers is the same for any faces",
        arguments: ["3d6!+(1d4)d8!", "2x3d{hit,hit-1,3}r<0+2dF!"]
    )
    func forStrangers(_ text: String) throws {
        var plans: Set<ThrowPlan> = []
        var unseen: Set<ThrowPlan> = []
        for seed in UInt64(1)...6 {
            let group = try #require(TestTable(seed: seed).group)
            let draw = try draw(text, at: group)
            let plan = draw.plan(for: Self.recipients)
            let known = plan.schedule.first.map { plan.numbers?[plan.draws[$0].die] }
            #expect(known == Array(1...known.count), "the known dice come first")
            plans.insert(plan)
            unseen.insert(draw.plan(for: .without(["gm"])))
        }
        #expect(plans.count == 6)
        #expect(unseen.count == 1)
    }

    @Test(
        "a secret throw ends for all at once, first for its viewers, by the dice that strangers know",
        arguments: [[], ["gm"]]
    )
    func stopping(_ viewers: [String]) throws {
        let table = TestTable()
        let group = try #require(table.group)
        let flying = group.begin(try draw("9d6!", at: group))
        #expect(flying.part(for: viewers).stop(.cancel) == Array(1...9))
        let ended = table.log.compactMap { told -> Recipients? in
            if case .thrown(let part) = told { part.recipients } else { nil }
        }
        #expect(ended == Self.recipients.parts.reversed())
        #expect(flying.stop(.cancel) == [])
    }
}
