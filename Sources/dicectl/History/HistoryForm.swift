internal import DiceModel

/// How the turns of the history are printed, a page at a time.
enum HistoryForm: Hashable {
    case lines(WallClock)
    case csv(WallClock)

    var head: String {
        switch self {
        case .lines: ""
        case .csv: CommaSeparated.line(["id", "table", "turn", "ended", "by", "rolls", "dice", "total"])
        }
    }

    func text(_ turns: [Turn]) -> String {
        switch self {
        case .lines(let clock): turns.map { PlainLine.history($0, clock) + "\n" }.joined()
        case .csv(let clock): turns.map { CommaSeparated.line(Self.fields($0, clock)) }.joined()
        }
    }

    private static func fields(_ turn: Turn, _ clock: WallClock) -> [String] {
        [
            String(turn.id), turn.table, String(turn.turn), clock.text(turn.endedAt), turn.by, String(turn.rolls.count),
            turn.dice.map { String($0.value) }.joined(separator: " "), String(turn.total),
        ]
    }
}

/// The clock by which instants are shown.
enum WallClock: Hashable {
    case local, utc

    /// `2026-11-20 23:59:01`, or `2026-11-20 22:59:01Z`.
    func text(_ instant: Timestamp) -> String {
        let seconds = Int((Double(instant.millisecondsSinceEpoch) / 1_000).rounded(.down))
        return switch self {
        case .local: Zone.current.local(at: seconds).description
        case .utc: Zone.utc.local(at: seconds).description + "Z"
        }
    }
}
