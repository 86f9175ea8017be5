internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import Logging
internal import NIOCore

extension Connection {
    /// Handles a line: at once, or as a task.
    func handle(_ line: [UInt8]) -> ConnectionState.Action {
        switch handler.decoder.decode(line, permit) {
        case .single(let call):
            let handling = handler.handle(call, from: self)
            if case .answered(let answer) = handling {
                reply(call.id, answer)
                return state.requestAnswered()
            }
            start { await self.finish(handling, call.id) }
        case .batch(let calls): start { await self.handle(calls) }
        }
        return state.next()
    }

    private func start(_ body: @escaping @TableActor () async -> Void) {
        task = RequestTime.$arrival.withValue(.now) { TableActor.task(body) }
    }

    private func finish(_ handling: Handling<any JSONWritable>, _ id: RequestID?) async {
        var stored = await store(handling)
        let isSettled = stored.isSettled
        if !isSettled {
            perform(state.requestStored())
            stored = await settle(stored)
        }
        reply(id, stored.answer)
        perform(isSettled ? state.requestAnswered() : state.requestSettled())
    }

    /// The requests of a batch are stored one after the other, as those of single lines are; their replies make one line.
    /// The rest of it is not done for a client that is gone.
    private func handle(_ calls: [UnreadCall]) async {
        var replies = [[UInt8]?](repeating: nil, count: calls.count)
        var (size, snapshots) = (0, 0)
        var settling: [(Int, RequestID?, Stored<any JSONWritable>)] = []
        func add(_ answer: Answer<any JSONWritable>, _ id: RequestID?, at index: Int) {
            guard let id else { return }
            if case .success(let result) = answer, result is TableSnapshot {
                snapshots += 1
                state.snapshotTaken()
            }
            let reply = Reply(id: id, result: answer).jsonBytes()
            (replies[index], size) = (reply, size + reply.count)
        }
        for (index, unread) in calls.enumerated() where state.isOpen {
            let call = handler.decoder.read(unread, permit)
            let isFull = size > ConnectionState.unsentLimit
            let stored = await store(isFull ? .answered(.failure(.batchTooLarge)) : handler.handle(call, from: self))
            if stored.isSettled {
                add(stored.answer, call.id, at: index)
            } else {
                settling.append((index, call.id, stored))
            }
            // Everybody else's requests come in between.
            if index % 32 == 31 { await makeRoom(for: 32) }
        }
        if !settling.isEmpty { perform(state.requestStored()) }
        for (index, id, stored) in settling {
            add(await settle(stored).answer, id, at: index)
        }
        var json = JSONWriter()
        json.array { json in
            for reply in replies.compactMap(\.self) { json.encoded(reply) }
        }
        json.endLine()
        if size > 0 { send(ByteBuffer(bytes: json.bytes), isNotification: false) }
        perform(
            settling.isEmpty ? state.requestAnswered(snapshots: snapshots) : state.requestSettled(snapshots: snapshots))
    }

    /// The first phase.
    private func store(_ handling: Handling<any JSONWritable>) async -> Stored<any JSONWritable> {
        do {
            switch handling {
            case .answered(let answer): return .answered(answer)
            case .storing(let store):
                let stored = try await store()
                if let table = stored.table, !stored.isSettled { rolling.append(table) }
                return stored
            }
        } catch {
            return failed(error)
        }
    }

    private func failed(_ error: any Error) -> Stored<any JSONWritable> {
        let error = WireError(error)
        if error.known == .internalError || error.known == .storageFailed {
            logger.error("a request failed", metadata: ["error": "\(error.message)"])
        }
        return .answered(.failure(error))
    }

    /// The second phase.
    private func settle(_ stored: Stored<any JSONWritable>) async -> Stored<any JSONWritable> {
        guard let table = stored.table else { return stored }
        var settled = stored
        do { try await stored.settled() } catch { settled = failed(error) }
        await table.outcomeStored()
        if let index = rolling.firstIndex(where: { $0 === table }) { rolling.remove(at: index) }
        return settled
    }
}
