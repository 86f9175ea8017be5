import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceProof
import DiceVerifying
import DiceWire
import Glibc

/// Requests to the daemon, and the effects of its answers.
extension PlayLoop {
    /// Contributes to the next roll, if the person wants that and no contribution is pending.
    func contribute() {
        guard !state.isOld, !witness.isParting, state.table != nil,
            follower.client != nil
        else {
            return
        }
        guard state.contributes else {
            witness.contribution?.isRenewed = false
            return
        }
        var contribution =
            witness.contribution
            ?? EntropyContribution(
                table: state.name,
                by: by == nil ? nil : state.contributor,
                own: state.players
            )
        contribution.isRenewed = true
        let request = contribution.isPending ? nil : contribution.renew()
        witness.contribution = contribution
        if let request {
            send(request)
        }
    }

    /// The request for the history pane.
    var history: Request { entries(atMost: Limits.historyPage.upperBound) }
    private var lastEntries: Request { entries(atMost: LastEntries.count) }

    private func entries(atMost limit: Int) -> Request {
        Method.history(
            HistoryQuery(.one(state.name), limit: limit, kind: .all, viewer: viewer)
        )
    }

    /// Starts a daemon if none is running, and reports a failure to the person.
    func startDaemon() throws(CommandError) {
        do {
            if let remote = try host.remote {
                guard follower.client?.hasAgreed != true else { return }
                follower.client?.connection.abandon()
                follower.begin(on: try host.begin(remote, startsDaemon: true))
            } else if follower.client == nil {
                // Makes exit statuses available again: that of the starter matters here, unlike
                // that of a daemon that keeps running.
                signal(SIGCHLD, SIG_DFL)
                defer {
                    signal(SIGCHLD, SIG_IGN)
                }
                follower.begin(on: try host.connect())
            }
        } catch {
            guard case .client(let error) = CommandError(error) else {
                throw CommandError(error)
            }
            state.notice = Printable.text(error.description)
        }
        needsDrawing = true
    }

    func roll(isAgain: Bool = false) {
        isRollAgain = isAgain
        send(
            Method.roll(RollParams(table: state.name, by: by, entropy: Entropy.fresh())),
            for: .roll
        )
    }

    /// Asks for the saved rolls, to read a line that may name some.
    func readRolls(for line: String) {
        if let obstacle {
            state.notice = obstacle
            return
        }
        unread.append(line)
        send(Method.listRolls(ListRollsParams(by: by)))
    }

    /// Throws the lines that waited for the saved rolls.
    private func read(_ rolls: [SavedRoll]) {
        let lines = unread
        unread = []
        for action in lines.flatMap({ state.read($0, among: rolls) }) {
            _ = perform(action)
        }
    }

    /// Shows the lines that cannot be read without the saved rolls.
    private func refuseLines(_ error: WireError) {
        let mistake = EntryLine.Mistake(message: Printable.text(error.problem))
        for line in unread {
            state.reopen(line, mistake)
        }
        unread = []
    }

    /// The reason why nothing can change the table now; `nil` if something can.
    private var obstacle: String? {
        guard state.isOld || follower.client == nil || state.table == nil else { return nil }
        return
            "\(state.absence == .table ? "the table was deleted" : "the daemon is disconnected"); nothing was sent"
    }

    /// Sends a request, unless nothing can change the table. What it asks for is pending until it
    /// is answered: the one place where this begins.
    func send(_ request: Request, for action: PlayAction? = nil) {
        if !request.method.isSafeToRepeat, let obstacle {
            state.notice = obstacle
        } else {
            if let action {
                state.begin(action, with: request)
                timers.start(.pending)
            }
            follower.send(request)
        }
        needsDrawing = true
    }

    /// Sends the next throw of those for several names, once the one before has begun.
    func sendQueued() {
        guard let request = queue.next(at: .now) else {
            if queue.due == .never {
                timers.stop(.queue)
            } else {
                timers.start(.queue, at: queue.due)
            }
            return
        }
        send(request)
        if state.isOld || follower.client == nil {
            dropQueue()
        }
    }

    private func dropQueue() {
        queue = ThrowQueue([])
        typed = typed.filter { $0.value.params.group == nil }
    }

    /// Handles the refusal of a throw for one of several names: it is made again when there is
    /// room, otherwise the person reads how many were made.
    private func refuseQueued(_ request: Request, _ entered: TypedThrow?, _ error: WireError) {
        guard let failure = queue.failure else {
            typed[request] = entered
            return sendQueued()
        }
        let made = queue.made.count
        dropQueue()
        if made == 0, let entered {
            return state.reopen(entered, failure)
        }
        state.notice =
            "\(made) \(made == 1 ? "throw was" : "throws were") made; "
            + Printable.text(failure.problem)
    }

