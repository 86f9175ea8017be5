import DiceModel
import DiceTable
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

    @Test("a generator that is loaded by one draw in a hundred does not pass")
    func biasIsSeen() throws {
        let randomness = DiceRandomness(faces: LoadedGenerator(), animation: SeededGenerator(seed: 1))
        #expect(chiSquare(try counts(sides: 6, rolls: 600, randomness: randomness)) > 50.83)
    }

    /// Of the 2⁶⁴ words a generator can give, the faces have intervals that differ by one word where 2⁶⁴ is no multiple of
    /// the sides. The first word of each longer one is passed over, so that every face has as many as any other (Lemire,
    /// "Fast Random Integer Generation in an Interval", 2019).
    @Test("as many words stand for each face as for any other", arguments: [2, 3, 6, 7, 8, 10, 20, 100, 999, 1_000])
    func noModuloBias(sides: Int) throws {
        let (words, sides128) = (UInt128(1) << 64, UInt128(sides))
        func start(_ face: Int) -> UInt128 { (UInt128(face - 1) * words + sides128 - 1) / sides128 }
        func face(drawnFrom word: UInt128, else another: Int) throws -> Int {
            let next = UInt64(start(another) + words / sides128 / 2)
            let group = DiceGroup(
                StoredTable(new: .default, sides: [sides]), clock: TestClock(),
                randomness: DiceRandomness(
                    faces: ScriptedGenerator(words: [UInt64(word), next]), animation: SeededGenerator(seed: 1)))
            return try group.drawRoll(by: "test", at: Timestamp(millisecondsSinceEpoch: 0)).record.values[0]
        }
        for expected in 1...sides {
            let another = expected % sides + 1
            let (first, last) = (start(expected), start(expected + 1) - 1)
            let isLonger = last - first + 1 > words / sides128
            #expect(try face(drawnFrom: first, else: another) == (isLonger ? another : expected))
            #expect(try face(drawnFrom: first + 1, else: another) == expected)
            #expect(try face(drawnFrom: last, else: another) == expected)
        }
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

/// Gives, once in a hundred draws, a word that stands for a die's first face.
private struct LoadedGenerator: RandomNumberGenerator, Sendable {
    private var fair = SeededGenerator(seed: 1)
    private var draws = 0

    mutating func next() -> UInt64 {
        draws += 1
        return draws.isMultiple(of: 100) ? 1 << 56 : fair.next()
    }
}

/// Gives the words of its script, and the last of them for ever.
private struct ScriptedGenerator: RandomNumberGenerator, Sendable {
    var words: [UInt64]

    mutating func next() -> UInt64 { words.count > 1 ? words.removeFirst() : words[0] }
}
