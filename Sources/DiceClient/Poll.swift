import Glibc

/// Waits until one of the descriptors has something to say.
public enum Poll {
    /// A descriptor, and what to wait for there.
    public struct Interest: Sendable, Hashable {
        /// An open file descriptor.
        public let descriptor: Int32
        /// Wakes when there is something to read. Without it only an error or the other side's end
        /// wakes.
        public let reading: Bool
        /// Wakes when it can be written to.
        public let writing: Bool

        /// Waits for something to read, or, without `reading`, for an error or the end alone; with
        /// `writing` for room to write, too.
        public init(_ descriptor: Int32, reading: Bool = true, writing: Bool = false) {
            self.descriptor = descriptor
            self.reading = reading
            self.writing = writing
        }
    }

    /// Which of `interests` are ready, in their order; all false when the deadline passed or a
    /// signal came.
    ///
    /// Blocks the calling thread until one of these. No interests at all make it a wait for the
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

    /// Returns the events of poll(2) that a descriptor is waited for.
    static func events(reading: Bool, writing: Bool) -> Int16 {
        let input = reading ? Int16(POLLIN) : 0
        let output = writing ? Int16(POLLOUT) : 0
        return input | output
    }
}
