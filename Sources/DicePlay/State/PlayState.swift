import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire

/// Reads a line of throws by a player, as `PlayHost.throwing` does.
typealias LineReader =
    (_ line: String, _ player: String, _ rolls: [SavedRoll]?) throws(EntryLine.Mistake) ->
    [TypedThrow]?

/// The complete state of `play`. The buttons, the total and the locks follow from the dice alone.
package struct PlayState {
    enum Pane: Hashable {
        case history, tables, sheet, help, hint, end

        /// True if the keys select a line of the pane.
        var chooses: Bool { self == .tables || self == .sheet }
    }

    enum Question: Hashable {
        case endTurn, startDaemon
        /// Confirms filling this box although another box would score.
        case fill(String)
    }

    /// The reason why the visible state is out of date: no daemon, or no table.
    enum Absence: Hashable { case daemon, table }

    var name: TableName
    /// The players here: one person, or several who share the screen.
    let players: [String]
    /// True if this connection may play, not only watch.
    private(set) var mayPlay = true
    /// `nil` until it arrives.
    var table: TableState? {
        didSet { followChoice() }
    }
    /// The dice chosen in the open turn of a bank game; `nil` if the players here cannot choose now.
    var choice: BankChoice?
    var tables: [TableSummary] = []
    /// Snapshots of the other tables, by name.
    var others: [String: TableSnapshot] = [:]
    /// `nil` until it arrives.
    var history: [HistoryEntry]?
    /// The recent turns, throws and corrections, newest first; `nil` until they arrive.
    var lastEntries: [HistoryEntry]?
    /// True if the program can have a bot play again.
    var bringsBack = false
    /// The known ended matches of the table.
    var matches: [MatchRecord] = []
    var pane: Pane? {
        didSet {
            if pane != .sheet, correcting != nil { (correcting, notice) = (nil, "") }
        }
    }
    /// The turn being corrected: its player, and its score in each box; `nil` if none is.
    var correcting: (by: String, options: [BoxOption])?
    /// The search for hints on the table's game; `nil` if none has begun.
    var search: HintSearch?
    /// The clock for the times shown.
    var clock = WallClock.local
    /// The pane's first line, or the selected table.
    var paneRow = 0
    /// The index of the selected die.
    var chosen = 0
    /// The top row of dice.
    var top = 0
    /// The digits of a die's number typed so far.
    var typed = ""
    /// The input line for notation or faces, while it is open.
    var entry: EntryLine?
    /// The lines thrown from the input line, oldest first.
    var thrownLines: [String] = []
    /// The numbers of the dice on which a tap was just ignored.
    var ignored: Set<Int> = []
    /// The text in the bottom line instead of the selected die.
    package var notice = ""
    /// Sentences about events since the screen was last shown.
    var announcements: [String] = []
    /// The missing daemon or table, if any; the table then shows its last known state.
    var absence: Absence?
    /// The pending question: the same key again confirms it, any other cancels it.
    var question: Question?
    /// The actions that were requested and have not been answered, oldest first.
    var pending: [Pending] = []
    /// True if the person wants to contribute to the rolls of others; `nil` until they decide.
    var contributing: Bool?
    /// True if the player's turn has just begun.
    var hasBecomeUp = false
    /// The daemon's machine; `nil` for this one.
    var host: String?
    /// True if a daemon may be started when there is none.
    private(set) var startsDaemon = true
    /// Reads a line of throws by a player, as `PlayHost.throwing` does.
    let throwing: LineReader
    /// True if a meaningless key has already been answered with a pointer to the help.
    var hasPointedAtHelp = false

    var dice: [DieState] { table?.dice ?? [] }
    /// The throws in flight and the last settled ones, oldest first.
    var thrown: [ThrowFrame] { table?.thrown ?? [] }
    /// The place of each throw, by its number.
    var throwPlaces: [Int: Int] { table?.throwPlaces ?? [:] }
    /// The number of sides of the largest die.
    var sides: Int { dice.map(\.sides).max() ?? 6 }
    var isRolling: Bool { dice.contains(where: \.animating) }
    var locked: [Int] { dice.filter(\.locked).map(\.die) }
    var watchers: Int? { (table?.snapshot.watchers).flatMap { $0 > 0 ? $0 : nil } }

    /// True if the person contributes to the rolls of others: the default at a table with players.
    var contributes: Bool {
        mayPlay && table?.snapshot.hand != true
            && (contributing
                ?? (table?.snapshot.players?.contains(where: players.contains) == true))
    }

    var seats: [Seat] { table.map { Seat.all(of: $0.snapshot, you: players) } ?? [] }

    var isOld: Bool { absence != nil }
    /// The players of the table, in turn order.
    var seated: [String] { table?.snapshot.players ?? [] }
    /// The current player, at a table with players.
    var up: String? { table?.snapshot.up }
    /// The acting player: the one here whose turn it is, else the first.
    var player: String { players.first { $0 == up } ?? players.first ?? "" }
    /// The name under which the people here contribute to the rolls of others.
    var contributor: String {
        table?.snapshot.players.flatMap { players.first(where: $0.contains) } ?? player
    }
    /// True if the match is for others than the people here.
    var isGuest: Bool {
        guard let seats = table?.snapshot.players, table?.snapshot.game != nil else { return false }
        return !seats.contains(where: players.contains)
    }
    /// True if the acting player wants to be in the next match.
    var asks: Bool { table?.snapshot.asking?.contains(player) == true }
    /// True if the player may act, as far as turns are concerned.
    var isUp: Bool { up == nil || up == player }
    /// The rolls left in the turn; `nil` if unlimited.
    var rollsLeft: Int? { table?.snapshot.rollsLeft }

    /// True if Roll is enabled.
    var canRoll: Bool { isUp && isOffered(.roll) }
    /// True if the turn may end, with or without a box.
    var canEndTurn: Bool { isUp && isOffered(.endTurn) }
    /// True if End Turn is enabled. With a sheet, filling a box ends the turn.
    var endsTurnByButton: Bool { canEndTurn && !hasSheet }
    private var hasSheet: Bool { table?.snapshot.game?.rounds != nil }

    /// True unless the daemon says that the act is impossible for this connection.
    private func isOffered(_ act: Act) -> Bool {
        !isOld && table != nil && mayPlay && obstacle(to: act) == nil
    }

    /// Returns the reason why an act is impossible for this connection; `nil` if it is possible, or
    /// if the daemon does not say so.
    func obstacle(to act: Act) -> String? {
        guard case .refused(let cause) = verdict(on: act) else { return nil }
        guard let known = Cause(rawValue: cause) else { return Printable.text(cause) }
        let lastPlayer = lastEntries?.lazy.compactMap(\.turn).first?.by
        let values: CauseValues = [
            "up": up,
            "limit": table?.snapshot.rollsPerTurn,
            "player": act == .correct ? lastPlayer : up,
        ]
        return Printable.text(known.what(values) ?? known.code.summary)
    }

    var isMatchOver: Bool { table?.snapshot.game?.over == true }

    var chosenDie: DieState? { dice.indices.contains(chosen) ? dice[chosen] : nil }

    /// Shows a table's snapshot: the first one, one after a switch of tables, or one after the
    /// daemon or the table has come back.
    mutating func show(_ snapshot: TableSnapshot) {
        if let absence {
            notice =
                absence == .daemon ? "the daemon is back" : "the table was created again"
        }
        announcements.append(EventText.spoken.state(snapshot))
        table = TableState(snapshot, after: table)
        if let standing {
            announcements.append(standing)
        }
        let closes = pane == .hint || pane == .end || correcting != nil
        absence = nil
        question = nil
        pane = closes ? nil : pane
        chosen = min(chosen, max(0, snapshot.dice.count - 1))
    }

    /// Switches to another table and discards the state of this one.
    mutating func change(to other: TableName) {
        let before = self
        self = PlayState(
            name: other,
            players: players,
            mayPlay: mayPlay,
            tables: tables,
            startsDaemon: startsDaemon,
            throwing: throwing
        )
        hasPointedAtHelp = before.hasPointedAtHelp
        entry = before.entry
        thrownLines = before.thrownLines
        host = before.host
        search = before.search
        if entry?.purpose != .notation {
            entry = nil
        }
    }

    /// Applies a notification about any table.
    mutating func apply(_ notification: Notification) {
        let wasUp = isUp
        let gathered = table?.snapshot.game?.turn ?? 0
        table?.apply(notification)
        if isRolling {
            settle { $0.action.isRoll }
        }
        if isUp, !wasUp {
            hasBecomeUp = true
        }
        if case .throw(let frame) = notification, frame.table == name.description {
            if players.contains(frame.by) {
                settle { $0.request.method == .throw }
            }
            if let result = frame.result {
                announcements.append(EventText.spoken.thrown(result))
            }
        }
        guard case .event(let event) = notification, event.table == name.description
        else { return }
        note(event)
        guard let table,
            var sentence = EventText.spoken.event(
                event,
                at: table.snapshot,
                table.document,
                remark: table.remark
            )
        else { return }
        let hasClosedChoice = correcting != nil
        let lastNotice = notice
        let isBust = event.kind.entry?.turn?.score?.isBust == true
        if isBust {
            sentence += " No die scores: \(Self.lost(gathered))."
        }
        announcements.append(sentence)
        if pane == .hint || pane == .end || correcting != nil {
            pane = nil
        }
        notice = isBust ? "\(table.caption); \(Self.lost(gathered))" : table.caption
        question = nil
        switch event.kind {
        case .rollSettled(_, .void, let reason, let absent, _, _, _, _):
            notice = EventText.void(by: event.by ?? "", absent, reason, you: players)
        case .rollSettled where lastNotice == Self.closedChoice: notice = lastNotice
        case .rollStarted where hasClosedChoice:
            notice = Self.closedChoice
            announcements.append("Too late for another box: the next turn has begun.")
        case .rollStarted, .rollSettled:
            if case .rollSettled(_, _, _, _, _, _, _, true?) = event.kind {
                if event.by.map(players.contains) == true {
                    notice += "; if a face is wrong, press u"
                }
            } else {
                notice = ""
            }
            if mustChoose, isUp {
                announcements.append("No rolls left. Press s to choose a box.")
            }
        case .tableChanged(let snapshot):
            chosen = min(chosen, snapshot.dice.count - 1)
            typed = ""
            ignored = []
            if let standing {
                announcements.append(standing)
            }
        case .gameOver:
            notice = ""
            pane = .end
            paneRow = 0
            if let standing {
                announcements.append(standing)
            }
        case .tableDeleted: loseTable()
        case .turnEnded(let turn, _):
            if pane == .sheet, players.contains(turn.by) {
                pane = nil
            }
            if !isMatchOver, let standing {
                announcements.append(standing)
            }
        default: break
        }
    }

    /// Says that a roll has closed the choice of another box.
    private static let closedChoice = "too late for another box: the next turn has begun"

    /// Adds an entry, which has ended or has just been shown, as the newest one in the history.
    private mutating func note(_ event: TableEvent) {
        guard let entry = event.kind.entry else { return }
        history = history.map { [entry] + $0.filter { $0.id != entry.id } }
        lastEntries =
            [entry]
            + (lastEntries ?? []).filter { $0.id != entry.id }.prefix(
                LastEntries.count - 1
            )
    }

    /// Removes a notice that has been read, and the question in it. What says that the table is
    /// not up to date stays.
    mutating func endNotice() {
        guard absence == nil, correcting == nil, typed.isEmpty, pending.isEmpty else { return }
        notice = ""
        question = nil
    }

    /// Marks the table as deleted: it can no longer be played.
    mutating func loseTable() {
        absence = .table
        typed = ""
        question = nil
        notice =
            "the table was deleted; a new one of its name will appear here; t lists the others"
    }

    /// Marks the connection as closed.
    mutating func lose(_ unanswered: [AnyMethod]) {
        absence = .daemon
        question = nil
        pending = []
        let changing = unanswered.filter { !$0.isSafeToRepeat }.map(\.words).joined(
            separator: ", "
        )
        let unknown =
            changing.isEmpty ? "" : "; unknown whether it completed \(changing)"
        // The follower keeps trying to reconnect.
        let wayBack = startsDaemon ? "r or enter starts it" : "waiting for it"
        notice =
            (host.map { "no connection to \($0); trying again" }
                ?? "no daemon; \(wayBack)")
            + unknown
    }
}
