import DiceGames
import DiceModel
import DiceWire

/// What is known of a table from its notifications, with a caption for the last thing that
/// happened.
struct TableState: Hashable {
    private(set) var snapshot: TableSnapshot
    /// Of its game; nil until the daemon has told.
    var document: Game?
    var caption = ""
    /// Whose name it begins with, if it does.
    private var actor: String?
    /// The throws in flight and the last that have settled, oldest first.
    private(set) var thrown: [ThrowFrame] = []
    /// The number of the first throw that was told of, from which places on the screen are counted.
    private(set) var firstThrow = 1

    /// What is said after the last event, if that was the end of a turn.
    private(set) var remark = ""

    private(set) var isDeleted = false
    /// What is known in advance of the table's dice in flight, and of those of throws, by the
    /// throw's number.
    private(set) var board = FlightBoard()
    private(set) var throwBoards: [Int: FlightBoard] = [:]

    /// How many settled throws are kept, and how many in all.
    static let keptThrows = 5
    static let mostThrows = 1_000

    /// - Parameters:
    ///   - before: the same table as it was known before, whose settled throws stay.
    ///   - now: when it came, by `ScreenClock`, as for `apply`.
    init(
        _ snapshot: TableSnapshot,
        after before: TableState? = nil,
        at now: Duration = ScreenClock.now
    ) {
        self.snapshot = snapshot
        if let flight = snapshot.flight {
            board.take(flight, at: now)
        }
        document = before?.document
        thrown = before?.thrown.filter { $0.result != nil } ?? []
        firstThrow = before?.firstThrow ?? 1
    }

    var dice: [DieState] { snapshot.dice }
    /// What is played, if anything is.
    var game: Game? { snapshot.game?.rules(document) }
    var total: Int { dice.total }

    /// Takes in what happened; notifications of other tables change nothing.
    mutating func apply(
        _ notification: Notification,
        at now: Duration = ScreenClock.now
    ) {
        let promised = snapshot.commitment
        snapshot.apply(notification)
        switch notification {
        case .frame(let frame) where frame.table == snapshot.table:
            board.drop(settled: frame.dice)
        case .event(let event) where event.table == snapshot.table:
            apply(event, promised: promised, at: now)
        case .throw(let frame) where frame.table == snapshot.table:
            apply(frame, at: now)
        case .frame, .event, .throw, .tables, .backup, .progress: break
        }
    }

    /// Puts the dice that have changed in the place of what is known of the throw.
    private mutating func apply(_ frame: ThrowFrame, at now: Duration) {
        if thrown.isEmpty {
            firstThrow = frame.number
        }
        for die in frame.dice where !die.animating {
            throwBoards[frame.number]?.drop(die.die)
        }
        if frame.result != nil {
            throwBoards[frame.number] = nil
        }
        if let flight = frame.flight, frame.result == nil {
            throwBoards[frame.number, default: FlightBoard()].take(flight, at: now)
        }
        if let index = thrown.firstIndex(where: { $0.number == frame.number }),
            thrown[index].result == nil
        {
            thrown[index].merge(frame)
        } else {
            // A table that was made again counts from 1 again.
            thrown.removeAll { $0.number == frame.number }
            var first = frame
            first.dice = []
            first.merge(frame)
            thrown.append(first)
        }
        let settled = thrown.filter { !$0.rolling }.map(\.number)
        thrown.removeAll { settled.dropLast(Self.keptThrows).contains($0.number) }
        thrown.removeFirst(max(0, thrown.count - Self.mostThrows))
        if throwBoards.count > thrown.count {
            throwBoards = throwBoards.filter { board in
                thrown.contains { $0.number == board.key }
            }
        }
        caption =
            frame.result.map(EventText.caption.thrown)
            ?? "\(Printable.text(frame.by)) throws"
        actor = frame.by
    }

    /// The caption with its player's letter.
    var taggedCaption: String {
        guard let actor, caption.hasPrefix(Printable.text(actor)) else {
            return caption
        }
        return PlayerTag.text(actor) + caption.dropFirst(Printable.text(actor).count)
    }

    mutating func apply(_ result: RollResult) {
        snapshot.turn = result.turn
        snapshot.roll = result.roll
        snapshot.by = result.by
        snapshot.rolling = false
        for die in result.dice where snapshot.dice.indices.contains(die.die - 1) {
            snapshot.dice[die.die - 1] = die
        }
        board.drop(settled: result.dice)
        caption = EventText.caption.roll(result)
        actor = result.by
    }

    private mutating func apply(
        _ event: TableEvent,
        promised: String?,
        at now: Duration
    ) {
        remark =
            if case .turnEnded(let turn, _) = event.kind {
                Verdict(turn, promised: promised).remark
            } else { "" }
        if let text = EventText.caption.event(
            event,
            at: snapshot,
            document,
            remark: remark
        ) {
            caption = text
            actor = event.by
        }
        switch event.kind {
        case .rollStarted(_, _, _, let plan?):
            board.take(FlightPlan(elapsed: 0, plan: plan), at: now)
        case .rollSettled(_, _, _, _, let dice, _, _, _), .lockChanged(let dice):
            board.drop(settled: dice)
        case .tableChanged(let changed):
            board = FlightBoard()
            if let flight = changed.flight {
                board.take(flight, at: now)
            }
        case .throwShown(let entry):
            if let index = thrown.firstIndex(where: { $0.number == entry.number }) {
                thrown[index].result = entry
            }
        case .tableDeleted: isDeleted = true
        default: break
        }
    }

    /// Hides the throws in flight.
    mutating func hideFlyingThrows() {
        thrown.removeAll { $0.result == nil }
    }

    /// Puts the faces of an earlier state on the dice, whatever they do now.
    mutating func keepFaces(of before: TableState) {
        for (index, die) in before.dice.enumerated()
        where snapshot.dice.indices.contains(index) {
            snapshot.dice[index].value = die.value
        }
    }

    /// Has each die in flight, of which the daemon has told in advance, show what it shows at
    /// `now`.
    mutating func advance(to now: Duration) {
        for die in dice where die.animating {
            guard let value = board.value(ofDie: die.die, at: now),
                (1...die.sides).contains(value)
            else { continue }
            snapshot.dice[die.die - 1].value = value
        }
        for index in thrown.indices where thrown[index].result == nil {
            guard let board = throwBoards[thrown[index].number] else { continue }
            for place in thrown[index].dice.indices
            where thrown[index].dice[place].animating {
                if let value = board.value(
                    ofDie: thrown[index].dice[place].die,
                    at: now
                ) {
                    thrown[index].dice[place].value = value
                }
            }
        }
    }

    func advanced(to now: Duration) -> TableState {
        var state = self
        state.advance(to: now)
        return state
    }

    /// When a die in flight shows another value; nil if none will.
    func nextChange(after now: Duration) -> Duration? {
        ([board] + throwBoards.values).compactMap { $0.nextChange(after: now) }.min()
    }
}
