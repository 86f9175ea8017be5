/// Formats values for the notification protocol: one line each, and short.
enum NotifyValue {
    /// The maximum status length in bytes. The manager drops a datagram of more than 4,096 bytes,
    /// including its `READY=1`.
    static let statusLimit = 1024

    /// Returns `text` on one line, cut between scalars to at most ``statusLimit`` bytes of UTF-8.
    static func status(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            let safe = scalar.properties.generalCategory == .control ? " " : scalar
            size += UTF8.width(safe)
            guard size <= statusLimit else { break }
            line.append(safe)
        }
        return String(line)
    }

    /// Returns whole microseconds: 0 for a negative duration, `UInt64.max` for one that does not
    /// fit.
    static func microseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        return UInt64(
            clamping: Int128(seconds) * 1_000_000
                + Int128(attoseconds / 1_000_000_000_000)
        )
    }
}
