/// Chance that somebody else than the daemon adds to faces: 16 bytes in hex, or nothing.
public enum Entropy {
    /// Bytes of it.
    public static let size = 16
    public static let none = ""

    /// Fresh bytes of the kernel's generator, in hex.
    public static func fresh() -> String { Hex.text(randomBytes(size)) }

    /// Whether `text` is 32 lower-case hexadecimal digits.
    public static func isEntropy(_ text: String) -> Bool { Hex.isHex(text, count: size) }

    /// What is told of a contribution before it is revealed: the SHA-256 of its bytes, in hex. nil where `text` is none.
    public static func commitment(_ text: String) -> String? {
        Hex.bytes(text, count: size).map { Digest.text(of: $0) }
    }
}
