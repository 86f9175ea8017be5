import DiceModel
import Testing

@testable import DiceProof

@Suite("Faces from a seed")
struct FaceStreamTests {
    private func stream(_ number: Int, roll: Int = 1) throws -> FaceStream {
        let digits = String(number, radix: 16)
        let seed = try #require(
            Seed(hex: String(repeating: "0", count: 64 - digits.count) + digits)
        )
        return FaceStream(seed, table: "default", turn: 1, roll: roll)
    }

    private func chiSquare(_ counts: [Int]) -> Double {
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        return counts.reduce(0) {
            $0 + (Double($1) - expected) * (Double($1) - expected) / expected
        }
    }

    /// Returns the counts of 600,000 faces: a thousand streams of 600.
    private func counts(sides: Int, face: (inout FaceStream) -> Int) throws -> [Int] {
        var counts = Array(repeating: 0, count: sides)
        for number in 1...1_000 {
            var faces = try stream(number)
            for _ in 1...600 {
                counts[face(&faces) - 1] += 1
            }
        }
        return counts
    }

    /// The 1 − 10⁻⁹ quantiles of chi-square with one degree of freedom less than the number of
    /// sides.
    @Test(
        "600,000 faces pass a chi-square test",
        .serialized,
        arguments: [(2, 37.33), (6, 50.83), (7, 53.21), (20, 78.97), (1_000, 1_286.6)]
    )
    func fair(_ sides: Int, _ limit: Double) throws {
        let counts = try counts(sides: sides) { $0.face(sides: sides) }
        #expect(counts.reduce(0, +) == 600_000)
        #expect(chiSquare(counts) < limit)
    }

    @Test("a stream with a bias of 1% on one face fails the chi-square test")
    func biasIsSeen() throws {
        var drawn = 0
        let counts = try counts(sides: 6) { faces in
            drawn += 1
            let face = faces.face(sides: 6)
            return drawn.isMultiple(of: 100) ? 1 : face
        }
        #expect(chiSquare(counts) > 50.83)
    }

    /// 641 sides have the largest remainder among the dice of tables. With 65,537 sides, the
    /// remainder is nearly a whole round.
    @Test(
        "each face is given by the same number of words",
        arguments: [2, 3, 6, 7, 20, 641, 999, 1_000, 65_537, 999_983]
    )
    func noModuloBias(_ sides: Int) {
        let limit = (1 << 32) / sides * sides
        func face(of first: Int) -> Int {
            var words = [UInt32(first), 4]
            return FaceStream.face(sides: sides) { words.removeFirst() }
        }
        #expect(face(of: 0) == 1)
        #expect(face(of: sides - 1) == sides)
        #expect(face(of: limit - 1) == sides)
        for passed in [limit, (1 << 32) - 1] where passed < 1 << 32 && passed >= limit {
            #expect(face(of: passed) == 4 % sides + 1)
        }
    }

    /// Computed with Python's hmac: words of blocks 0 and 1 over `diced/1|default|1|1|||0` and
    /// `…|||1`, key 00…01.
    @Test("the words are those of HMAC-SHA256, block by block")
    func words() throws {
        var faces = try stream(1)
        #expect(
            (1...10).map { _ in faces.face(sides: 1_000) } == [
                441, 987, 943, 203, 251, 996, 579, 768, 667, 636,
            ]
        )
    }

    @Test("turn, roll, table, entropy, reveals and seed each change the faces")
    func places() throws {
        let one = String(repeating: "0a", count: 16)
        let other = String(repeating: "0b", count: 16)
        let seed = try #require(Seed(hex: String(repeating: "01", count: 32)))
        let second = try #require(Seed(hex: String(repeating: "02", count: 32)))
        var streams = [
            FaceStream(seed, table: "a", turn: 1, roll: 1),
            FaceStream(second, table: "a", turn: 1, roll: 1),
            FaceStream(seed, table: "b", turn: 1, roll: 1),
            FaceStream(seed, table: "a", turn: 2, roll: 1),
            FaceStream(seed, table: "a", turn: 1, roll: 2),
            FaceStream(seed, table: "a", throw: 1),
            FaceStream(
                seed,
                table: "a",
                turn: 1,
                roll: 1,
                chance: RollChance(entropy: one, reveals: [])
            ),
            FaceStream(
                seed,
                table: "a",
                turn: 1,
                roll: 1,
                chance: RollChance(entropy: "", reveals: [one])
            ),
            FaceStream(
                seed,
                table: "a",
                turn: 1,
                roll: 1,
                chance: RollChance(entropy: "", reveals: [one, other])
            ),
            FaceStream(
                seed,
                table: "a",
                turn: 1,
                roll: 1,
                chance: RollChance(entropy: "", reveals: [other, one])
            ),
        ]
        let faces = streams.indices.map { index in
            (1...20).map { _ in streams[index].face(sides: 1_000) }
        }
        #expect(Set(faces).count == streams.count)
    }

    @Test("a printed seed does not reveal its value")
    func silent() throws {
        let seed = try #require(Seed(hex: String(repeating: "ab", count: 32)))
        #expect(
            "\(seed) \(String(reflecting: seed)) \(CommittedSeed(seed))".contains(
                "abab"
            ) == false
        )
        #expect(
            seed.commitment
                == "9a2db2e23f1504cd056606553ac049c5e718e8f9ce9233876df1a7a1821af885"
        )
    }

    @Test("a seed or an entropy is valid only in its exact form")
    func forms() {
        #expect(Seed(hex: String(repeating: "AB", count: 32)) == nil)
        #expect(Seed(hex: String(repeating: "ab", count: 31)) == nil)
        #expect(Seed(hex: String(repeating: "ab", count: 31) + "a ") == nil)
        #expect(Entropy.isEntropy("") == false)
        #expect(
            Entropy.commitment(String(repeating: "00", count: 16))
                == "374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb"
        )
    }

    @Test(
        "a derived seed depends on exactly number, table and turn"
    )
    func derived() {
        let source = SeedSource.derived(from: 7)
        let seeds = [
            source.seed(table: "a", turn: 1), source.seed(table: "a", turn: 2),
            source.seed(table: "b", turn: 1),
            source.seed(table: "a", throw: 1),
            SeedSource.derived(from: 8).seed(table: "a", turn: 1),
        ]
        #expect(Set(seeds).count == seeds.count)
        #expect(source.seed(table: "a", turn: 1) == seeds[0] && seeds[0].isDerived)
        #expect(
            SeedSource.kernel.seed(table: "a", turn: 1)
                != SeedSource.kernel.seed(table: "a", turn: 1)
        )
    }
}
