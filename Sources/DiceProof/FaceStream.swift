internal import Hashing

/// Faces that follow from a seed, from where they are drawn, and from what others have added.
///
/// Block n = 0, 1, … is HMAC-SHA256 (RFC 2104) with the seed as its key over `diced/1|TABLE|TURN|ROLL|ENTROPY|REVEALS|n`;
/// it gives eight words of 32 bits, the first byte the most significant. Words that would favour low faces are passed over.
public struct FaceStream {
    /// The seed is its key.
    private let keyed: HMACSHA256
    private let place: [UInt8]
    private var block = 0
    private var words: [UInt32] = []
    private var used = 0

    /// The faces of a roll.
    ///
    /// - Parameters:
    ///   - entropy: the roller's, in hex; may be empty.
    ///   - reveals: the contributors', in hex, in the order of their list.
    public init(_ seed: Seed, table: String, turn: Int, roll: Int, entropy: String, reveals: [String]) {
        self.init(seed, place: "\(table)|\(turn)|\(roll)", entropy, reveals)
    }

    /// The faces of a throw.
    public init(_ seed: Seed, table: String, throw number: Int, entropy: String, reveals: [String]) {
        self.init(seed, place: "\(table)|throw|\(number)", entropy, reveals)
    }

    private init(_ seed: Seed, place: String, _ entropy: String, _ reveals: [String]) {
        keyed = HMACSHA256(key: seed.bytes)
        var text: [UInt8] = []
        text.reserveCapacity(128)
        text.append(contentsOf: "diced/1|".utf8)
        text.append(contentsOf: place.utf8)
        text.append(UInt8(ascii: "|"))
        text.append(contentsOf: entropy.utf8)
        text.append(UInt8(ascii: "|"))
        for (index, reveal) in reveals.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(contentsOf: reveal.utf8)
        }
        text.append(UInt8(ascii: "|"))
        self.place = text
    }

    /// The next face of a die: 1 to `sides`, every one as likely.
    ///
    /// - Parameter sides: 1 to 1,000,000.
    public mutating func face(sides: Int) -> Int {
        Self.face(sides: sides) { nextWord() }
    }

    /// The next face, and the words that it took: the last one makes it, and those before were passed over.
    public mutating func explainedFace(sides: Int) -> (face: Int, words: [Word]) {
        var words: [Word] = []
        let face = Self.face(sides: sides) {
            let value = nextWord()
            words.append(Word(value: value, block: block - 1, place: used))
            return value
        }
        return (face, words)
    }

    public struct Word: Sendable, Hashable {
        public let value: UInt32
        /// From 0.
        public let block: Int
        /// 1 to 8 in its block.
        public let place: Int
    }

    /// What the HMAC of a block is made of.
    public func text(ofBlock block: Int) -> String {
        String(decoding: place, as: UTF8.self) + String(block)
    }

    /// Words from the last multiple of `sides` on are passed over: as many are left for each face as for any other.
    static func face(sides: Int, nextWord: () -> UInt32) -> Int {
        let sides = UInt64(sides)
        let limit = sides * ((1 << 32) / sides)
        while true {
            let word = UInt64(nextWord())
            if word < limit { return Int(word % sides) + 1 }
        }
    }

    private mutating func nextWord() -> UInt32 {
        if used == words.count {
            words = Self.words(keyed.code(of: place + Array(String(block).utf8)))
            block += 1
            used = 0
        }
        used += 1
        return words[used - 1]
    }

    private static func words(_ code: [UInt8]) -> [UInt32] {
        var words: [UInt32] = []
        words.reserveCapacity(8)
        var (word, count) = (UInt32(0), 0)
        for byte in code {
            word = word << 8 | UInt32(byte)
            count += 1
            if count.isMultiple(of: 4) { words.append(word) }
        }
        return words
    }
}
