import DiceGames
import DiceModel
import DiceWire

/// All that `play` shows. The buttons, the total and what is locked follow from the dice alone.
struct PlayState {
    enum Pane: Hashable {
        case history, tables, sheet, help, hint, end

        /// Whether one of its lines is chosen by the keys.
        var chooses: Bool { self == .tables || self == .sheet }
    }

    enum Question: Hashable {
        case endTurn, startDaemon
        /// Whether to fill this box, though another one brings points.
        case fill(String)
    }

    /// The state that the screen shows is out of date.
    enum Absence: Hashable { case daemon, table }

    var name: TableName
    /// Who plays here: one person, or several who share the screen.
    let players: [String]
    /// Whether this connection may play, and not only watch.
    private(set) var mayPlay = true
    /// Nil until the daemon has told.
    var table: TableState?
    var tables: [TableSummary] = []
    /// What is known of them, by their names.
    var others: [String: TableSnapshot] = [:]
    /// Nil until the daemon has told.
    var history: [HistoryEntry]?
    /// The turns, throws and corrections of late, newest first; nil until the daemon has told.
    var lastEntries: [HistoryEntry]?
    /// Those of the table that have ended, as they are known.
    var matches: [MatchRecord] = []
    var pane: Pane? {
        didSet {
            if pane != .sheet, takenBack != nil { (takenBack, notice) = (nil, "") }
        }
    }
    /// Whose last turn is to go into another box, and what it would give in each; nil if none is.
    var takenBack: (by: String, options: [BoxOption])?
    /// The search for the hints of the table's game; nil if none has begun.
    var search: HintSearch?
    /// The clock for the times that are shown.
    var clock = WallClock.local
    /// The pane's first line, or the table that the keys choose.
    var paneRow = 0
    /// The index of the die that the keys act on.
    var chosen = 0
    /// The row of dice at the top.
    var top = 0
    /// Digits typed so far of a die's number.
    var typed = ""
    /// The line for dice notation, or for faces, while it is open.
    var entry: EntryLine?
    /// What was thrown from that line, oldest first.
    var thrownLines: [String] = []
    /// Numbers of the dice of which a tap was just ignored.
    var ignored: Set<Int> = []
    /// What the bottom line says instead of the chosen die.
    var notice = ""
    /// Sentences about what has happened since the screen was last shown.
    var news: [String] = []
    /// What is gone, if anything is; the table then shows its last known state.
    var absence: Absence?
    /// What the person has just been asked: the same key again says yes, and anything else no.
    var question: Question?
    /// Whether a roll was asked for and no die is seen rolling yet.
    var awaitsRoll = false
    /// Whether the person wants to contribute to the rolls of others; nil until they have said.
    var contributing: Bool?
    /// Whether it has just become the player's turn.
    var hasBecomeUp = false
    /// The machine that the daemon is on; nil for this one.
    var host: String?
    /// Whether a daemon may be started if there is none.
    private(set) var startsDaemon = true
    /// Whether a key without a meaning has been answered: once is enough.
    var hasPointedAtHelp = false

    var dice: [DieState] { table?.dice ?? [] }
    /// The throws in flight and the last that have settled, oldest first.
    var thrown: [ThrowFrame] { table?.thrown ?? [] }
    var firstThrow: Int { table?.firstThrow ?? 1 }
    /// How many sides the largest die has.
    var sides: Int { dice.map(\.sides).max() ?? 6 }
    var isRolling: Bool { dice.contains(where: \.animating) }
    var locked: [Int] { dice.filter(\.locked).map(\.die) }
    var watchers: Int? { (table?.snapshot.watchers).flatMap { $0 > 0 ? $0 : nil } }

    /// Whether to contribute to the rolls of others: if there are players, each does unless they
    /// say otherwise.
    var contributes: Bool {
        mayPlay && table?.snapshot.hand != true
            && (contributing
                ?? (table?.snapshot.players?.contains(where: players.contains) == true))
    }

    var seats: [Seat] { table.map { Seat.all(of: $0.snapshot, you: players) } ?? [] }

    var isOld: Bool { absence != nil }
    /// Whose turn it is, at a table with players.
    var up: String? { table?.snapshot.up }
    /// Who acts now: the one of them who is up, else the first.
    var player: String { players.first { $0 == up } ?? players.first ?? "" }
    /// Under which of their names they contribute to the rolls of others.
    var contributor: String {
        table?.snapshot.players.flatMap { players.first(where: $0.contains) } ?? player
    }
    /// Whether the player may do something, as far as players and their turns go.
    var isUp: Bool { up == nil || up == player }
    /// How many rolls the turn may still have; nil for any number.
    var rollsLeft: Int? { table?.snapshot.rollsLeft }

    /// Whether Roll is enabled: by the rule of the page, `obstacleToRoll` in acts.js.
    var canRoll: Bool { isReady && rollsLeft != 0 && (hasFreeDie || isBank) }
    /// Whether the turn may end, with a box or without one: by the rule of the page,
    /// `obstacleToEnd` in acts.js.
    var canEndTurn: Bool { isReady && table?.snapshot.by != nil }
    /// Whether End Turn is enabled: where there is a sheet, a box ends the turn.
    var endsTurnByButton: Bool { canEndTurn && !hasSheet }
    private var hasFreeDie: Bool { locked.count < dice.count }
    private var hasSheet: Bool { table?.snapshot.game?.rounds != nil }
    /// Whether the table plays a bank game, in which a roll takes all dice again once all are
    /// locked.
    private var isBank: Bool { table?.snapshot.game != nil && !hasSheet }
    private var isReady: Bool {
        !isOld && !dice.isEmpty && !isRolling && isUp && mayPlay && !isMatchOver
    }
    var isMatchOver: Bool { table?.snapshot.game?.over == true }

