import ArgumentParser
import DiceModel
import Glibc

/// Instants as people write them: `last monday`, `yesterday 20:00`, `3 days ago`, `2026-11-14`, `2026-11-14T20:00`.
struct TimeWords {
    /// Seconds since 1970.
    let now: Int
    let zone: Zone

    static var current: TimeWords { TimeWords(now: time(nil), zone: .current) }

    static let examples = "2026-11-14, 2026-11-14T20:00, today, yesterday, monday, last monday, 3 days ago"

    /// Throws `ValidationError` for anything else.
    func instant(_ text: String) throws -> Timestamp {
        let words = text.lowercased().split { $0 == " " || $0 == "_" }.map(String.init)
        guard let instant = (relative(words) ?? ago(words)).map({ $0 * 1_000 }) ?? date(text),
            (1...9_999).contains(zone.local(at: instant / 1_000).year)
        else { throw ValidationError("\"\(text)\" is not a time; write it as one of \(Self.examples)") }
        return Timestamp(millisecondsSinceEpoch: Int64(instant))
    }

    private var today: LocalTime { zone.local(at: now) }

    /// `today`, `yesterday 20:00`, `last monday`
    private func relative(_ words: [String]) -> Int? {
        if words == ["now"] { return now }
        let clock = words.last.flatMap(Self.timeOfDay)
        let day: [String] = clock == nil ? words : words.count == 1 ? ["today"] : words.dropLast()
        guard let days = daysBack(day) else { return nil }
        let local = LocalTime(year: today.year, month: today.month, day: today.day - days).normal
        return zone.seconds(of: local.at(clock ?? local))
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// A weekday is the latest one, today too; with `last` before it, one before today.
    private func daysBack(_ words: [String]) -> Int? {
        if words == ["today"] { return 0 }
        if words == ["yesterday"] { return 1 }
        let isLast = words.first == "last"
        guard words.count == (isLast ? 2 : 1), let word = words.last, word.count >= 3,
            let wanted = Self.weekdays.firstIndex(where: { $0.hasPrefix(word) })
        else { return nil }
        let days = (today.weekday - wanted + 7) % 7
        return isLast && days == 0 ? 7 : days
    }

    private static let secondsOfUnit = [
        "second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "hour": 3_600, "h": 3_600,
    ]
    private static let daysOfUnit = ["day": 1, "week": 7]
    private static let monthsOfUnit = ["month": 1, "year": 12]

    /// `3 days ago`
    private func ago(_ words: [String]) -> Int? {
        guard words.count == 3, words[2] == "ago", let count = Self.count(words[0]) else { return nil }
        let unit = words[1].count > 2 && words[1].hasSuffix("s") ? String(words[1].dropLast()) : words[1]
        if let seconds = Self.secondsOfUnit[unit] { return now - count * seconds }
        var local = today
        if let days = Self.daysOfUnit[unit] {
            local.day -= count * days
        } else if let months = Self.monthsOfUnit[unit] {
            local = Self.months(count * months, before: local)
        } else {
            return nil
        }
        return zone.seconds(of: local.normal)
    }

    private static func count(_ word: String) -> Int? {
        if word == "a" || word == "an" || word == "one" { return 1 }
        return (1...5).contains(word.count) && word.utf8.allSatisfy(\.isDigit) ? Int(word) : nil
    }

    /// The same day of an earlier month, or its last.
    private static func months(_ count: Int, before local: LocalTime) -> LocalTime {
        var first = LocalTime(year: local.year, month: local.month - count, day: 1).normal
        first.day = min(local.day, first.daysOfMonth)
        return first.at(local)
    }

    /// `2026-11-14`, `2026-11-14T20:00`, `2026-11-14 20:00Z`, and all that RFC 3339 allows, as `2026-11-14T20:00:30.25+01:00`:
    /// milliseconds since 1970.
    private func date(_ text: String) -> Int? {
        var (rest, offset, fraction) = (text[...], nil as Int?, "")
        if text.last == "Z" || text.last == "z" {
            (rest, offset) = (rest.dropLast(), 0)
        } else if let sign = rest.dropLast(5).last, "+-".contains(sign), let clock = Self.timeOfDay(rest.suffix(5)) {
            (rest, offset) = (rest.dropLast(6), (clock.hour * 60 + clock.minute) * (sign == "-" ? -60 : 60))
        }
        if offset != nil, let point = rest.lastIndex(where: { $0 == "." || $0 == "," }) {
            (rest, fraction) = (rest[..<point], String(rest[point...].dropFirst()))
        }
        let parts = rest.split(omittingEmptySubsequences: false) { "Tt ".contains($0) }
        let days = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard let milliseconds = Int((fraction + "000").prefix(3)), parts.count <= 2, days.map(\.count) == [4, 2, 2],
            days.joined().utf8.allSatisfy(\.isDigit),
            let year = Int(days[0]), let month = Int(days[1]), let day = Int(days[2])
        else { return nil }
        var local = LocalTime(year: year, month: month, day: day)
        guard local.normal == local else { return nil }
        if parts.count == 2 {
            guard let clock = Self.timeOfDay(parts[1]) else { return nil }
            local = local.at(clock)
        }
        return (offset.map { local.utc - $0 } ?? zone.seconds(of: local)) * 1_000 + milliseconds
    }

    /// `20:00` or `20:00:30`, of no day; a leap second is the 60th.
    private static func timeOfDay(_ word: some StringProtocol) -> LocalTime? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }),
            parts.joined().utf8.allSatisfy(\.isDigit)
        else { return nil }
        let numbers = parts.compactMap { Int($0) } + [0]
        guard numbers[0] < 24, numbers[1] < 60, numbers[2] <= 60 else { return nil }
        return LocalTime(year: 0, month: 0, day: 0, hour: numbers[0], minute: numbers[1], second: numbers[2])
    }
}

