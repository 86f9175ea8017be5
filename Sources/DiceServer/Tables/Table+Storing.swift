import DiceModel
import DiceTable
import DiceWire
import Logging

/// Drawn faces cannot be undone. If they cannot be stored, they are kept, and no other change is
/// made until they are stored. This ensures that no faces are ever drawn from the same seed with
/// other entropy.
extension Table {
    /// Stores a draw. On failure it keeps the draw and throws `storageFailed`.
    func storeDrawn(_ drawn: any FlightDraw) async throws(WireError) {
        do {
            try await storeUnsaved()
            try await save(drawn)
        } catch {
            ledger.unsaved.append(drawn)
            storeLater()
            throw .storedLater(error)
        }
    }

    /// Stores the kept draws and shows them as settled. The caller holds the lock.
    func storeUnsaved() async throws(StoreError) {
        while let drawn = ledger.unsaved.first {
            try await save(drawn)
            ledger.unsaved.removeFirst()
            drawn.begin(at: group, taking: nil).stop(.storageFailed)
        }
    }

    private func save(_ drawn: any FlightDraw) async throws(StoreError) {
        if let entry = try await drawn.save(in: store, at: now()) {
            ledger.stored(asDrawn: entry)
        }
        if drawn is ThrowDraw {
            counts.throwCount += 1
        } else {
            counts.rolls += 1
        }
    }
}

extension Table {
    /// Performs the ledger's actions. This is the only place that announces the end of a throw.
    func perform(_ actions: [ThrowLedger.Action]) {
        for action in actions {
            switch action {
            case .store: storeSoon()
            case .count(let thrown, let user):
                inFlight.stored.count(thrown.shown(to: []).jsonBytes().count, of: user)
            case .announce(let entry, let part):
                let told = entry.redacted(for: part)
                announce(.throwEnded(told), by: told.by, bot: told.bot, to: part)
            }
        }
    }

    /// Stores the outcomes of rolls and throws. The caller holds the lock. Outcomes that cannot be
    /// stored are kept for later.
    ///
    /// - Parameter rounds: the maximum number of batches of throws to store.
    func storeOutcomes(rounds: Int = .max) async throws(StoreError) {
        while let roll = ledger.completedRolls.first {
            try await store.setOutcome(.completed, ofRoll: roll, in: group.name)
            ledger.completedRolls.removeFirst()
        }
        for _ in 0..<rounds {
            let next = ledger.next
            guard !next.isEmpty else { return }
            let entries = try await store.end(next)
            perform(ledger.stored(entries))
        }
    }

    /// Stores everything that remains, and ends a lost turn. The caller holds the lock. The faces
    /// are safe either way, so failures are logged and retried.
    func tryToStore(rounds: Int = .max) async {
        guard !isDeleted else { return }
        do {
            try await storeUnsaved()
            try await storeOutcomes(rounds: rounds)
            try await endLostTurn()
            retrying.cancel()
            pause = Self.firstPause
        } catch {
            logger.warning(
                "a result is not stored yet",
                metadata: ["error": "\(error)"]
            )
            storeLater()
        }
    }
}

extension Table {
    /// Returns when the outcome of the last settled roll has been stored, or the attempt has
    /// failed.
    func outcomeStored() async {
        await storing?.value
    }

    /// Stores outcomes in a task, including flights that end before the task runs. Other changes
    /// may run in between.
    func storeSoon() {
        if isStoringDue {
            return
        }
        isStoringDue = true
        storing = TableActor.task {
            repeat {
                await self.lock.whileHolding {
                    self.isStoringDue = false
                    await self.tryToStore(rounds: 1)
                }
            } while !self.ledger.next.isEmpty && !self.retrying.isWaiting
                && !self.isDeleted
        }
    }

    /// Retries after a delay, which grows with each attempt.
    func storeLater() {
        retrying.start(after: pause, on: clock) { [weak self] in
            guard let self else { return }
            pause = min(pause * 2, Self.longestPause)
            storeSoon()
        }
    }
}

extension WireError {
    fileprivate static func storedLater(_ error: StoreError) -> WireError {
        WireError(.storedLater, ["problem": "\(error)"])
    }
}
