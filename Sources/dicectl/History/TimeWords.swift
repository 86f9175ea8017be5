import ArgumentParser
import DiceDrawing
import DiceModel
import Glibc

/// Instants in a person's notation: `last monday`, `yesterday 20:00`, `3 days ago`, `2026-11-14`,
/// `2026-11-14T20:00`.
struct TimeWords {
    /// The current time in seconds since 1970.
    let now: Int
    let zone: Zone

    static var current: TimeWords { TimeWords(now: time(nil), zone: .current) }

    static let examples =
        "2026-11-14, 2026-11-14T20:00, today, yesterday, monday, last monday, 3 days ago"

    /// Throws `ValidationError` for an invalid text.
    func instant(_ text: String) throws -> Timestamp {
        let words = text.lowercased().split { $0 == " " || $0 == "_" }.map(String.init)
        let milliseconds =
            (relative(words) ?? ago(words)).map { $0 * 1_000 } ?? date(text)
        let instant = milliseconds.map { Timestamp(millisecondsSinceEpoch: Int64($0)) }
        // On the wire a year has four digits.
        guard let instant, Timestamp(instant.description) != nil else {
            throw ValidationError(
                "\"\(text)\" is not a time; valid forms are \(Self.examples)"
            )
        }
        return instant
    }

    /// The current local time, as the seconds since 1970 at which a UTC clock shows it.
    private var local: Int { now + zone.offset(now) }

    /// `today`, `yesterday 20:00`, `last monday`
    private func relative(_ words: [String]) -> Int? {
        if words == ["now"] {
            return now
        }
        let clock = words.last.flatMap(Self.timeOfDay)
        let day: [String] =
            if clock == nil {
                words
            } else {
                words.count == 1 ? ["today"] : words.dropLast()
            }
        guard let days = daysBack(day) else { return nil }
        return zone.seconds(of: (local / Self.day - days) * Self.day + (clock ?? 0))
    }

    private static let weekdays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]

    /// Returns how many days ago a weekday last occurred, which may be today; with `last`, only
    /// days before today count.
    private func daysBack(_ words: [String]) -> Int? {
        if words == ["today"] {
            return 0
        }
        if words == ["yesterday"] {
            return 1
        }
        let isLast = words.first == "last"
        guard words.count == (isLast ? 2 : 1), let word = words.last, word.count >= 3,
            let wanted = Self.weekdays.firstIndex(where: { $0.hasPrefix(word) })
        else { return nil }
        // 1970-01-01 was a Thursday.
        let days = (local / Self.day + 4 - wanted + 7) % 7
        return isLast && days == 0 ? 7 : days
    }

    /// The length of a day in seconds.
    private static let day = 86_400
    private static let secondsOfUnit = [
        "second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "hour": 3_600,
        "h": 3_600,
    ]
    private static let daysOfUnit = ["day": day, "week": 7 * day]
    private static let monthsOfUnit = ["month": 1, "year": 12]

    /// `3 days ago`
    private func ago(_ words: [String]) -> Int? {
        guard words.count == 3, words[2] == "ago", let count = Self.count(words[0])
        else {
            return nil
        }
        let unit =
            words[1].count > 2 && words[1].hasSuffix("s")
            ? String(words[1].dropLast()) : words[1]
        if let seconds = Self.secondsOfUnit[unit] {
            return now - count * seconds
        }
        if let days = Self.daysOfUnit[unit] {
            return zone.seconds(of: local - count * days)
        }
        return Self.monthsOfUnit[unit].map {
            zone.seconds(of: Self.months(count * $0, before: local))
        }
    }

    private static func count(_ word: String) -> Int? {
        if word == "a" || word == "an" || word == "one" {
            return 1
        }
        return (1...5).contains(word.count) && word.utf8.allSatisfy(\.isDigit)
            ? Int(word) : nil
    }

    /// Returns the same day of an earlier month, or that month's last day.
    private static func months(_ count: Int, before local: Int) -> Int {
        var time = time_t(local)
        var fields = tm()
        gmtime_r(&time, &fields)
        let day = fields.tm_mday
        fields.tm_mon -= Int32(count)
        let seconds = timegm(&fields)
        // A day beyond the end of a month is normalized into the next month.
        return fields.tm_mday == day
            ? seconds : seconds - Int(fields.tm_mday) * Self.day
    }

    /// Reads `2026-11-14`, `2026-11-14T20:00`, `2026-11-14 20:00Z`, and everything that RFC 3339
    /// allows, such as `2026-11-14T20:00:30.25+01:00`, as milliseconds since 1970.
    private func date(_ text: String) -> Int? {
        var text = text.uppercased().replacing(" ", with: "T").replacing(",", with: ".")
        var offset: Int?
        if text.last == "Z" {
            offset = 0
            text.removeLast()
        } else if let sign = text.dropLast(5).last, "+-".contains(sign),
            let clock = Self.timeOfDay(text.suffix(5))
        {
            offset = sign == "-" ? -clock : clock
            text.removeLast(6)
        }
        guard let shown = Self.milliseconds(text) else { return nil }
        return offset.map { shown - $0 * 1_000 } ?? zone.seconds(of: shown / 1_000)
            * 1_000 + shown
            % 1_000
    }

    /// Reads `20:00` or `20:00:30` as seconds.
    private static func timeOfDay(_ word: some StringProtocol) -> Int? {
        milliseconds("1970-01-01T" + (word.dropFirst().first == ":" ? "0" : "") + word)
            .map {
                $0 / 1_000
            }
    }

    /// Returns when a UTC clock shows a date with an optional time of day. A leap second is second
    /// 60.
    private static func milliseconds(_ text: String) -> Int? {
        let isLeap = text.dropFirst(16).hasPrefix(":60")
        let shown = isLeap ? text.replacing(":60", with: ":59") : text
        let start = shown.prefix(23)
        guard [10, 16, 19].contains(shown.count) || shown.count > 20,
            shown.utf8.dropFirst(20).allSatisfy(\.isDigit),
            let instant = Timestamp(
                String(start + "0000-00-00T00:00:00.000Z".dropFirst(start.count))
            )
        else { return nil }
        return Int(instant.millisecondsSinceEpoch) + (isLeap ? 1_000 : 0)
    }
}
