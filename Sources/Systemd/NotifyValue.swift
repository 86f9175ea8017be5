/// Values as the notification protocol wants them: one line each, and small.
enum NotifyValue {
    /// The manager drops a whole datagram above 4,096 bytes, and its `READY=1` with it.
    static let statusLimit = 1024

    /// `text` on one line, cut between scalars so that it stays within ``statusLimit`` bytes of
    /// UTF-8.
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

    /// Whole microseconds; 0 for a negative duration, the largest number for one that does not fit.
    static func microseconds(_ duration: Duration) -> UInt64 {
        let (seconds, attoseconds) = duration.components
        return UInt64(
            clamping: Int128(seconds) * 1_000_000
                + Int128(attoseconds / 1_000_000_000_000)
        )
    }
}
