internal import Glibc

/// A date and a time of day as a clock on the wall shows them, whichever zone it hangs in.
struct LocalTime: Hashable {
    var year: Int
    /// 1 to 12; a number beyond is of the year before or after, and so on for the members below.
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0
}

extension LocalTime {
    /// Of a clock that shows UTC, at this many seconds since 1970.
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

    /// With each member in its range.
    var normal: LocalTime { LocalTime(utc: utc) }

    /// Days since Sunday.
    var weekday: Int { Int(Self.fields(utc: utc).tm_wday) }

    /// How many days the month has.
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
        func padded(_ number: Int, _ width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month))-\(padded(day)) \(padded(hour)):\(padded(minute)):\(padded(second))"
    }
}

/// How far the clocks of a place are ahead of UTC.
struct Zone: Sendable {
    /// Seconds, at this many seconds since 1970.
    var offset: @Sendable (Int) -> Int

    static let utc = Zone { _ in 0 }

    /// Of this process, by `$TZ` or the system's setting.
    static let current = Zone { seconds in
        var (time, fields) = (time_t(seconds), tm())
        localtime_r(&time, &fields)
        return fields.tm_gmtoff
    }

    func local(at seconds: Int) -> LocalTime { LocalTime(utc: seconds + offset(seconds)) }

    /// When the clocks show this: the first time, where they show it twice; where they leap over it, as long after the leap
    /// as it would have been without one.
    func seconds(of local: LocalTime) -> Int {
        let utc = local.utc
        // Zones change twice a year at most, and are less than a day apart.
        let offsets = [offset(utc - 86_400), offset(utc + 86_400)]
        return offsets.map { utc - $0 }.first { $0 + offset($0) == utc } ?? utc - offsets[0]
    }
}
