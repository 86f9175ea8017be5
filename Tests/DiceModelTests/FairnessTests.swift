import DiceModel
import DiceTestSupport
import Testing

@Suite("Fairness")
@TableActor
struct FairnessTests {
    /// Counts of each face over many rolls of 1,000 dice.
    private func counts(sides: Int, rolls: Int, randomness: DiceRandomness) throws -> [Int] {
        let group = DiceGroup(
            StoredTable(new: .default, sides: Array(repeating: sides, count: 1_000)), clock: TestClock(),
            randomness: randomness)
        var counts = Array(repeating: 0, count: sides)
        for _ in 0..<rolls {
            let draw = try group.drawRoll(animate: false, by: "test", at: Timestamp(millisecondsSinceEpoch: 0))
            for value in draw.record.values { counts[value - 1] += 1 }
        }
        return counts
    }

    private func chiSquare(_ counts: [Int]) -> Double {
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    }

    @Test("600,000 faces of the secure generator pass a chi-square test")
    func secureFacesAreFair() throws {
        let randomness = DiceRandomness(faces: SystemRandomNumberGenerator(), animation: SeededGenerator(seed: 1))
        let counts = try counts(sides: 6, rolls: 600, randomness: randomness)
        #expect(counts.reduce(0, +) == 600_000)
        // The 1 − 10⁻⁹ quantile of chi-square with 5 degrees of freedom: a fair die fails once in 10⁹ runs.
        #expect(chiSquare(counts) < 50.83)
    }

    @Test("a bias of one face in a hundred would be seen")
    func biasIsSeen() {
        var counts = Array(repeating: 100_000, count: 6)
        counts[0] += 5_000
        counts[5] -= 5_000
        #expect(chiSquare(counts) > 50.83)
    }

    @Test("sizes that do not divide a power of two are not biased towards their low faces")
    func noModuloBias() throws {
        // Numbers of 8 bits only, taken modulo 200, would make faces 1 to 56 twice as likely as the others.
        let randomness = DiceRandomness(faces: SystemRandomNumberGenerator(), animation: SeededGenerator(seed: 1))
        let counts = try counts(sides: 200, rolls: 100, randomness: randomness)
        // The 1 − 10⁻⁹ quantile with 199 degrees of freedom (Wilson–Hilferty).
        #expect(chiSquare(counts) < 338)
    }

    @Test("the same seed gives the same faces, whatever the animation draws in between")
    func seededFacesAreRepeatable() async throws {
        func faces(animate: Bool) async throws -> [Int] {
            let table = TestTable(seed: 42)
            let group = try #require(table.group)
            var faces: [Int] = []
            for _ in 1...3 {
                let roll = try table.begin(group, animate: animate)
                await table.run(group)
                await roll.settled()
                faces += group.dice.map(\.value)
            }
            return faces
        }
        let (animated, immediate) = (try await faces(animate: true), try await faces(animate: false))
        #expect(animated == immediate)
        #expect(Set(animated).count > 1)
    }
}
