import ArgumentParser
import DiceModel
import DiceTable
import Testing

@testable import diced

@Suite("Where the daemon's faces come from")
struct RandomnessTests {
    @Test("faces come from the kernel's generator", arguments: [[], ["--slow", "7"]])
    func secure(_ arguments: [String]) throws {
        let randomness = try Diced.parse(arguments).randomness
        let generator = Mirror(reflecting: randomness).descendant("faces", "generator")
        #expect(generator is SystemRandomNumberGenerator)
    }

    @Test("faces of a seeded daemon come from the seed, and what passes by from another")
    func seeded() throws {
        let randomness = Mirror(reflecting: try Diced.parse(["--seed", "7"]).randomness)
        var faces = try #require(randomness.descendant("faces", "generator") as? SeededGenerator)
        var animation = try #require(randomness.descendant("animation", "generator") as? SeededGenerator)
        var seven = SeededGenerator(seed: 7)
        let first = seven.next()
        #expect(faces.next() == first)
        #expect(animation.next() != first)
    }

    @Test("--slow reaches the dice", arguments: [([], 1), (["--slow", "7"], 7), (["--seed", "1", "--slow", "9"], 9)])
    func slowness(_ arguments: [String], _ times: Int) throws {
        let randomness = Mirror(reflecting: try Diced.parse(arguments).randomness)
        #expect(randomness.descendant("slowness") as? Int == times)
    }
}
