internal import DiceModel
internal import DiceWire

extension TableEvent.Kind {
    /// Whether it is about who looks, and not about the table.
    var isQuiet: Bool {
        switch self {
        case .watchersChanged, .contributorsChanged: true
        default: false
        }
    }
}

/// A table as far as its notifications have told, with a caption for the last thing that happened.
struct TableState: Hashable {
    private(set) var snapshot: TableSnapshot
    var caption = ""
    /// Those in flight and the last that have settled, oldest first.
    private(set) var thrown: [ThrowFrame] = []

    /// Of the turn that has ended last; nil before.
    private(set) var verdict: Verdict?
    private(set) var isDeleted = false

    /// What is known in advance of the table's dice in flight.
    private(set) var board = FlightBoard()
    /// And of those of throws, by their number.
    private(set) var throwBoards: [Int: FlightBoard] = [:]

    /// How many settled throws are kept.
    static let keptThrows = 5
    /// How many throws are kept in all.
    static let mostThrows = 1_000

    /// - Parameters:
    ///   - before: the same table as it was known before, whose settled throws stay.
    ///   - now: when it came, by the clock by which dice are drawn.
    init(_ snapshot: TableSnapshot, after before: TableState? = nil, at now: Duration = ScreenClock.now) {
        self.snapshot = snapshot
        if let flight = snapshot.flight { board.take(flight, at: now) }
        thrown = before?.thrown.filter { $0.result != nil } ?? []
    }

    var dice: [DieState] { snapshot.dice }
    var total: Int { dice.reduce(0) { $0 + $1.value } }

    /// Takes in what happened; notifications of other tables change nothing.
    ///
    /// - Parameter now: when it came, by the clock by which dice are drawn.
    mutating func apply(_ notification: Notification, at now: Duration = ScreenClock.now) {
        switch notification {
        case .frame(let frame) where frame.table == snapshot.table:
            (snapshot.revision, snapshot.turn, snapshot.roll) = (frame.revision, frame.turn, frame.roll)
            snapshot.rolling = frame.rolling
            replace(frame.dice)
        case .event(let event) where event.table == snapshot.table: apply(event, at: now)
        case .throw(let frame) where frame.table == snapshot.table: apply(frame, at: now)
        case .frame, .event, .throw, .tables: break
        }
    }

    /// Puts the dice that have changed in the place of what is known of the throw.
    private mutating func apply(_ frame: ThrowFrame, at now: Duration) {
        snapshot.revision = frame.revision
        for die in frame.dice where !die.animating { throwBoards[frame.number]?.drop(die.die) }
        if frame.result != nil { throwBoards[frame.number] = nil }
        if let flight = frame.flight, frame.result == nil {
            throwBoards[frame.number, default: FlightBoard()].take(flight, at: now)
        }
        if let index = thrown.firstIndex(where: { $0.number == frame.number }), thrown[index].result == nil {
            thrown[index].merge(frame)
        } else {
            // A table that was made anew counts from 1 again.
            thrown.removeAll { $0.number == frame.number }
            thrown.append(frame)
        }
        let settled = thrown.filter { !$0.rolling }.map(\.number)
        thrown.removeAll { settled.dropLast(Self.keptThrows).contains($0.number) }
        thrown.removeFirst(max(0, thrown.count - Self.mostThrows))
        if throwBoards.count > thrown.count {
            throwBoards = throwBoards.filter { board in thrown.contains { $0.number == board.key } }
        }
        caption = frame.result.map { Printable.text($0.by + ": " + $0.text) } ?? "\(Printable.text(frame.by)) throws"
    }

    /// Takes in the answer to a roll.
    mutating func apply(_ result: RollResult) {
        snapshot.turn = result.turn
        snapshot.roll = result.roll
        snapshot.rolling = false
        snapshot.by = result.by
        replace(result.dice)
        caption = PlainLine.settled(by: result.by, result.outcome, result.reason, result.absent)
    }

    private mutating func apply(_ event: TableEvent, at now: Duration) {
        snapshot.revision = event.revision
        let who = event.by.map(Printable.text) ?? "somebody"
        switch event.kind {
        case .rollStarted(_, _, let roll, let plan):
            snapshot.by = event.by
            snapshot.roll = roll ?? snapshot.roll
            if let plan { start(Flight(elapsed: 0, plan: plan), at: now) }
            caption = "\(who) rolls"
        case .rollSettled(_, let outcome, let reason, let absent, let dice, _):
            replace(dice)
            caption = PlainLine.settled(by: who, outcome, reason, absent)
        case .rollAsked(_, _, let contributors):
            caption = "\(who) rolls when \(PlainLine.names(contributors.map(\.by))) have answered"
        case .contributorsChanged(let contributors):
            snapshot.contributors = contributors.isEmpty ? nil : contributors
        case .lockChanged(let dice):
            replace(dice)
            caption = "\(who) \(PlainLine.lockChange(dice))"
        case .turnEnded(let turn, let next):
            let verdict = Verdict(turn, promised: snapshot.commitment)
            self.verdict = verdict
            snapshot.by = nil
            snapshot.commitment = next
            if turn.full != true {
                var rules = TurnRules(players: snapshot.players ?? [], up: snapshot.up)
                rules.handOn()
                snapshot.up = rules.up
            }
            caption = "\(who) ended turn \(turn.turn) with \(turn.total)\(verdict.remark)"
        case .tableChanged(let changed):
            (snapshot, board) = (changed, FlightBoard())
            if let flight = changed.flight { board.take(flight, at: now) }
            caption = PlainLine.rules(changed)
        case .watchersChanged(let watchers, let watching):
            (snapshot.watchers, snapshot.watching) = (watchers, watching)
        case .tableDeleted: (caption, isDeleted) = ("deleted", true)
        case .serverStopping: caption = "the daemon is stopping"
        }
    }

    /// As if no throw were in flight.
    mutating func hideFlyingThrows() { thrown.removeAll { $0.result == nil } }

    /// Puts the faces of an earlier state on the dice, whatever they do now.
    mutating func keepFaces(of before: TableState) {
        for (index, die) in before.dice.enumerated() where snapshot.dice.indices.contains(index) {
            snapshot.dice[index].value = die.value
        }
    }

    private mutating func replace(_ changed: [DieState]) {
        for die in changed where snapshot.dice.indices.contains(die.die - 1) {
            snapshot.dice[die.die - 1] = die
            if !die.animating { board.drop(die.die) }
        }
    }

    /// These dice begin to move.
    private mutating func start(_ flight: Flight, at now: Duration) {
        snapshot.rolling = true
        for plan in flight.plan where snapshot.dice.indices.contains(plan.die - 1) {
            snapshot.dice[plan.die - 1].animating = true
        }
        board.take(flight, at: now)
    }

    mutating func show(_ value: Int, onDie die: Int) { snapshot.dice[die - 1].value = value }

    mutating func show(_ value: Int, onDie place: Int, ofThrow index: Int) { thrown[index].dice[place].value = value }
}