    func handle(_ news: Follower.News) throws(CommandError) {
        needsDrawing = true
        do throws(ClientError) {
            switch news {
            case .table(let snapshot, _): show(snapshot)
            case .notification(let notification?, _):
                if case .event(let event) = notification {
                    for request in witness.contribution?.answer(event) ?? [] {
                        send(request)
                    }
                }
                state.apply(notification)
                if case .throw(let frame) = notification {
                    queue.apply(frame)
                    sendQueued()
                }
                contribute()
                guard case .event(let event) = notification else { break }
                switch event.kind {
                case .tableChanged, .gameOver: askAround()
                default: break
                }
            case .notification(nil, _): break
            case .answer(let request, let line): try take(line, request)
            case .refused(let request, let error, _): refuse(request, error)
            case .missing(let table):
                if table == state.name, state.absence != .table {
                    state.loseTable()
                }
            case .gone(_, let methods):
                witness.contribution = nil
                dropQueue()
                typed = [:]
                unread = []
                state.lose(methods)
            case .blocked(let failure):
                state.notice = failure.description.split(separator: "\n").map {
                    Printable.text(String($0))
                }.joined(
                    separator: " "
                )
            }
        } catch { throw .client(error) }
        if let warning = witness.takeWarnings().last {
            state.notice = warning
        }
    }

    /// Requests what the table's state does not include.
    private func askAround() {
        send(lastEntries)
        if state.pane == .history {
            send(history)
        }
        guard state.table?.snapshot.game != nil else { return }
        send(Method.game(TableParams(table: state.name)))
        send(
            Method.matches(
                MatchesParams(table: state.name, limit: Limits.historyPage.upperBound)
            )
        )
    }

    /// Looks up the game's hints in the cache. If they are missing, computes them if `finds` is
    /// set, that is, at the person's request.
    func searchHints(finds: Bool = false) {
        guard let game = state.table?.game else { return }
        if let search = state.search, search.game == game, !finds || search.finds {
            return
        }
        state.search?.cancel()
        state.search = HintSearch(game, finds: finds)
        timers.start(.hint)
    }

    private func refuse(_ request: Request, _ error: WireError) {
        state.settle(request)
        let typed = typed.removeValue(forKey: request)
        if queue.refused(request, error, at: .now) {
            return refuseQueued(request, typed, error)
        }
        // An error about a table that was left is not shown, and its request is not repeated at the
        // current table.
        guard
            request.method == .watch || request.table == nil
                || request.table == state.name
        else {
            return
        }
        // An error about a request that the person did not make is not shown either.
        if request.method == .game || request.method == .get
            || request.method == .matches
        {
            return
        }
        if let typed {
            return state.reopen(typed, error)
        }
        if request.method == .listRolls {
            return refuseLines(error)
        }
        // The full turn has just ended, and the new turn's commitment arrived with that event.
        if request.method == .roll, error.known == .commitmentChanged, !isRollAgain {
            return roll(isAgain: true)
        }
        if request.method == .contribute {
            witness.contribution = nil
            state.contributing = false
        }
        state.notice = Printable.text(error.problem)
    }

    /// Shows the table's current state. Switches to another table only if the person has chosen
    /// that table.
    private func show(_ snapshot: TableSnapshot) {
        if let name = TableName(snapshot.table), name != state.name {
            follower.leave(state.name)
            witness.contribution = nil
            unread = []
            state.change(to: name)
        }
        // A contribution ends with its table, even if a table of the same name is created.
        if state.isOld {
            witness.contribution = nil
        }
        let isNew = state.table == nil
        state.show(snapshot)
        if isNew, state.mayPlay, let players = snapshot.players,
            !players.contains(where: state.players.contains)
        {
            let table = snapshot.table
            let player = ShellWord.quoted(snapshot.up ?? players[0])
            state.notice =
                "you are \(EventText.names(state.players)), not a player here"
            if state.isGuest {
                state.notice += "; n asks to be in the next match"
            }
            if !host.isShared, state.host == nil {
                state.notice += "; to play: dicectl play \(table) --as \(player)"
            }
            state.announcements.append(state.notice)
        }
        contribute()
        askAround()
    }

    private func take(_ line: ServerLine, _ request: Request) throws(ClientError) {
        let settled = state.pending.first { $0.request == request }?.action
        state.settle(request)
        switch request.params {
        case is HistoryQuery:
            let entries = try line.value(as: SentPage.self).entries.compactMap(\.entry)
            if request == history {
                state.history = entries
            }
            if request == lastEntries {
                state.lastEntries = entries
            }
        case _ where request.method == .list:
            state.list(try line.result(of: .list).tables)
            for table in state.tables.prefix(Self.maxTables).compactMap({
                TableName($0.table)
            }) {
                send(Method.get(GetParams(table: table)))
            }
            // Polls while the list is visible; less often if the daemon has thousands of tables.
            if state.pane == .tables {
                timers.start(
                    .list,
                    for: Timers.Timer.list.duration
                        + .milliseconds(20 * state.tables.count)
                )
            }
        case _ where request.method == .listRolls:
            read(try line.result(of: .listRolls).rolls)
        case let params as GetParams:
            state.others[params.table.description] = try line.result(of: .get)
        case _ where request.method == .game && request.table == state.name:
            state.table?.document = try line.result(of: .game).document
            searchHints()
        case _ where request.method == .matches && request.table == state.name:
            state.matches = try line.result(of: .matches).matches
        default:
            let typed = typed.removeValue(forKey: request)
            if queue.answered(request) {
                sendQueued()
            }
            guard let typed else {
                try line.checkResult(of: request.method)
                if case .keep(_, let next)? = settled, request.table == state.name {
                    _ = perform(next)
                }
                return
            }
            let result = try line.result(of: .throw)
            // A stranger receives the result of a secret throw of their own only here.
            if typed.params.seenBy != nil, viewer == nil, result.hidden != true {
                state.apply(.throw(ThrowFrame(result)))
            }
            state.tell(result.notes ?? [])
        }
    }
}
