internal import DiceClient
internal import DiceModel
internal import DiceProof
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
        if let request { send(request, for: .change(AnyMethod(.contribute))) }
    }

    /// What the voucher has to send, and what it has to say against the daemon.
    private func answer(_ event: TableEvent) -> String? {
        let requests = voucher?.answer(event) ?? []
        for request in requests { send(request, for: .change(request.method)) }
        if let table = state.table?.snapshot { seen?.note(requests, for: event, at: table) }
        return voucher?.objection(to: event, isOwn: event.by == state.player)
    }

    func readHistory() {
        send(
            Method.history(HistoryQuery(of: state.name, limit: Limits.historyPage.upperBound)),
            for: .history(state.name))
    }

    /// Watches the table, at first and after the daemon's return.
    func join() { watch(state.name) }

    func watch(_ table: TableName) { send(Method.watch(WatchParams(table: table, frames: frames)), for: .watch(table)) }

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

    func roll(isAgain: Bool = false) {
        let entropy = Entropy.fresh()
        send(
            Method.roll(RollParams(table: state.name, by: by, entropy: entropy)), for: .roll(entropy, isAgain: isAgain))
    }

    func send(_ request: Request, for purpose: PlayLink.Purpose) {
        if !purpose.method.isSafeToRepeat, state.isOld || !link.isOpen || state.table == nil {
            state.notice =
                "\(state.absence == .table ? "the table was deleted" : "the daemon is gone"); nothing was sent"
        } else {
            if case .roll = purpose { state.awaitsRoll = true }
            if let incoming = link.send(request, for: purpose) { handle(incoming) }
        }
        needsDrawing = true
    }

    func handle(_ incoming: PlayLink.Incoming) {
        needsDrawing = true
        if case .refusal(.roll, _) = incoming { state.awaitsRoll = false }
        switch incoming {
        case .refusal(.roll(_, isAgain: false), let error) where error.known == .commitmentChanged:
            // The commitment of the turn that has begun is noted: it came with the end of the full one.
            roll(isAgain: true)
        case .notification(let notification):
            var objection: String?
            // Whoever rolls waits for it.
            if case .event(let event) = notification {
                objection = answer(event)
                seen?.note(event)
            }
            _ = state.apply(notification)
            if let objection { state.notice = objection }
            vouch()
            if state.absence == .table { timers.start(.table) }
        case .lost(let methods):
            voucher = nil
            state.lose(methods)
        case .obstacle(let failure):
            state.notice = failure.description.split(separator: "\n").map { Printable.text(String($0)) }.joined(
                separator: " ")
        case .garbled(let error): failure = .client(error)
        case .refusal(.watch(let name), let error) where error.knowsNoPlans:
            frames = .values
            watch(name)
        case .refusal(.watch(state.name), let error) where error.known == .tableNotFound && state.table != nil:
            if state.absence != .table { state.loseTable() }
            timers.start(.table)
        case .refusal(.throw(let typed, _), let error): state.reopen(typed, error)
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
            send(Method.history(HistoryQuery(of: name, limit: LastTurns.count)), for: .lastTurns(name))
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
        case .roll(let entropy, _):
            state.awaitsRoll = false
            let result = try line.value(as: RollResult.self)
            seen?.note(added: entropy, to: result)
            if let objection = Objection.to(result, with: entropy) { state.notice = objection }
        case .throw(_, let entropy):
            let result = try line.value(as: ThrowResult.self)
            seen?.note(thrown: result)
            seen?.note(added: entropy, to: result)
            if let objection = Objection.to(result, with: entropy) { state.notice = objection }
        case .change(let method): try line.checkResult(of: method)
        }
    }

    private func leave(_ old: TableName, for new: TableName) {
        // It takes along what was promised there.
        send(Method.unwatch(TableParams(table: old)), for: .change(AnyMethod(.unwatch)))
        voucher = nil
        state.change(to: new)
    }
}
