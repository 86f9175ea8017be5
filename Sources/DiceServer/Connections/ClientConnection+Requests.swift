import DiceModel
import DiceTable
import DiceWire
import Logging
import NIOCore

extension ClientConnection {
    /// Handles a line, either immediately or in a task.
    func handle(_ line: [UInt8]) -> ConnectionState.Action {
        switch handler.decoder.decode(line, permit) {
        case .single(let call):
            if isDropped(call) {
                return state.requestAnswered()
            }
            let handling = handler.handle(call, from: self)
            if case .answered(let answer) = handling {
                reply(call.id, answer)
                return state.requestAnswered()
            }
            start { await self.finish(handling, of: call) }
        case .batch(let calls): start { await self.handle(calls) }
        }
        return state.next()
    }

    private func start(_ body: @escaping @TableActor () async -> Void) {
        RequestTime.$arrival.withValue(.now) { _ = TableActor.task(body) }
    }

    /// Returns true if a call can be dropped: it would only return an answer, and the client has
    /// disconnected.
    private func isDropped(_ call: Call) -> Bool {
        !state.isOpen && call.endsWithConnection
    }

    private func finish(_ handling: Handling<any JSONWritable>, of call: Call) async {
        let stored = await store(handling, of: call)
        if stored.table != nil {
            perform(state.requestStored())
        }
        let answer = await answer(stored)
        await caughtUp()
        reply(call.id, answer)
        perform(stored.table == nil ? state.requestAnswered() : state.requestSettled())
    }

    /// Returns when the reader has received all earlier lines, so that replies do not pile up.
    func caughtUp() async {
        while state.mayReplyWait {
            await withCheckedContinuation { repliesDue.append($0) }
        }
    }

    /// Sends the waiting replies for as long as the reader keeps up.
    func sendReplies() {
        let due = repliesDue
        repliesDue = []
        for reply in due {
            reply.resume()
        }
    }

    /// Stores the requests of a batch in order, as if they came on separate lines, and sends their
    /// replies on one line.
    private func handle(_ calls: [UnreadCall]) async {
        var replies = [[UInt8]?](repeating: nil, count: calls.count)
        var size = 0
        var snapshots = 0
        var settling: [(Int, RequestID?, Stored<any JSONWritable>)] = []
        func add(_ answer: Answer<any JSONWritable>, _ id: RequestID?, at index: Int) {
            if case .failure(let error) = answer {
                handler.server.counts.refused(error)
            }
            guard let id else { return }
            if case .success(let result) = answer,
                result is TableSnapshot || result is ListResult
            {
                snapshots += 1
                state.snapshotTaken()
            }
            let reply = Reply(id: id, result: answer).jsonBytes()
            replies[index] = reply
            size = size + reply.count
        }
        for (index, unread) in calls.enumerated() {
            let call = handler.decoder.read(unread, permit)
            if !isDropped(call) {
                let isFull = size > ConnectionState.unsentLimit
                let handling =
                    isFull
                    ? .answered(
                        .failure(
                            WireError(
                                .repliesTooLarge,
                                ["limit": ConnectionState.unsentLimit]
                            )
                        )
                    )
                    : handler.handle(call, from: self)
                let stored = await store(handling, of: call)
                if stored.table == nil {
                    add(await answer(stored), call.id, at: index)
                } else {
                    settling.append((index, call.id, stored))
                }
            }
            // Other connections' requests run in between.
            if index % 32 == 31 {
                await yieldToOthers(for: 32)
            }
        }
        if !settling.isEmpty {
            perform(state.requestStored())
        }
        for (index, id, stored) in settling {
            add(await answer(stored), id, at: index)
        }
        var json = JSONWriter()
        json.array { json in
            for reply in replies.compactMap(\.self) {
                json.encoded(reply)
            }
        }
        json.endLine()
        if size > 0 {
            send(ByteBuffer(bytes: json.bytes), isNotification: false)
        }
        perform(
            settling.isEmpty
                ? state.requestAnswered(snapshots: snapshots)
                : state.requestSettled(snapshots: snapshots)
        )
    }

    /// Performs the first phase of a request, which may store something. Returns the second phase.
    private func store(_ handling: Handling<any JSONWritable>, of call: Call) async
        -> Stored<
            any JSONWritable
        >
    {
        do {
            switch handling {
            case .answered(let answer): return .due { try answer.get() }
            case .storing(let body): return try await store(body, of: call)
            case .working(let work):
                let notices = RequestNotices(to: self, of: call.id)
                return try await store({ try await work(notices) }, of: call)
            }
        } catch {
            return .due { throw error }
        }
    }

