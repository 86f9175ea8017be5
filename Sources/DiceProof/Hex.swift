import DiceModel
import Hashing

/// Bytes as lower-case hexadecimal digits, two for each byte.
public enum Hex {
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns the bytes of `text`, or `nil` unless the text is exactly `count` bytes in lower-case
    /// digits.
    public static func bytes(_ text: String, count: Int) -> [UInt8]? {
        let digits = text.utf8Span.span
        guard digits.count == 2 * count else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1])
            else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// SHA-256 (FIPS 180-4) in lower-case hexadecimal digits.
public enum Digest {
    /// The number of digits in a digest.
    public static let length = 64

    static func bytes(of bytes: [UInt8]) -> [UInt8] {
        SHA256.hash(bytes)
    }

    public static func text(of bytes: [UInt8]) -> String {
        Hex.text(SHA256.hash(bytes))
    }
    public static func text(of string: String) -> String {
        text(of: Array(string.utf8))
    }
    public static func isDigest(_ text: String) -> Bool {
        text.isHex(digits: length)
    }
}

/// Entropy that others than the daemon contribute to faces: 16 bytes in hex, or nothing.
public enum Entropy {
    /// The number of bytes.
    public static let size = 16
    public static let none = ""

    /// Returns fresh bytes from the kernel's generator, in hex.
    public static func fresh() -> String {
        Hex.text(randomBytes(size))
    }

    /// Returns true if `text` is 32 lower-case hexadecimal digits.
    public static func isEntropy(_ text: String) -> Bool {
        text.isHex(digits: 2 * size)
    }

    /// Returns the commitment to a contribution, which is published before the contribution is
    /// revealed: the SHA-256 of its bytes, in hex. Returns `nil` if `text` is not a contribution.
    public static func commitment(_ text: String) -> String? {
        Hex.bytes(text, count: size).map { Digest.text(of: $0) }
    }
}
