import DiceDrawing
package import DiceGames
import DiceJudging
package import DiceModel
package import DiceWire

/// A table's state, built from its notifications, with a caption for the last event.
package struct TableState: Hashable {
    package private(set) var snapshot: TableSnapshot
    /// The document of the table's game; `nil` until it arrives.
    package var document: Game?
    package var caption = ""
    /// The name at the beginning of the caption, if any.
    private var actor: String?
    /// The throws in flight and the last settled ones, oldest first.
    package private(set) var thrown: [ThrowFrame] = []
    /// The place of each throw among those received, by its number: throws of one group share one.
    package private(set) var throwPlaces: [Int: Int] = [:]
    private var nextPlace = 0

    /// The numbers of the dice of the turn's last roll that was not void, as far as known.
    package private(set) var rolled: [Int] = []

    /// Text to add after the last event, if it was the end of a turn.
    package private(set) var remark = ""

    private(set) var isDeleted = false
    /// The plans received for the table's dice in flight and, by throw number, for the dice of
    /// throws.
    private(set) var board = FlightBoard()
    private(set) var throwBoards: [Int: FlightBoard] = [:]

    /// The maximum number of settled throws that are kept, each group counted once, and of all
    /// throws.
    static let shownThrows = 5
    static let maxThrows = 1_000

    /// - Parameters:
    ///   - before: the previous state of the same table, whose settled throws are kept.
    ///   - now: the time of arrival, by `ScreenClock`, as for `apply`.
    package init(
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
        throwPlaces = before?.throwPlaces ?? [:]
        nextPlace = before?.nextPlace ?? 0
    }

    package var dice: [DieState] { snapshot.dice }
    /// The rules of the table's game, if it has one.
    package var game: Game? { snapshot.game?.rules(document) }
    package var total: Int { dice.total }

    /// Applies a notification; those of other tables change nothing.
    package mutating func apply(
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

    /// Merges the changed dice into the throw.
    private mutating func apply(_ frame: ThrowFrame, at now: Duration) {
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
            // A recreated table counts from 1 again.
            thrown.removeAll { $0.number == frame.number }
            var first = frame
            first.dice = []
            first.merge(frame)
            throwPlaces[frame.number] = place(of: frame)
            thrown.append(first)
        }
        forgetThrows()
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

    /// Returns the place for a new throw: that of its group, or the next one.
    private mutating func place(of frame: ThrowFrame) -> Int {
        let other = thrown.last { $0.isListed(with: frame) }
        if let place = other.flatMap({ throwPlaces[$0.number] }) {
            return place
        }
        defer {
            nextPlace += 1
        }
        return nextPlace
    }

    /// Forgets the oldest settled throws, but no part of a group.
    private mutating func forgetThrows() {
        let flying = Set(thrown.filter(\.rolling).map { throwPlaces[$0.number] })
        var settled: [Int?] = []
        for throwing in thrown {
            let place = throwPlaces[throwing.number]
            if !flying.contains(place), !settled.contains(place) {
                settled.append(place)
            }
        }
        let forgotten = settled.dropLast(Self.shownThrows)
        thrown.removeAll { forgotten.contains(throwPlaces[$0.number]) }
        thrown.removeFirst(max(0, thrown.count - Self.maxThrows))
        if throwPlaces.count > thrown.count {
            let known = Set(thrown.map(\.number))
            throwPlaces = throwPlaces.filter { known.contains($0.key) }
        }
    }

    /// The caption with the tag of its player.
    var taggedCaption: String {
        guard let actor, caption.hasPrefix(Printable.text(actor)) else {
            return caption
        }
        return PlayerTag.text(actor, among: snapshot.players ?? [])
            + caption.dropFirst(Printable.text(actor).count)
    }

    package mutating func apply(_ result: RollResult) {
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
        case .rollStarted(let dice, _, _, let plan):
            rolled = dice.isEmpty ? rolled : dice
            if let plan {
                board.take(FlightPlan(elapsed: 0, plan: plan), at: now)
            }
        case .rollSettled(let numbers, _, _, _, let dice, _, _, _):
            rolled = numbers.isEmpty ? rolled : numbers
            board.drop(settled: dice)
        case .lockChanged(let dice): board.drop(settled: dice)
        case .turnEnded: rolled = []
        case .tableChanged(let changed):
            board = FlightBoard()
            if let flight = changed.flight {
                board.take(flight, at: now)
            }
        case .throwShown(let entry):
            if let index = thrown.firstIndex(where: { $0.number == entry.number }) {
                thrown[index].result = entry
                thrown[index].seenBy = entry.seenBy
            }
        case .tableDeleted: isDeleted = true
        default: break
        }
    }

    /// Removes the throws in flight.
    mutating func hideFlyingThrows() {
        thrown.removeAll { $0.result == nil }
    }

    /// Sets the dice to the faces of an earlier state, even those in flight.
    mutating func keepFaces(of before: TableState) {
        for (index, die) in before.dice.enumerated()
        where snapshot.dice.indices.contains(index) {
            snapshot.dice[index].value = die.value
        }
    }

    /// Sets each die in flight that has a plan to its value at `now`.
    package mutating func advance(to now: Duration) {
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

    /// Returns when a die in flight next shows another value; `nil` if none will.
    package func nextChange(after now: Duration) -> Duration? {
        ([board] + throwBoards.values).compactMap { $0.nextChange(after: now) }.min()
    }
}
