internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import Logging
internal import NIOCore

extension Connection {
    /// Begins the requests that have arrived, as far as the one before lets them.
    func work() {
        output.cork()
        while storing == nil, !isRefusingInput, !output.isBehind, let piece = nextPiece() { begin(piece) }
        if hasInputEnded || isRefusingInput || !output.isHolding {
            flush()
        } else if !isFlushing {
            handler.server.flushQueue.flush(self)
        }
    }

    /// Sends what is held back.
    func flush() {
        isFlushing = false
        guard isOpen else { return }
        if output.uncork() { caughtUp() }
        closeIfDone()
    }

    /// Works on what has arrived, and reads on where reading was held back.
    func goOn() {
        work()
        if isOpen, wantsInput { output.channel.read() }
    }

    private func nextPiece() -> LineCodec.Piece? {
        codec.next() ?? (hasInputEnded ? codec.finish() : nil)
    }

    private func begin(_ piece: LineCodec.Piece) {
        switch piece {
        case .tooLong: refuse(.lineTooLong)
        case .line(let line):
            switch handler.decoder.decode(line) {
            case .single(let call): begin(call)
            case .batch(let calls): begin(calls)
            }
        }
    }

    private func begin(_ call: Call) {
        switch handling(of: call) {
        case .now(let answer): reply(call.id, answer)
        case .later(let work):
            perform { begun in
                let answer = await self.answer(work, begun)
                return { self.reply(call.id, answer()) }
            }
        }
    }

    /// The requests of a batch are begun one after the other; their replies make one line, when the last is there.
    private func begin(_ calls: [Call]) {
        if calls.contains(where: \.asksForSnapshot) { holdNotifications() }
        perform { begun in
            let batch = Batch()
            for call in calls { await batch.begin(call, by: self) }
            begun()
            let line = await batch.line()
            return {
                if let line { self.output.send(line) }
                self.releaseNotifications()
            }
        }
    }

    func handling(of call: Call) -> Handling {
        switch call.request {
        case .success(let request): handler.handle(request, from: self)
        case .failure(let error): .now(.failure(error))
        }
    }

    /// Does `work` as a task. The answer is made when it is taken.
    func answer(_ work: Work, _ begun: @escaping @TableActor () -> Void) async -> @TableActor () -> Answer {
        do {
            let outcome = try await work(begun)
            return { .success(outcome()) }
        } catch {
            let error = WireError(error)
            log(error)
            return { .failure(error) }
        }
    }

    /// Runs a task that ends by sending; no other request is begun until it says `begun`, or ends.
    private func perform(
        _ task: @escaping @TableActor (_ begun: @escaping @TableActor () -> Void) async -> @TableActor () -> Void
    ) {
        performed += 1
        unanswered += 1
        let number = performed
        storing = number
        let begun: @TableActor () -> Void = {
            guard self.storing == number else { return }
            self.storing = nil
            self.goOn()
        }
        Task {
            let send = await task(begun)
            send()
            unanswered -= 1
            if unanswered == 0 { answered() }
            begun()
            closeIfDone()
        }
    }

    private func reply(_ id: RequestID?, _ answer: Answer) {
        if let id { output.send(Reply(id: id, result: answer).line()) }
    }

    private func log(_ error: WireError) {
        guard error.known == .internalError || error.known == .storageFailed else { return }
        logger.error("a request failed", metadata: ["error": "\(error.message)"])
    }
}

extension Call {
    /// Whether the reply holds a snapshot of a table, which frames that come later must not precede.
    fileprivate var asksForSnapshot: Bool {
        switch request {
        case .success(.get), .success(.watch), .success(.lock), .success(.unlock), .success(.toggleLock): true
        default: false
        }
    }
}
