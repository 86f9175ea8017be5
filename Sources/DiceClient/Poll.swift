import Glibc

/// Waits until a descriptor is ready, with poll(2).
public enum Poll {
    /// A descriptor, and the events to wait for.
    public struct Interest: Sendable, Hashable {
        /// An open file descriptor.
        public let descriptor: Int32
        /// True to wake up for input; false to wake up only for an error or the other side's end.
        public let reading: Bool
        /// True to wake up for room to write.
        public let writing: Bool

        /// Waits for input or, without `reading`, only for an error or the end; with `writing` also
        /// for room to write.
        public init(_ descriptor: Int32, reading: Bool = true, writing: Bool = false) {
            self.descriptor = descriptor
            self.reading = reading
            self.writing = writing
        }
    }

    /// Returns which of `interests` are ready, in their order; all false if the deadline passed or
    /// a signal arrived.
    ///
    /// Blocks the calling thread until one of these happens. Without interests, waits for the
    /// deadline.
    public static func wait(for interests: [Interest], until deadline: Deadline)
        -> [Bool]
    {
        var entries = interests.map {
            pollfd(
                fd: $0.descriptor,
                events: events(reading: $0.reading, writing: $0.writing),
                revents: 0
            )
        }
        let ready = poll(&entries, nfds_t(entries.count), deadline.pollTimeout)
        return entries.map { ready > 0 && $0.revents != 0 }
    }

    /// Returns the events for poll(2).
    static func events(reading: Bool, writing: Bool) -> Int16 {
        let input = reading ? Int16(POLLIN) : 0
        let output = writing ? Int16(POLLOUT) : 0
        return input | output
    }
}