    /// Runs `body`. If the method ends with its connection, closing the connection cancels it.
    private func store(
        _ body: @escaping @TableActor () async throws -> Stored<any JSONWritable>,
        of call: Call
    ) async throws -> Stored<any JSONWritable> {
        if call.endsWithConnection {
            let work = TableActor.work(body)
            reading = work
            defer {
                reading = nil
            }
            return try await work.value
        }
        let stored = try await body()
        if let table = stored.table {
            rolling.append(table)
        }
        return stored
    }

    /// Performs the second phase, which is immediate unless dice must settle first.
    private func answer(_ stored: Stored<any JSONWritable>) async -> Answer<
        any JSONWritable
    > {
        defer {
            if let index = rolling.firstIndex(where: { $0 === stored.table }) {
                rolling.remove(at: index)
            }
        }
        do {
            return .success(try await stored.answer())
        } catch {
            let error = WireError(error)
            if error.known == .internalError || error.known == .storageFailed {
                logger.error(
                    "a request failed",
                    metadata: ["error": "\(error.message)"]
                )
            }
            return .failure(error)
        }
    }
}

/// Contributions of the client to others' rolls.
extension ClientConnection {
    /// Adds or replaces the client's contribution. Throws `WireError`.
    func contribute(_ params: ContributeParams, at table: Table) throws(WireError)
        -> ContributeResult
    {
        let by = player(params.by, at: table)
        let result = try table.contribute(
            params.commitment,
            by: by,
            owner: owner,
            names: permit.viewers(actingAs: by)
        )
        // A disconnected client cannot reveal.
        if state.isOpen {
            contributing[table.group.name] = table
        } else {
            table.contributorLeft(owner)
        }
        return result
    }

    /// Notes whether the client wants to be in the next match. Throws `WireError`.
    func ask(_ params: AskParams, at table: Table) throws(WireError) {
        try permit.checkHasName()
        try table.ask(params.asks, by: player(params.by, at: table))
    }

    /// Withdraws the client's contributions, because the client will not send any more requests.
    func withdrawContributions() {
        for table in contributing.values {
            table.contributorLeft(owner, .disconnected)
        }
        contributing = [:]
    }

    /// Withdraws contributions that the client may no longer reveal, and renames the rest.
    func confineContributions() {
        for (name, table) in contributing {
            if permit.role == .watch || !permit.includes(name) {
                contributing[name] = nil
                table.contributorLeft(owner)
            } else if permit.isNamed {
                table.contributorRenamed(owner, to: permit.names.all)
            }
        }
    }
}

extension ClientConnection {
    /// Returns the name under which a request acts at a table, given the request's `name`.
    func player(_ name: String?, at table: Table) -> String {
        name ?? permit.name(whenUp: table.group.settings.up)
    }

    /// Returns the roller for this client's request.
    func roller(_ name: String?, at table: Table) -> Roller {
        Roller(
            by: player(name, at: table),
            owner: owner,
            account: account,
            isBot: permit.isBot
        ) {
            if self.handler.server.isStopping {
                return .serverStopping
            }
            return self.state.isOpen ? nil : .disconnected
        }
    }

    /// The owner of tables and rolls that the client creates; `nil` if they belong to everyone.
    var ownerName: String? {
        handler.server.isShared || permit.isConfined ? permit.name : nil
    }

    /// Returns what the client may decide at the table. On a shared daemon, where any account may
    /// claim the role of host, only the table's owner is one.
    func standing(at table: DiceGroup) -> Standing {
        if permit.mayHost && mayChange(table.owner) {
            return .owner
        }
        return permit.role == .host && !handler.server.isShared ? .host : .guest
    }

    /// Returns true if the client may change and delete what `owner` owns; `nil` means no owner.
    func mayChange(_ owner: String?) -> Bool {
        isAdministrator || owner == permit.name
            || owner == nil && !handler.server.isShared
    }
}

extension Call {
    /// True if the method only returns an answer, which is useless once the connection has closed.
    fileprivate var endsWithConnection: Bool {
        guard case .success(let request) = request else { return true }
        return request.method.endsWithConnection
    }
}
