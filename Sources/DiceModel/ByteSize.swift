/// A number of bytes in human-readable form: `500M`, `2G`, `65536`. The units are powers of 1,024.
public struct ByteSize: Sendable, Hashable, CustomStringConvertible {
    /// 1 or more.
    public let bytes: Int

    private static let units: [(letter: Character, factor: Int)] = [
        ("K", 1 << 10),
        ("M", 1 << 20),
        ("G", 1 << 30),
        ("T", 1 << 40),
    ]

    public init(bytes: Int) {
        self.bytes = bytes
    }

    /// Returns `nil` unless the text is a whole number from 1, optionally followed by `K`, `M`, `G`
    /// or `T`, of at most 2^60 bytes.
    public init?(_ text: String) {
        let unit = text.last.flatMap { last in Self.units.first { $0.letter == last } }
        let digits = unit == nil ? text : String(text.dropLast())
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits)
        else {
            return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(
            by: unit?.factor ?? 1
        )
        guard !overflows, 1...(1 << 60) ~= bytes else { return nil }
        self.bytes = bytes
    }

    public var description: String {
        let unit = Self.units.last { bytes.isMultiple(of: $0.factor) }
        return unit.map { "\(bytes / $0.factor) \($0.letter)iB" } ?? "\(bytes) bytes"
    }
}
