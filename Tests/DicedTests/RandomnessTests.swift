import ArgumentParser
import DiceModel
import DiceProof
import DiceTable
import Testing

@testable import diced

@Suite("The source of faces")
struct RandomnessTests {
    @Test("seeds are from the kernel's generator", arguments: [[], ["--slow", "7"]])
    func secure(_ arguments: [String]) throws {
        #expect(try Diced.parse(arguments).randomness.seeds == .kernel)
    }

    @Test(
        "seeds of a seeded daemon follow from its number, and passing values from another"
    )
    func seeded() throws {
        let randomness = try Diced.parse(["--seed", "7"]).randomness
        #expect(randomness.seeds == .derived(from: 7))
        var animation = try #require(
            Mirror(reflecting: randomness).descendant("animation", "generator")
                as? SeededGenerator
        )
        var seven = SeededGenerator(seed: 7)
        #expect(animation.next() != seven.next())
    }

    @Test(
        "`--slow` reaches the dice",
        arguments: [
            ([], 1), (["--slow", "7"], 7), (["--seed", "1", "--slow", "0.25"], 0.25),
        ]
            as [([String], Double)]
    )
    func slowness(_ arguments: [String], _ times: Double) throws {
        let randomness = Mirror(reflecting: try Diced.parse(arguments).randomness)
        #expect(randomness.descendant("slowness") as? Double == times)
    }
}