    var chosenDie: DieState? { dice.indices.contains(chosen) ? dice[chosen] : nil }

    /// The table as the daemon tells it, at first, after a switch and after its return.
    mutating func show(_ snapshot: TableSnapshot) {
        if let absence {
            notice =
                absence == .daemon ? "the daemon is back" : "the table was made again"
        }
        news.append(EventText.spoken.state(snapshot))
        table = TableState(snapshot, after: table)
        if let standing {
            news.append(standing)
        }
        let closes = pane == .hint || pane == .end || takenBack != nil
        absence = nil
        question = nil
        pane = closes ? nil : pane
        chosen = min(chosen, max(0, snapshot.dice.count - 1))
    }

    /// Begins at another table, with nothing of this one.
    mutating func change(to other: TableName) {
        let before = self
        self = PlayState(
            name: other,
            players: players,
            mayPlay: mayPlay,
            tables: tables,
            startsDaemon: startsDaemon
        )
        hasPointedAtHelp = before.hasPointedAtHelp
        entry = before.entry
        thrownLines = before.thrownLines
        host = before.host
        search = before.search
        if entry?.isForFaces == true {
            entry = nil
        }
    }

    /// Something happened at a table.
    mutating func apply(_ notification: Notification) {
        let wasUp = isUp
        table?.apply(notification)
        if isRolling {
            awaitsRoll = false
        }
        if isUp, !wasUp {
            hasBecomeUp = true
        }
        if case .throw(let frame) = notification, frame.table == name.description,
            let result = frame.result
        {
            news.append(EventText.spoken.thrown(result))
        }
        guard case .event(let event) = notification, event.table == name.description
        else { return }
        note(event)
        guard let table,
            let sentence = EventText.spoken.event(
                event,
                at: table.snapshot,
                table.document,
                remark: table.remark
            )
        else { return }
        news.append(sentence)
        if pane == .hint || pane == .end || takenBack != nil {
            pane = nil
        }
        notice = table.caption
        question = nil
        switch event.kind {
        case .rollSettled(_, .void, let reason, let absent, _, _, _, _):
            notice = EventText.void(by: event.by ?? "", absent, reason, you: players)
        case .rollStarted, .rollSettled:
            if case .rollSettled(_, _, _, _, _, _, _, true?) = event.kind {
            } else {
                notice = ""
            }
            if mustChoose, isUp {
                news.append("No roll is left: choose a box, with s.")
            }
        case .tableChanged(let snapshot):
            chosen = min(chosen, snapshot.dice.count - 1)
            typed = ""
            ignored = []
            if let standing {
                news.append(standing)
            }
        case .gameOver:
            notice = ""
            pane = .end
            paneRow = 0
            if let standing {
                news.append(standing)
            }
        case .tableDeleted: loseTable()
        case .turnEnded(let turn, _):
            if pane == .sheet, players.contains(turn.by) {
                pane = nil
            }
            if !isMatchOver, let standing {
                news.append(standing)
            }
        default: break
        }
    }

    /// What has ended, or is shown from now on, is the newest of the history.
    private mutating func note(_ event: TableEvent) {
        let entry: HistoryEntry
        switch event.kind {
        case .turnEnded(let turn, _): entry = .turn(turn)
        case .corrected(let correction): entry = .corrected(correction)
        case .throwEnded(let result), .throwShown(let result): entry = .thrown(result)
        default: return
        }
        history = history.map { [entry] + $0.filter { $0.id != entry.id } }
        lastEntries =
            [entry]
            + (lastEntries ?? []).filter { $0.id != entry.id }.prefix(
                LastEntries.count - 1
            )
    }

    /// The table is gone: nothing here can be played any more.
    mutating func loseTable() {
        absence = .table
        typed = ""
        question = nil
        notice =
            "the table was deleted; it shows again when there is one of its name; t for the others"
    }

    /// The connection ended: nothing here is news any more.
    mutating func lose(_ unanswered: [AnyMethod]) {
        absence = .daemon
        question = nil
        awaitsRoll = false
        let changing = unanswered.filter { !$0.isSafeToRepeat }.map(\.words).joined(
            separator: ", "
        )
        let unknown =
            changing.isEmpty ? "" : "; whether it did \(changing) is not known"
        // It is awaited all the time.
        let wayBack = startsDaemon ? "r or enter starts it" : "waiting for it"
        notice =
            (host.map { "no connection to \($0); trying again" }
                ?? "no daemon; \(wayBack)")
            + unknown
    }
}

extension AnyMethod {
    /// What a person calls it.
    fileprivate var words: String {
        switch self {
        case .roll: "the roll"
        case .endTurn: "the end of the turn"
        case .correct: "the correction"
        case .throw: "the throw"
        case .cancel: "the settling"
        case .lock, .unlock, .toggleLock: "the lock"
        default: name
        }
    }
}
