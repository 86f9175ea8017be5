/// The secret from which the faces of a turn, or of a throw, follow. What it prints of itself does not tell it.
public struct Seed: Sendable, Hashable {
    /// Bytes of a seed.
    public static let size = 32

    let bytes: [UInt8]

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// From the kernel's generator, which nobody can foretell.
    public static func random() -> Seed { Seed(bytes: randomBytes(size)) }

    /// nil unless `hex` is 64 lower-case digits.
    public init?(hex: String) {
        guard let bytes = Hex.bytes(hex, count: Self.size) else { return nil }
        self.bytes = bytes
    }

    /// No secret: whoever knows `text` knows the seed.
    init(derivedFrom text: String) { bytes = Digest.bytes(of: Array(text.utf8)) }

    /// To be shown when nothing is drawn from the seed any more.
    public var hex: String { Hex.text(bytes) }

    /// Its SHA-256 in hex: shown before anything is drawn, it tells nothing of the seed and leaves no other one.
    public var commitment: String { Digest.text(of: bytes) }
}

extension Seed: CustomStringConvertible, CustomReflectable {
    public var description: String { "a seed" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// From the kernel's generator.
func randomBytes(_ count: Int) -> [UInt8] {
    var (generator, bytes) = (SystemRandomNumberGenerator(), [UInt8]())
    bytes.reserveCapacity(count)
    while true {
        let word = generator.next()
        for shift in stride(from: 0, to: UInt64.bitWidth, by: 8) {
            if bytes.count == count { return bytes }
            bytes.append(UInt8(truncatingIfNeeded: word >> shift))
        }
    }
}
