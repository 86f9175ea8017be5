import Glibc

/// A time zone.
struct Zone: Sendable {
    /// How many seconds its clocks are ahead of UTC, at this many seconds since 1970.
    var offset: @Sendable (Int) -> Int

    /// The zone of this process, by `$TZ` or the system's setting.
    static let current = Zone { seconds in
        var time = time_t(seconds)
        var fields = tm()
        localtime_r(&time, &fields)
        return fields.tm_gmtoff
    }

    /// When the clocks show what a clock in UTC does at `utc`: the first time, if they show it
    /// twice; if they leap over it, as long after the leap as it would have been without one.
    func seconds(of utc: Int) -> Int {
        // Zones change twice a year at most, and are less than a day apart.
        let offsets = [offset(utc - 86_400), offset(utc + 86_400)]
        return offsets.map { utc - $0 }.first { $0 + offset($0) == utc } ?? utc
            - offsets[0]
    }
}
