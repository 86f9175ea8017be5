internal import Hashing

/// SHA-256 (FIPS 180-4) in lower-case hexadecimal digits.
public enum Digest {
    /// How many digits a digest has.
    public static let length = 64

    static func bytes(of bytes: [UInt8]) -> [UInt8] { SHA256.hash(bytes) }

    public static func text(of bytes: [UInt8]) -> String { Hex.text(SHA256.hash(bytes)) }

    public static func text(of string: String) -> String { text(of: Array(string.utf8)) }

    public static func isDigest(_ text: String) -> Bool { Hex.isHex(text, count: length / 2) }
}