/// A date and a time of day as a clock on the wall shows them, in any zone. Members that are out of range belong to the year,
/// month, day, hour or minute before or after.
struct LocalTime: Hashable {
    var year, month, day: Int
    var hour = 0, minute = 0, second = 0
}

extension LocalTime {
    /// The same day, at this time of day.
    func at(_ clock: LocalTime) -> LocalTime {
        LocalTime(
            year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)
    }

    /// The time of a clock that shows UTC, at this many seconds since 1970.
    init(utc seconds: Int) {
        let fields = Self.fields(utc: seconds)
        self.init(
            year: Int(fields.tm_year) + 1_900, month: Int(fields.tm_mon) + 1, day: Int(fields.tm_mday),
            hour: Int(fields.tm_hour), minute: Int(fields.tm_min), second: Int(fields.tm_sec))
    }

    /// Seconds since 1970 if the clock shows UTC.
    var utc: Int {
        var fields = tm()
        (fields.tm_year, fields.tm_mon, fields.tm_mday) = (Int32(year - 1_900), Int32(month - 1), Int32(day))
        (fields.tm_hour, fields.tm_min, fields.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
        return timegm(&fields)
    }

    /// The same time with each member in its range.
    var normal: LocalTime { LocalTime(utc: utc) }

    /// Days since Sunday.
    var weekday: Int { Int(Self.fields(utc: utc).tm_wday) }

    var daysOfMonth: Int {
        (LocalTime(year: year, month: month + 1, day: 1).utc - LocalTime(year: year, month: month, day: 1).utc) / 86_400
    }

    private static func fields(utc seconds: Int) -> tm {
        var (time, fields) = (time_t(seconds), tm())
        gmtime_r(&time, &fields)
        return fields
    }
}

extension LocalTime: CustomStringConvertible {
    /// `2026-11-20 22:59:01`
    var description: String {
        func padded(_ number: Int, _ width: Int = 2) -> String { String(number).padded(to: width, with: "0") }
        return "\(padded(year, 4))-\(padded(month))-\(padded(day)) \(padded(hour)):\(padded(minute)):\(padded(second))"
    }
}

/// A time zone.
struct Zone: Sendable {
    /// How many seconds its clocks are ahead of UTC, at this many seconds since 1970.
    var offset: @Sendable (Int) -> Int

    static let utc = Zone { _ in 0 }

    /// The zone of this process, by `$TZ` or the system's setting.
    static let current = Zone { seconds in
        var (time, fields) = (time_t(seconds), tm())
        localtime_r(&time, &fields)
        return fields.tm_gmtoff
    }

    func local(at seconds: Int) -> LocalTime { LocalTime(utc: seconds + offset(seconds)) }

    /// When the clocks show this: the first time, if they show it twice; if they leap over it, as long after the leap as it
    /// would have been without one.
    func seconds(of local: LocalTime) -> Int {
        let utc = local.utc
        // Zones change twice a year at most, and are less than a day apart.
        let offsets = [offset(utc - 86_400), offset(utc + 86_400)]
        return offsets.map { utc - $0 }.first { $0 + offset($0) == utc } ?? utc - offsets[0]
    }
}
