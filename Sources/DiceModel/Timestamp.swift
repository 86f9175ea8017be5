/// An instant of the wall clock, to the millisecond, written as `2026-11-20T22:59:01.123Z`.
public struct Timestamp: Sendable, Hashable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// Returns `nil` unless `text` has exactly the format of `description`.
    public init?(_ text: String) {
        let bytes = text.utf8Span.span
        guard bytes.count == 24, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54,
            bytes[13] == 0x3A,
            bytes[16] == 0x3A, bytes[19] == 0x2E, bytes[23] == 0x5A
        else { return nil }
        guard let year = Self.number(bytes, 0..<4),
            let month = Self.number(bytes, 5..<7),
            let day = Self.number(bytes, 8..<10),
            let hour = Self.number(bytes, 11..<13),
            let minute = Self.number(bytes, 14..<16),
            let second = Self.number(bytes, 17..<19),
            let millisecond = Self.number(bytes, 20..<23), (1...12).contains(month),
            hour < 24,
            minute < 60, second < 60
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        // A nonexistent day converts to a day of another month.
        guard Self.civil(days: days) == (year, month, day) else { return nil }
        let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
        self.init(millisecondsSinceEpoch: Int64(seconds * 1_000 + millisecond))
    }

    /// Returns `nil` if a byte in the range is not a digit.
    private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var number = 0
        for index in range {
            guard text[index].isDigit else { return nil }
            number = number * 10 + Int(text[index] - 0x30)
        }
        return number
    }

    // For both conversions: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms",
    // days_from_civil and civil_from_days. Eras are 400 years of 146,097 days; years begin in
    // March.

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
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Timestamp: CustomStringConvertible {
    public var description: String {
        let (seconds, milliseconds) = Self.divide(
            Int(millisecondsSinceEpoch),
            by: 1_000
        )
        let (days, second) = Self.divide(seconds, by: 86_400)
        let date = Self.civil(days: days)
        var text: [UInt8] = []
        text.reserveCapacity(24)
        /// Appends a number with at least `width` digits.
        func append(_ number: Int, _ width: Int) {
            if width > 1 || number > 9 {
                append(number / 10, width - 1)
            }
            text.append(UInt8(ascii: "0") + UInt8(number % 10))
        }
        func append(_ number: Int, _ width: Int, _ end: Unicode.Scalar) {
            append(number, width)
            text.append(UInt8(ascii: end))
        }
        if date.year < 0 {
            text.append(UInt8(ascii: "-"))
        }
        append(abs(date.year), 4, "-")
        append(date.month, 2, "-")
        append(date.day, 2, "T")
        append(second / 3_600, 2, ":")
        append(second / 60 % 60, 2, ":")
        append(second % 60, 2, ".")
        append(milliseconds, 3, "Z")
        return String(decoding: text, as: UTF8.self)
    }

    /// Floored division, so that instants before 1970 keep a positive remainder.
    private static func divide(_ number: Int, by divisor: Int) -> (
        quotient: Int, remainder: Int
    ) {
        let remainder = ((number % divisor) + divisor) % divisor
        return ((number - remainder) / divisor, remainder)
    }
}
