import DiceTestSupport
import ProgramTestSupport
import Referee
import Testing

/// The referee objects to each rule that is broken, in transcripts that are honest but for one thing.
@Suite("A referee who is not asleep")
struct BreakTests {
    /// Honest transcripts, in which everything happens that can be told wrongly.
    private static let recorded = Task {
        var transcripts: [(known: Referee.Known, steps: [Referee.Step])] = []
        for number in [2, 3, 5, 8, 10, 13, 14, 16, 17] {
            let (play, stage) = try await RandomPlayTests.record(RandomCase(number), steps: 90)
            transcripts.append((play.known, await stage.steps))
        }
        for script in ScriptedPlay.all { transcripts.append(try await script.record()) }
        return transcripts
    }

    @Test("a broken rule is seen", arguments: Break.all)
    func isSeen(_ rule: Break) async throws {
        for (known, steps) in try await Self.recorded.value {
            var referee = Referee(known)
            for step in steps {
                var broken = step
                if rule.alter(&broken, referee) {
                    let objection = #expect(throws: Objection.self) { try referee.watch(broken) }
                    #expect(objection?.description.contains(rule.says) == true, "\(objection?.description ?? "")")
                    return
                }
                try referee.watch(step)
            }
        }
        Issue.record("there is nothing to break in the transcripts")
    }
}
