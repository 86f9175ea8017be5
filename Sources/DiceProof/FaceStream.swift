public import DiceModel
import Hashing

/// The faces that follow from a seed, from the roll or throw for which they are drawn, and from the
/// entropy of contributors.
///
/// Block n = 0, 1, … is HMAC-SHA256 (RFC 2104) with the seed as its key over
/// `diced/1|TABLE|TURN|ROLL|ENTROPY|REVEALS|n`. It yields eight 32-bit words, big-endian. Words
/// that would favor low faces are skipped.
public struct FaceStream {
    private let keyed: HMACSHA256
    private let prefix: [UInt8]
    private var block = 0
    /// The bytes of the last block, and the number of those bytes already used.
    private var code: [UInt8] = []
    private var used = 0

    /// Creates the faces of a roll.
    public init(
        _ seed: Seed,
        table: String,
        turn: Int,
        roll: Int,
        chance: RollChance = RollChance()
    ) {
        self.init(seed, place: "\(table)|\(turn)|\(roll)", chance)
    }

    /// Creates the faces of a throw.
    public init(
        _ seed: Seed,
        table: String,
        throw number: Int,
        chance: RollChance = RollChance()
    ) {
        self.init(seed, place: "\(table)|throw|\(number)", chance)
    }

    private init(_ seed: Seed, place: String, _ chance: RollChance) {
        let reveals = (chance.reveals ?? []).joined(separator: ",")
        self.prefix = Array(
            "diced/1|\(place)|\(chance.entropy ?? Entropy.none)|\(reveals)|".utf8
        )
        keyed = HMACSHA256(key: seed.bytes).begun(with: self.prefix)
    }

    /// Returns the next face of a die, uniform in 1 to `sides`.
    /// - Parameter sides: 1 to 1,000,000.
    public mutating func face(sides: Int) -> Int {
        Self.face(sides: sides) { nextWord() }
    }

    /// Returns the next face and the words that it consumed. The last word determines the face; the
    /// words before it were skipped.
    public mutating func explainedFace(sides: Int) -> (face: Int, words: [Word]) {
        var words: [Word] = []
        let face = Self.face(sides: sides) {
            let value = nextWord()
            words.append(Word(value: value, block: block - 1, position: used / 4))
            return value
        }
        return (face, words)
    }

    public struct Word: Sendable, Hashable {
        public let value: UInt32
        /// The number of the block, from 0.
        public let block: Int
        /// The position in the block, 1 to 8.
        public let position: Int
    }

    /// Returns the text that the HMAC of a block covers.
    public func text(ofBlock block: Int) -> String {
        String(decoding: prefix, as: UTF8.self) + String(block)
    }

    /// Skips words at or above the largest multiple of `sides`, so that every face gets the same
    /// number of words.
    static func face(sides: Int, nextWord: () -> UInt32) -> Int {
        let sides = UInt64(sides)
        let limit = sides * ((1 << 32) / sides)
        while true {
            let word = UInt64(nextWord())
            if word < limit {
                return Int(word % sides) + 1
            }
        }
    }

    private mutating func nextWord() -> UInt32 {
        if used == code.count {
            code = keyed.code(of: Array(String(block).utf8))
            block = block + 1
            used = 0
        }
        used += 4
        return (used - 4..<used).reduce(0) { $0 << 8 | UInt32(code[$1]) }
    }
}
