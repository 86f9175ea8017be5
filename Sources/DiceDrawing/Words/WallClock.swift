package import DiceModel

/// The clock for displayed instants.
package enum WallClock: Hashable {
    case local, utc

    /// `2026-11-20 23:59:01`, or `2026-11-20 22:59:01Z`.
    package func text(_ instant: Timestamp) -> String {
        let milliseconds = instant.millisecondsSinceEpoch
        let offset = self == .utc ? 0 : Zone.current.offset(Int(milliseconds / 1_000))
        let shown = Timestamp(
            millisecondsSinceEpoch: milliseconds + Int64(offset) * 1_000
        )
        .description
        return shown.prefix(19).replacing("T", with: " ") + (self == .utc ? "Z" : "")
    }
}
