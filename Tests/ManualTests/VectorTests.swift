import DiceModel
import DiceProof
import ProgramTestSupport
import Testing

/// The test vectors printed in dice-protocol(7).
struct VectorTests {
    struct Vector {
        var seed: String
        var place: [String]
        var entropy: String
        var reveals: [String]
        var sides: [Int]
        var faces: [Int]

        init(_ text: String) throws {
            var fields: [String: String] = [:]
            for line in text.split(separator: "\n") {
                let words = line.split(separator: " ").map(String.init)
                fields[words[0]] = words.count > 1 ? words[1] : ""
            }
            func list(_ name: String) throws -> [String] {
                try #require(fields[name], "\(text)").split(separator: ",").map(
                    String.init
                )
            }
            seed = try #require(fields["seed"])
            place = try #require(fields["place"]).split(separator: "|").map(String.init)
            entropy = try #require(fields["entropy"])
            reveals = try list("reveals")
            sides = try list("sides").compactMap(Int.init)
            faces = try list("faces").compactMap(Int.init)
        }
    }

    private let vectors: [Vector]

    init() throws {
        let text = try #require(
            try ManualPage("dice-protocol.7").part("Vectors").displays.first
        )
        vectors = try text.replacing("\n\n", with: "\u{0}").split(separator: "\u{0}")
            .map {
                try Vector(String($0))
            }
    }

    @Test("there are twenty vectors of rolls and throws") func thereAreTwentyOfRollsAndOfThrows() {
        #expect(vectors.count == 20)
        #expect(vectors.count { $0.place[1] == "throw" } == 7)
        #expect(
            vectors.allSatisfy { $0.sides.count == $0.faces.count && !$0.faces.isEmpty }
        )
        #expect(vectors.contains { $0.sides.count > 16 })
        #expect(vectors.contains { $0.reveals.count == 2 })
    }

    @Test("the program reproduces the vectors") func ofTheProgram() throws {
        for vector in vectors {
            let seed = try #require(Seed(hex: vector.seed))
            let number = try #require(Int(vector.place[2]))
            var faces =
                if let turn = Int(vector.place[1]) {
                    FaceStream(
                        seed,
                        table: vector.place[0],
                        turn: turn,
                        roll: number,
                        chance: RollChance(
                            entropy: vector.entropy,
                            reveals: vector.reveals
                        )
                    )
                } else {
                    FaceStream(
                        seed,
                        table: vector.place[0],
                        throw: number,
                        chance: RollChance(
                            entropy: vector.entropy,
                            reveals: vector.reveals
                        )
                    )
                }
            #expect(
                vector.sides.map { faces.face(sides: $0) } == vector.faces,
                "\(vector)"
            )
        }
    }

    @Test("the printed verifier reproduces the vectors", .needs(.python3))
    func ofThePrintedVerifier() async throws {
        let calls = vectors.map { vector in
            let place = vector.place.joined(separator: "|")
            return
                "faces(\"\(vector.seed)\", \"\(place)\", [\"\(vector.entropy)\", \(vector.reveals)], \(vector.sides))"
        }
        #expect(
            try await PrintedVerifier().evaluate(calls) == vectors.map { "\($0.faces)" }
        )
    }
}
