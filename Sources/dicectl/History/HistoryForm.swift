internal import DiceModel
internal import DiceNotation

/// How the entries of the history are printed, a page at a time.
enum HistoryForm: Hashable {
    case lines(WallClock)
    case csv(WallClock)

    /// - Parameter isFirst: whether nothing was printed before.
    func print(_ entries: [HistoryEntry], isFirst: Bool) throws(Failure) {
        switch self {
        case .lines(let clock): try Output.lines(entries.map { Self.line($0, clock) })
        case .csv(let clock): try Output.rows((isFirst ? [Self.head] : []) + entries.map { Self.fields($0, clock) })
        }
    }

    private static func line(_ entry: HistoryEntry, _ clock: WallClock) -> String {
        switch entry {
        case .turn(let turn): PlainLine.history(turn, clock)
        case .thrown(let thrown): PlainLine.history(thrown, clock)
        }
    }

    private static let head = ["id", "table", "turn", "ended", "by", "rolls", "dice", "total"]

    private static func fields(_ entry: HistoryEntry, _ clock: WallClock) -> [String] {
        switch entry {
        case .turn(let turn): fields(turn, clock)
        case .thrown(let thrown): fields(thrown, clock)
        }
    }

    private static func fields(_ thrown: ThrowResult, _ clock: WallClock) -> [String] {
        [
            String(thrown.id ?? 0), thrown.table, String(thrown.number), thrown.endedAt.map(clock.text) ?? "",
            thrown.by,
            "", thrown.text, thrown.total.map(NumberText.text) ?? "",
        ]
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
