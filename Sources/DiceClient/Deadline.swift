import Glibc

/// An instant of the monotonic clock, for poll(2). The clock stops while the machine is suspended.
public struct Deadline: Sendable, Hashable, Comparable {
    private let nanoseconds: Int64

    /// An instant after every other; it never passes.
    public static let never = Deadline(nanoseconds: .max)

    /// The current instant.
    public static var now: Deadline {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Deadline(
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        )
    }

    /// Returns the instant `duration` from now, which has passed if `duration` is negative.
    public static func after(_ duration: Duration) -> Deadline {
        .now + duration
    }

    /// Returns the instant `duration` after `deadline`; `never` if it cannot be represented.
    public static func + (deadline: Deadline, duration: Duration) -> Deadline {
        let (seconds, attoseconds) = duration.components
        let (sum, overflow) = deadline.nanoseconds.addingReportingOverflow(
            seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
                + attoseconds
                / 1_000_000_000
        )
        return overflow ? .never : Deadline(nanoseconds: sum)
    }

    /// Returns true if `a` is before `b`.
    public static func < (a: Deadline, b: Deadline) -> Bool {
        a.nanoseconds < b.nanoseconds
    }

    /// True if the instant is now or in the past.
    public var hasPassed: Bool { self <= .now }

    /// The remaining time for poll(2): whole milliseconds, rounded up; 0 once passed, -1 for
    /// `never`.
    public var pollTimeout: Int32 { pollTimeout(from: .now) }

    /// Returns the remaining time, counted from `now`.
    func pollTimeout(from now: Deadline) -> Int32 {
        guard self != .never else { return -1 }
        let left = nanoseconds - now.nanoseconds
        return left <= 0 ? 0 : Int32(clamping: (left - 1) / 1_000_000 + 1)
    }
}
