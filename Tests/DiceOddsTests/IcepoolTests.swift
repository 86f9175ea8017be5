import DiceNotation
import DiceOdds
import Foundation
import ProgramTestSupport
import Testing

/// The odds equal those of icepool, a Python package, wherever both give an answer.
@Suite struct IcepoolTests {
    /// Our notation, icepool's, and the total below which icepool's odds are exact.
    private static let pairs: [(String, String, below: Double)] = [
        ("3d6", "3@d(6)", .infinity),
        ("100d6", "100@d(6)", .infinity),
        ("2d6+3", "2@d(6)+3", .infinity),
        ("2d6-1d4", "2@d(6)-d(4)", .infinity),
        ("4dF", "4@Die([-1,0,1])", .infinity),
        ("4d6kh3", "d(6).highest(4,3)", .infinity),
        ("4d6kh3+2", "d(6).highest(4,3)+2", .infinity),
        ("20d6kh10", "d(6).highest(20,10)", .infinity),
        ("10d10kl3", "d(10).lowest(10,3)", .infinity),
        ("10d10kh3", "d(10).highest(10,3)", .infinity),
        ("4d6r1kh3+2d8", "d(6).reroll([1],depth='inf').highest(4,3)+2@d(8)", .infinity),
        ("8d6!", "8@d(6).explode(depth=16)", 100),
        ("2d20kh1", "d(20).highest(2)", .infinity),
        ("d20dis", "d(20).lowest(2)", .infinity),
        ("5d6dl1dh1", "d(6).pool(5)[1:4].sum()", .infinity),
        ("9d12dh2dl4", "d(12).pool(9)[4:7].sum()", .infinity),
        ("30d8dh3kl20", "d(8).pool(30)[0:20].sum()", .infinity),
        ("3d6r1", "3@d(6).reroll([1],depth='inf')", .infinity),
        ("4d6r<3kh3", "d(6).reroll([1,2],depth='inf').highest(4,3)", .infinity),
        ("2d6ro1", "2@d(6).reroll([1],depth=1)", .infinity),
        ("5d6ro<3kh2", "d(6).reroll([1,2],depth=1).highest(5,2)", .infinity),
        ("4d6min2", "4@d(6).map(lambda x: max(x,2))", .infinity),
        ("6d8max6kh4", "d(8).map(lambda x: min(x,6)).highest(6,4)", .infinity),
        ("5d6>=5", "5@(d(6)>=5)", .infinity),
        ("50d10>=8f1", "50@d(10).map(lambda x: (x>=8)-(x==1))", .infinity),
        ("8d6kh4>=5", "d(6).map(lambda x: int(x>=5)).highest(8,4)", .infinity),
        ("d6!", "d(6).explode(depth=30)", 60),
        ("3d6!", "3@d(6).explode(depth=20)", 80),
        ("10d10!>=8", "10@d(10).explode([8,9,10],depth=24)", 180),
        ("4d6!!kh3", "d(6).explode(depth=20).highest(4,3)", 80),
        ("{2d6, d8}kh1", "icepool.highest(2@d(6),d(8))", .infinity),
        ("{3d6, 2d10, d20}kl1", "icepool.lowest(3@d(6),2@d(10),d(20))", .infinity),
        (
            "{4d6kh3,4d6kh3,4d6kh3,4d6kh3}kh2", "d(6).highest(4,3).highest(4,2)",
            .infinity
        ),
        ("6x4d6kh3", "6@d(6).highest(4,3)", .infinity),
        ("(d4)d6", "d(4)@d(6)", .infinity),
        ("(2d6)d10", "(2@d(6))@d(10)", .infinity),
        ("floor(3d6/2)", "3@d(6)//2", .infinity),
        ("abs(d6-d8)", "abs(d(6)-d(8))", .infinity),
        ("d6*2d6", "d(6)*(2@d(6))", .infinity),
        ("(d20+7)%d6", "(d(20)+7)%d(6)", .infinity),
        ("max(2d6,d12)", "icepool.highest(2@d(6),d(12))", .infinity),
    ]

    private struct Answer: Decodable {
        var name: String
        var odds: [String: String]
    }

    @Test("odds match those of icepool") func sameFractions() async throws {
        let test = URL(filePath: #filePath).deletingLastPathComponent()
        let build = test.appending(path: "../../.build").standardizedFileURL.path()
        let temporary = try TemporaryFolder()
        // Cached for the next run if the folder is writable.
        let folder =
            FileManager.default.isWritableFile(atPath: build)
            ? build + "/peers" : temporary.path
        let lines = Self.pairs.map { "\($0.0)\t\($0.1)" }.joined(separator: "\n")
        guard let python = Tool.python3.path else { try Test.cancel("needs python3") }
        let script = test.appending(path: "Icepool/odds.py").path()
        let (status, output) = try await Spawned.run(python, [script, folder, lines])
        try #require(status == 0, "\(output)")
        if output.hasPrefix("skipped: ") {
            try Test.cancel("\(output)")
        }
        let answers = try output.split(separator: "\n").map {
            try JSONDecoder().decode(Answer.self, from: Data($0.utf8))
        }
        try #require(answers.map(\.name) == Self.pairs.map(\.0))
        for (answer, pair) in zip(answers, Self.pairs) {
            func exact(_ odds: [String: String]) -> [String: String] {
                odds.filter { Double($0.key).map { $0 < pair.below } ?? true }
            }
            #expect(
                exact(try odds(pair.0).fractions) == exact(answer.odds),
                "\(pair.0)"
            )
        }
    }
}
