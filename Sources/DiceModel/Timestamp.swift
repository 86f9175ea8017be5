/// An instant of the wall clock, to the millisecond, written as `2026-11-20T22:59:01.123Z`.
public struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// `nil` unless `text` has exactly the form that `description` writes.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54, bytes[13] == 0x3A,
            bytes[16] == 0x3A, bytes[19] == 0x2E, bytes[23] == 0x5A
        else { return nil }
        var fields: [Int] = []
        for range in [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19, 20..<23] {
            var number = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                number = number * 10 + Int(byte - 0x30)
            }
            fields.append(number)
        }
        guard (1...12).contains(fields[1]), fields[3] < 24, fields[4] < 60, fields[5] < 60
        else { return nil }
        let days = Self.days(year: fields[0], month: fields[1], day: fields[2])
        // A day that its month does not have is one of another month.
        guard Self.civil(days: days) == (fields[0], fields[1], fields[2]) else { return nil }
        let seconds = days * 86_400 + fields[3] * 3_600 + fields[4] * 60 + fields[5]
        self.init(millisecondsSinceEpoch: Int64(seconds * 1_000 + fields[6]))
    }

    // Both conversions: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil and
    // civil_from_days. Eras are 400 years of 146,097 days; years begin in March.

    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Timestamp: CustomStringConvertible {
    public var description: String {
        let (seconds, milliseconds) = Self.divide(Int(millisecondsSinceEpoch), by: 1_000)
        let (days, second) = Self.divide(seconds, by: 86_400)
        let date = Self.civil(days: days)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        func append(_ number: Int, _ width: Int, _ end: Unicode.Scalar) {
            let digits = String(number).utf8
            text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, width - digits.count)))
            text.append(contentsOf: digits)
            text.append(UInt8(ascii: end))
        }
        append(date.year, 4, "-")
        append(date.month, 2, "-")
        append(date.day, 2, "T")
        append(second / 3_600, 2, ":")
        append(second / 60 % 60, 2, ":")
        append(second % 60, 2, ".")
        append(milliseconds, 3, "Z")
        return String(decoding: text, as: UTF8.self)
    }

    /// Floored division, so that instants before 1970 keep a positive remainder.
    private static func divide(_ number: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
        let remainder = ((number % divisor) + divisor) % divisor
        return ((number - remainder) / divisor, remainder)
    }
}
