internal import DiceModel
internal import DiceNotation

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

    func text(_ entries: [HistoryEntry]) -> String {
        entries.map { entry in
            switch (self, entry) {
            case (.lines(let clock), .turn(let turn)): PlainLine.history(turn, clock) + "\n"
            case (.lines(let clock), .thrown(let thrown)): PlainLine.history(thrown, clock) + "\n"
            case (.csv(let clock), .turn(let turn)): CommaSeparated.line(Self.fields(turn, clock))
            case (.csv(let clock), .thrown(let thrown)): CommaSeparated.line(Self.fields(thrown, clock))
            }
        }.joined()
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
