import Glibc

/// A time zone.
package struct Zone: Sendable {
    /// Returns the offset from UTC in seconds, at this many seconds since 1970.
    package var offset: @Sendable (Int) -> Int

    /// The zone of this process, from `$TZ` or the system's setting.
    package static let current = Zone { seconds in
        var time = time_t(seconds)
        var fields = tm()
        localtime_r(&time, &fields)
        return fields.tm_gmtoff
    }

    /// Returns the instant at which local clocks show what a UTC clock shows at `utc`: the first
    /// one if they show it twice. A time that is skipped counts as if the clocks had not been
    /// changed yet.
    package func seconds(of utc: Int) -> Int {
        // Zones change at most twice a year, and their offsets differ by less than a day.
        let offsets = [offset(utc - 86_400), offset(utc + 86_400)]
        return offsets.map { utc - $0 }.first { $0 + offset($0) == utc } ?? utc
            - offsets[0]
    }
}
