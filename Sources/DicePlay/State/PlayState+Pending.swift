import DiceModel
import DiceWire

/// The requests that change the table and have not been answered: what they ask for looks pending.
extension PlayState {
    /// An action, and the request that was sent for it.
    struct Pending: Hashable {
        let request: Request
        let action: PlayAction
    }

    /// True if a roll was requested and no die is rolling yet.
    var awaitsRoll: Bool { pending.contains { $0.action.last.isRoll } }

    /// Returns true if an action has to wait for an answer: the same one is pending, or one that
    /// ends this state of the turn.
    func isWaiting(for action: PlayAction) -> Bool {
        guard action.isOfTurn else { return false }
        return pending.contains { $0.action == action || $0.action.endsState }
    }

    mutating func begin(_ action: PlayAction, with request: Request) {
        pending.append(Pending(request: request, action: action))
    }

    /// Ends what a request has asked for: it is answered. There is at most one roll, whose request
    /// the follower has changed.
    mutating func settle(_ request: Request) {
        let isRoll = request.method == .roll && request.table == name
        settle { $0.request == request || isRoll && $0.action.isRoll }
    }

    /// Ends the first pending action for which this is true.
    mutating func settle(_ isSettled: (Pending) -> Bool) {
        guard let first = pending.firstIndex(where: isSettled) else { return }
        let words = waitingText
        pending.remove(at: first)
        if notice == words {
            notice = waitingText ?? ""
        }
    }

    /// Says what is pending, once the answer has taken a moment.
    mutating func tellPending() {
        notice = waitingText ?? notice
    }

    private var waitingText: String? {
        guard !pending.isEmpty else { return nil }
        return "waiting for the answer: "
            + pending.map { $0.action.words ?? $0.request.method.words }.joined(separator: ", ")
    }

    /// The numbers of the dice whose locks are about to change.
    var pendingDice: Set<Int> {
        Set(pending.flatMap(\.action.dice))
    }

    /// The box that is about to be filled.
    var pendingBox: String? {
        pending.lazy.compactMap(\.action.box).first
    }

    func isPending(_ isWanted: (PlayAction) -> Bool) -> Bool {
        pending.contains { isWanted($0.action) }
    }
}

extension PlayAction {
    /// True if it locks dice before another action.
    var isKeep: Bool {
        if case .keep = self { true } else { false }
    }

    /// The action that is left once dice are locked.
    var last: PlayAction {
        if case .keep(_, let action) = self { action } else { self }
    }

    var isRoll: Bool {
        switch self {
        case .roll, .enter: true
        default: false
        }
    }

    /// True if the action asks for a change of the turn, which a second press would repeat.
    fileprivate var isOfTurn: Bool {
        switch self {
        case .roll, .enter, .endTurn, .cancel, .cancelThrow, .toggle, .unlock, .keep, .fill,
            .correct, .newGame, .ask, .rest, .endAbsent:
            true
        default: false
        }
    }

    /// True if the turn is another one, or has other dice, after the action.
    fileprivate var endsState: Bool {
        switch self {
        case .roll, .enter, .keep, .endTurn, .fill, .correct, .newGame: true
        default: false
        }
    }

    fileprivate var dice: [Int] {
        switch self {
        case .toggle(let die): [die]
        case .keep(let dice, _), .unlock(let dice): dice
        default: []
        }
    }

    fileprivate var box: String? {
        switch self {
        case .fill(let box), .correct(let box, _): box
        default: nil
        }
    }

    /// The text of a typed throw.
    fileprivate var words: String? {
        if case .throw(let typed) = self { typed.text } else { nil }
    }
}

extension AnyMethod {
    /// The name of the request in words.
    var words: String {
        switch self {
        case .roll: "the roll"
        case .endTurn: "the end of the turn"
        case .correct: "the correction"
        case .throw: "the throw"
        case .cancel: "settling the dice"
        case .lock, .unlock, .toggleLock: "the lock"
        case .newGame, .ask: "the next match"
        case .rest: "the rest"
        default: name
        }
    }
}
