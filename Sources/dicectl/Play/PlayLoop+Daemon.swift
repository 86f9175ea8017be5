internal import DiceClient
internal import DiceModel
internal import DiceWire

/// What is asked of the daemon, and what its answers change.
extension PlayLoop {
    /// Promises to add to the chance of the next roll, where that is wanted and not done.
    func vouch() {
        guard !state.isOld, state.table != nil, link.isOpen else { return }
        guard state.vouches else {
            voucher?.goesOn = false
            return
        }
        var promising = voucher ?? Voucher(table: state.name, by: by)
        promising.goesOn = true
        let request = promising.isPromised ? nil : promising.promise()
        voucher = promising
        if let request { send(request, for: .change(.contribute)) }
    }

    private func answer(_ event: TableEvent) {
        for request in voucher?.answer(event) ?? [] { send(request, for: .change(request.method)) }
    }

    func readHistory() {
        send(.history(HistoryQuery(of: state.name, limit: Limits.historyPage.upperBound)), for: .history(state.name))
    }

    /// Watches the table, at first and after the daemon's return.
    func join() {
        send(.watch(TableParams(table: state.name)), for: .watch(state.name))
    }

    /// Has a daemon where there is none, and joins it; else the person is told why not.
    func startDaemon() throws(Failure) {
        do {
            if try link.startDaemon() { join() }
        } catch {
            guard case .client(let error) = error else { throw error }
            state.notice = Printable.text(error.description)
        }
        needsDrawing = true
    }

    func send(_ request: Request, for purpose: PlayLink.Purpose) {
        if !purpose.method.isSafeToRepeat, state.isOld || !link.isOpen || state.table == nil {
            state.notice =
                "\(state.absence == .table ? "the table was deleted" : "the daemon is gone"); nothing was sent"
        } else if let incoming = link.send(request, for: purpose) {
            handle(incoming)
        }
        needsDrawing = true
    }

    func handle(_ incoming: PlayLink.Incoming) {
        needsDrawing = true
        switch incoming {
        case .notification(let notification):
            // Whoever rolls waits for it.
            if case .event(let event) = notification {
                answer(event)
                seen?.note(event)
            }
            _ = state.apply(notification)
            vouch()
            if state.absence == .table { timers.start(.table) }
        case .lost(let methods):
            voucher = nil
            state.lose(methods)
        case .obstacle(let failure):
            state.notice = failure.description.split(separator: "\n").map { Printable.text(String($0)) }.joined(
                separator: " ")
        case .garbled(let error): failure = .client(error)
        case .refusal(.watch(state.name), let error) where error.known == .tableNotFound && state.table != nil:
            if state.absence != .table { state.loseTable() }
            timers.start(.table)
        case .refusal(.throw(let typed), let error): state.reopen(typed, error)
        case .refusal(.change(.contribute), let error):
            (voucher, state.vouching) = (nil, false)
            state.notice = Printable.text(Refusal(error, table: state.name).what)
        case .refusal(_, let error): state.notice = Printable.text(Refusal(error, table: state.name).what)
        case .answer(let purpose, let line):
            do {
                try take(line, purpose)
            } catch {
                failure = .client(error)
            }
        }
    }

    private func take(_ line: ServerLine, _ purpose: PlayLink.Purpose) throws(ClientError) {
        switch purpose {
        case .watch(let name):
            if name != state.name { leave(state.name, for: name) }
            let snapshot = try line.value(as: TableSnapshot.self)
            state.show(snapshot)
            seen?.note(snapshot)
            vouch()
            send(.history(HistoryQuery(of: name, limit: LastTurns.count)), for: .lastTurns(name))
            if state.pane == .history { readHistory() }
        case .list:
            state.list(try line.value(as: ListResult.self).tables)
            // While they show; a daemon of thousands of tables is asked more seldom.
            if state.pane == .tables {
                timers.start(.list, for: Timers.Timer.list.duration + .milliseconds(20 * state.tables.count))
            }
        case .history(let name):
            if name == state.name { state.history = try line.value(as: HistoryPage.self).turns }
        case .lastTurns(let name):
            if name == state.name { state.lastTurns = try line.value(as: HistoryPage.self).turns }
        case .change(.roll): _ = try line.value(as: RollResult.self)
        case .change(.endTurn): _ = try line.value(as: Turn.self)
        case .throw: seen?.note(thrown: try line.value(as: ThrowResult.self))
        case .change(.cancel): _ = try line.value(as: CancelResult.self)
        case .change(.contribute): _ = try line.value(as: ContributeResult.self)
        case .change(.unwatch), .change(.reveal): _ = try line.value(as: EmptyObject.self)
        case .change: _ = try line.value(as: TableSnapshot.self)
        }
    }

    private func leave(_ old: TableName, for new: TableName) {
        // It takes along what was promised there.
        send(.unwatch(TableParams(table: old)), for: .change(.unwatch))
        voucher = nil
        state.change(to: new)
    }
}
