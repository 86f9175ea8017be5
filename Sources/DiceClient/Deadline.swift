import Glibc

/// An instant of the monotonic clock, made for poll(2). It stands still while the machine sleeps.
public struct Deadline: Sendable, Hashable, Comparable {
    private let nanoseconds: Int64

    /// Later than every other instant; it never passes.
    public static let never = Deadline(nanoseconds: .max)

    /// The instant of the call.
    public static var now: Deadline { Deadline(nanoseconds: monotonicNanoseconds()) }

    /// `duration` from now; a negative one has passed already.
    public static func after(_ duration: Duration) -> Deadline { .now + duration }

    /// `duration` after `deadline`; `never` if that is beyond all instants.
    public static func + (deadline: Deadline, duration: Duration) -> Deadline {
        let (seconds, attoseconds) = duration.components
        let (sum, overflow) = deadline.nanoseconds.addingReportingOverflow(
            seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue + attoseconds / 1_000_000_000)
        return overflow ? .never : Deadline(nanoseconds: sum)
    }

    /// Whether `a` comes before `b`.
    public static func < (a: Deadline, b: Deadline) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Whether the instant is now or was before.
    public var hasPassed: Bool { self <= .now }

    /// What is left as poll(2) takes it: whole milliseconds, rounded up; 0 once passed, -1 for `never`.
    public var pollTimeout: Int32 { pollTimeout(from: .now) }

    /// The same, counted from `now`.
    func pollTimeout(from now: Deadline) -> Int32 {
        guard self != .never else { return -1 }
        let left = nanoseconds - now.nanoseconds
        return left <= 0 ? 0 : Int32(clamping: (left - 1) / 1_000_000 + 1)
    }

    private static func monotonicNanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Waits until one of the descriptors has something to say.
public enum Poll {
    /// A descriptor, and what to wait for there.
    public struct Interest: Sendable, Hashable {
        /// An open file descriptor.
        public let descriptor: Int32
        /// Wakes when there is something to read. Without it only an error or the other side's end wakes.
        public let reading: Bool
        /// Wakes when it can be written to.
        public let writing: Bool

        /// Waits for something to read, or, without `reading`, for an error or the end alone; with `writing` for room to
        /// write, too.
        public init(_ descriptor: Int32, reading: Bool = true, writing: Bool = false) {
            self.descriptor = descriptor
            self.reading = reading
            self.writing = writing
        }
    }

    /// Which of `interests` are ready, in their order; all false when the deadline passed or a signal came.
    ///
    /// Blocks the calling thread until one of these. No interests at all make it a wait for the deadline.
    public static func wait(for interests: [Interest], until deadline: Deadline) -> [Bool] {
        var entries = interests.map {
            pollfd(
                fd: $0.descriptor, events: ($0.reading ? Int16(POLLIN) : 0) | ($0.writing ? Int16(POLLOUT) : 0),
                revents: 0)
        }
        let ready = poll(&entries, nfds_t(entries.count), deadline.pollTimeout)
        return entries.map { ready > 0 && $0.revents != 0 }
    }
}

/// How long to wait before trying again: up to 100 ms at first, doubling up to a limit, with full jitter.
public struct Backoff: Sendable, Hashable {
    /// The longest that the first wait can be: 100 ms.
    public static let first = Duration.milliseconds(100)
    /// The longest that any wait can be by default: 5 s.
    public static let longest = Duration.seconds(5)
    private let longest: Duration
    private var ceiling = Backoff.first

    /// Begins with the shortest waits; to be made anew once trying has succeeded. No wait is longer than `longest`.
    public init(longest: Duration = Backoff.longest) {
        self.longest = longest
    }

    /// The next wait: uniform between nothing and a ceiling that doubles with each call, so that many clients
    /// do not come back at once.
    public mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let milliseconds = ceiling.components.seconds * 1_000 + ceiling.components.attoseconds / 1_000_000_000_000_000
        ceiling = min(ceiling * 2, longest)
        return .milliseconds(Int64.random(in: 0...milliseconds, using: &generator))
    }
}
