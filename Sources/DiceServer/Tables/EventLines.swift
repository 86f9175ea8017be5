import DiceGames
import DiceModel
import DiceTable
import DiceWire
import NIOCore

/// An event, encoded once for all watchers that receive the same line.
@TableActor
final class EventLines {
    let kind: TableEvent.Kind
    private let by: String?
    private let bot: Bool?
    /// The event for watchers with plans, if it differs.
    private let planned: TableEvent.Kind?
    private let group: DiceGroup
    /// Who may do what after the event; `nil` if the event does not change that.
    private let acts: PossibleActs?
    /// The different answers to watchers so far.
    private var answers: [May] = []
    /// The index of the answer to the previous watcher, which suits most others.
    private var last: (permit: Permit, standing: Standing, answer: Int)?
    private var lines: [Variant: ByteBuffer] = [:]

    /// Distinguishes the lines of an event.
    struct Variant: Hashable {
        var isPlanned = false
        /// True if the sheets of a game are omitted, since the event changes none.
        var isBrief = false
        /// The index of the answer to what is possible.
        var answer: Int?
    }

    /// - Parameter planned: the event for watchers with plans, if it differs.
    init(
        _ kind: TableEvent.Kind,
        by: String? = nil,
        bot: Bool? = nil,
        planned: TableEvent.Kind? = nil,
        of group: DiceGroup
    ) {
        self.kind = kind
        self.by = by
        self.bot = bot
        self.planned = planned
        self.group = group
        if case .tableChanged = kind {
            acts = PossibleActs(at: group)
        } else {
            acts = kind.changesMay ? PossibleActs(at: group) : nil
        }
    }

    /// Returns the variant of the event for a watcher.
    func variant(for watch: TableWatch) -> Variant {
        Variant(
            isPlanned: planned != nil && watch.frames == .plan,
            isBrief: kind.changesGame && !kind.changesPlayer && !watch.sheets,
            answer: answer(to: watch)
        )
    }

    /// Returns the index of the answer to what is possible for the watcher.
    private func answer(to watch: TableWatch) -> Int? {
        guard let acts, let output = watch.output else { return nil }
        let permit = output.permit
        let standing = output.standing(at: group)
        if let last, last.standing == standing, last.permit == permit {
            return last.answer
        }
        let answer = index(of: acts.may(of: permit, standing: standing))
        last = (permit, standing, answer)
        return answer
    }

    private func index(of may: May) -> Int {
        if let known = answers.firstIndex(of: may) {
            return known
        }
        answers.append(may)
        return answers.count - 1
    }

    func line(_ variant: Variant) -> ByteBuffer {
        if let line = lines[variant] {
            return line
        }
        let line = Notification.event(event(variant)).line()
        lines[variant] = line
        return line
    }

    private func event(_ variant: Variant) -> TableEvent {
        let may = variant.answer.map { answers[$0] }
        var event = TableEvent(
            table: group.name.description,
            revision: group.revision,
            by: by,
            bot: bot,
            kind: variant.isPlanned ? planned ?? kind : kind
        )
        event.game = kind.changesGame ? group.game : nil
        event.up = kind.changesPlayer ? group.settings.up : nil
        if variant.isBrief {
            event.game?.sheets = []
        }
        if case .tableChanged(var snapshot) = event.kind {
            snapshot.may = may
            event.kind = .tableChanged(snapshot)
        } else {
            event.may = may
        }
        return event
    }

    /// True if the event announces the end of a throw.
    var isOfThrow: Bool {
        switch kind {
        case .throwEnded, .throwShown: true
        default: false
        }
    }

    /// True if the event is never sent before the frame that it follows.
    var needsFrame: Bool { if case .rollSettled = kind { true } else { false } }

    /// Returns true if the event contains every change that the watcher has not received.
    func carriesState(to watch: TableWatch, of group: DiceGroup) -> Bool {
        switch kind {
        case .tableChanged: true
        case .rollStarted: group.roll.map(watch.isCovered) == true
        default: false
        }
    }
}
