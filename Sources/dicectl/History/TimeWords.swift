internal import ArgumentParser
internal import DiceModel
internal import Glibc

/// Instants as people write them: `last monday`, `yesterday 20:00`, `3 days ago`, `2026-11-14`, `2026-11-14T20:00`.
struct TimeWords {
    /// Seconds since 1970.
    let now: Int
    let zone: Zone

    /// Of this process.
    static var current: TimeWords { TimeWords(now: time(nil), zone: .current) }

    static let examples = "2026-11-14, 2026-11-14T20:00, today, yesterday, monday, last monday, 3 days ago"

    /// Throws `ValidationError` for anything else.
    func instant(_ text: String) throws -> Timestamp {
        if let whole = Timestamp(text) { return whole }
        let words = text.lowercased().split { $0 == " " || $0 == "_" }.map(String.init)
        guard let seconds = relative(words) ?? ago(words) ?? date(text),
            (1...9_999).contains(zone.local(at: seconds).year)
        else { throw ValidationError("\"\(text)\" is no time; write it as one of \(Self.examples)") }
        return Timestamp(millisecondsSinceEpoch: Int64(seconds) * 1_000)
    }

    private var today: LocalTime { zone.local(at: now) }

    // MARK: today, yesterday 20:00, last monday

    private func relative(_ words: [String]) -> Int? {
        if words == ["now"] { return now }
        var words = words
        var clock: LocalTime?
        if words.count > 1, let last = words.last.flatMap(Self.timeOfDay) {
            clock = last
            words.removeLast()
        } else if words.count == 1, let only = Self.timeOfDay(words[0]) {
            (clock, words) = (only, ["today"])
        }
        guard let days = daysBack(words) else { return nil }
        var local = LocalTime(year: today.year, month: today.month, day: today.day - days).normal
        if let clock { (local.hour, local.minute, local.second) = (clock.hour, clock.minute, clock.second) }
        return zone.seconds(of: local)
    }

    private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// A weekday is the latest one, today too; with `last` before it, one before today.
    private func daysBack(_ words: [String]) -> Int? {
        switch words {
        case ["today"]: return 0
        case ["yesterday"]: return 1
        default:
            let isLast = words.first == "last"
            guard words.count == (isLast ? 2 : 1), let word = words.last, word.count >= 3,
                let wanted = Self.weekdays.firstIndex(where: { $0.hasPrefix(word) })
            else { return nil }
            let days = (today.weekday - wanted + 7) % 7
            return isLast && days == 0 ? 7 : days
        }
    }

    // MARK: 3 days ago

    private enum Unit: String, CaseIterable {
        case second, minute, hour, day, week, month, year
    }

    private func ago(_ words: [String]) -> Int? {
        guard words.count == 3, words[2] == "ago", let count = Self.count(words[0]),
            let unit = Unit.allCases.first(where: { Self.means($0, words[1]) })
        else { return nil }
        var local = today
        switch unit {
        case .second: return now - count
        case .minute: return now - count * 60
        case .hour: return now - count * 3_600
        case .day: local.day -= count
        case .week: local.day -= count * 7
        case .month: local = Self.months(count, before: local)
        case .year: local = Self.months(count * 12, before: local)
        }
        return zone.seconds(of: local.normal)
    }

    private static func means(_ unit: Unit, _ word: String) -> Bool {
        let short = [Unit.second: ["sec", "secs", "s"], .minute: ["min", "mins"], .hour: ["h"]][unit] ?? []
        return word == unit.rawValue || word == unit.rawValue + "s" || short.contains(word)
    }

    private static func count(_ word: String) -> Int? {
        if word == "a" || word == "an" || word == "one" { return 1 }
        return (1...5).contains(word.count) && word.utf8.allSatisfy(isDigit) ? Int(word) : nil
    }

    /// The same day of an earlier month, or its last.
    private static func months(_ count: Int, before local: LocalTime) -> LocalTime {
        var first = LocalTime(year: local.year, month: local.month - count, day: 1).normal
        first.day = min(local.day, first.daysOfMonth)
        (first.hour, first.minute, first.second) = (local.hour, local.minute, local.second)
        return first
    }

    // MARK: 2026-11-14, 2026-11-14T20:00, 2026-11-14 20:00:30Z

    private func date(_ text: String) -> Int? {
        let isUTC = text.last == "Z" || text.last == "z"
        let parts = text.dropLast(isUTC ? 1 : 0).split(omittingEmptySubsequences: false) { "Tt ".contains($0) }
        let days = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, days.map(\.count) == [4, 2, 2], days.joined().utf8.allSatisfy(Self.isDigit),
            let year = Int(days[0]), let month = Int(days[1]), let day = Int(days[2])
        else { return nil }
        var local = LocalTime(year: year, month: month, day: day)
        guard local.normal == local else { return nil }
        if parts.count == 2 {
            guard let clock = Self.timeOfDay(parts[1]) else { return nil }
            (local.hour, local.minute, local.second) = (clock.hour, clock.minute, clock.second)
        }
        return isUTC ? local.utc : zone.seconds(of: local)
    }

    /// `20:00` or `20:00:30`, of no day.
    private static func timeOfDay(_ word: some StringProtocol) -> LocalTime? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ (1...2).contains($0.count) }),
            parts.joined().utf8.allSatisfy(isDigit)
        else { return nil }
        let numbers = parts.compactMap { Int($0) } + [0]
        guard numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
        return LocalTime(year: 0, month: 0, day: 0, hour: numbers[0], minute: numbers[1], second: numbers[2])
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
