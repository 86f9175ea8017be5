import Glibc

/// An instant of the monotonic clock, made for poll(2). It stands still while the machine sleeps.
public struct Deadline: Sendable, Hashable, Comparable {
    private let nanoseconds: Int64

    /// Later than every other instant; it never passes.
    public static let never = Deadline(nanoseconds: .max)

    /// The instant of the call.
    public static var now: Deadline {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Deadline(
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
        )
    }

    /// `duration` from now; a negative one has passed already.
    public static func after(_ duration: Duration) -> Deadline {
        .now + duration
    }

    /// `duration` after `deadline`; `never` if that is beyond all instants.
    public static func + (deadline: Deadline, duration: Duration) -> Deadline {
        let (seconds, attoseconds) = duration.components
        let (sum, overflow) = deadline.nanoseconds.addingReportingOverflow(
            seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
                + attoseconds
                / 1_000_000_000
        )
        return overflow ? .never : Deadline(nanoseconds: sum)
    }

    /// Whether `a` comes before `b`.
    public static func < (a: Deadline, b: Deadline) -> Bool {
        a.nanoseconds < b.nanoseconds
    }

    /// Whether the instant is now or was before.
    public var hasPassed: Bool { self <= .now }

    /// What is left as poll(2) takes it: whole milliseconds, rounded up; 0 once passed, -1 for
    /// `never`.
    public var pollTimeout: Int32 { pollTimeout(from: .now) }

    /// The same, counted from `now`.
    func pollTimeout(from now: Deadline) -> Int32 {
        guard self != .never else { return -1 }
        let left = nanoseconds - now.nanoseconds
        return left <= 0 ? 0 : Int32(clamping: (left - 1) / 1_000_000 + 1)
    }
}
