import DiceTestSupport
import ProgramTestSupport
import Referee
import Testing

/// The referee objects to the violation of each rule, in transcripts that are correct except for
/// one change.
@Suite("The referee notices errors")
struct BreakTests {
    /// The first objection to each broken rule, by the rule's description; empty if there is none.
    /// The transcripts contain every situation that can be reported wrongly.
    private static let objections = Task {
        var objections: [String: String] = [:]
        for number in [
            40, 52, 16, RandomPlayTests.houseRules, 29, 37, 23, 14, 20, 30,
        ] {
            let (play, stage) = try await RandomPlayTests.record(
                RandomCase(number),
                steps: 60
            )
            try await watch(stage.steps, known: play.known, adding: &objections)
        }
        for script in ScriptedPlay.all {
            let (known, steps) = try await script.record()
            try await watch(steps, known: known, adding: &objections)
        }
        return objections
    }

    private static func watch(
        _ steps: [Referee.Step],
        known: Referee.Known,
        adding objections: inout [String: String]
    ) async throws {
        var referee = Referee(known)
        for step in steps {
            for rule in Break.all where objections[rule.description] == nil {
                var broken = step
                var other = referee
                guard rule.alter(&broken, referee) else { continue }
                objections[rule.description] = ""
                do {
                    try other.watch(broken)
                } catch {
                    objections[rule.description] = "\(error)"
                }
            }
            try referee.watch(step)
            await Task.yield()
        }
    }

    @Test("the referee detects a broken rule", arguments: Break.all)
    func isSeen(_ rule: Break) async throws {
        let objection = try #require(
            try await Self.objections.value[rule.description],
            "there is nothing to break in the transcripts"
        )
        #expect(objection.contains(rule.says), "\(objection)")
    }
}
