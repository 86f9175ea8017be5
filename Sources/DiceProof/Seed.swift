/// The secret from which the faces of a turn, or of a throw, follow. The description of a `Seed`
/// does not show the secret.
public struct Seed: Sendable, Hashable {
    /// The number of bytes in a seed.
    public static let size = 32

    let bytes: [UInt8]

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns an unpredictable seed from the kernel's generator.
    public static func random() -> Seed {
        Seed(bytes: randomBytes(size))
    }

    /// Returns `nil` unless `hex` is 64 lower-case digits.
    public init?(hex: String) {
        guard let bytes = Hex.bytes(hex, count: Self.size) else { return nil }
        self.bytes = bytes
    }

    /// Derives a seed that is not secret: anyone who knows `text` knows the seed.
    init(derivedFrom text: String) {
        bytes = Digest.bytes(of: Array(text.utf8))
    }

    /// The seed in hex. Show it only after the last face has been drawn from the seed.
    public var hex: String { Hex.text(bytes) }

    /// The SHA-256 of the seed in hex. The commitment is shown before anything is drawn. It does
    /// not reveal the seed, and no other seed matches the commitment.
    public var commitment: String { Digest.text(of: bytes) }
}

extension Seed: CustomStringConvertible, CustomReflectable {
    public var description: String { "a seed" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes = [UInt8]()
    bytes.reserveCapacity(count)
    while bytes.count < count {
        let word = generator.next()
        for shift in stride(from: 0, to: UInt64.bitWidth, by: 8)
        where bytes.count < count {
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }
    return bytes
}

/// A seed and the commitment that was published beforehand.
public struct CommittedSeed: Sendable, Hashable {
    public let commitment: String
    /// The seed, or `nil` if it is lost, because a backup omits it.
    public let seed: Seed?
    /// True if the seed is derived from the number of `diced --seed`, so that anyone can predict
    /// it.
    public let isDerived: Bool

    public init(_ seed: Seed, isDerived: Bool = false) {
        self.init(commitment: seed.commitment, seed: seed, isDerived: isDerived)
    }

    public init(commitment: String, seed: Seed?, isDerived: Bool) {
        self.commitment = commitment
        self.seed = seed
        self.isDerived = isDerived
    }
}

/// The source of seeds for turns and throws.
public enum SeedSource: Sendable, Hashable {
    case kernel
    /// Derived from this number: repeatable, and not secret.
    case derived(from: UInt64)

    public func seed(table: String, turn: Int) -> CommittedSeed {
        seed("\(table)|\(turn)")
    }
    public func seed(table: String, throw number: Int) -> CommittedSeed {
        seed("\(table)|throw|\(number)")
    }

    private func seed(_ use: String) -> CommittedSeed {
        switch self {
        case .kernel: CommittedSeed(.random())
        case .derived(let number):
            CommittedSeed(
                Seed(derivedFrom: "diced/1|\(number)|\(use)"),
                isDerived: true
            )
        }
    }
}
