import DiceModel
import DiceTable
import DiceWire
import Logging

/// Drawn faces cannot be undone. If they cannot be stored, they are kept, and no other change is made before they are
/// stored: no faces are ever drawn from their seed with other entropy.
extension Table {
    /// Throws `storageFailed`, and keeps them then.
    func storeDrawn(_ drawn: any FlightDraw) async throws(WireError) {
        do {
            try await storeKept()
            try await save(drawn)
        } catch {
            kept.append(drawn)
            storeLater()
            throw .storedLater(error)
        }
    }

    /// Stores what is kept and shows it as it ends. The caller holds the lock.
    func storeKept() async throws(StoreError) {
        while let drawn = kept.first, !isDeleted {
            try await save(drawn)
            kept.removeFirst()
            drawn.begin(at: group, taking: nil).stop(.storageFailed)
        }
    }

    private func save(_ drawn: any FlightDraw) async throws(StoreError) {
        if let entry = try await drawn.save(in: store, at: now()) { addedThrows[entry.number] = entry }
    }
}

extension Table {
    /// Stores how rolls and throws have ended; the caller holds the lock. What cannot be stored is kept for later.
    ///
    /// - Parameter rounds: how often throws are stored at the most, so many of them together as are told in 200 kB.
    func storeOutcomes(rounds: Int = .max) async throws(StoreError) {
        for (roll, outcome) in unstoredOutcomes where !isDeleted {
            try await store.setOutcome(outcome, ofRoll: roll, in: group.name)
            unstoredOutcomes[roll] = nil
        }
        var rounds = rounds
        while rounds > 0, !unstoredThrows.isEmpty, !isDeleted {
            var room = 1_100
            let together = unstoredThrows.prefix(while: { ended in
                defer { room -= 10 + ended.thrown.shown(to: nil).dice.count }
                return room > 0
            })
            let entries = try await store.end(Array(together))
            unstoredThrows.removeFirst(entries.count)
            for entry in entries { announce(ended: entry) }
            rounds -= 1
        }
    }

    /// Stores all that is left to store, and ends a lost turn; the caller holds the lock. The faces are safe either way, so
    /// what fails is logged, and tried again by itself.
    func tryToStore(rounds: Int = .max) async {
        guard !isDeleted else { return }
        do {
            try await storeKept()
            try await storeOutcomes(rounds: rounds)
            try await endBust()
            retrying.cancel()
            pause = Self.firstPause
        } catch {
            logger.warning("how dice have settled is not stored yet", metadata: ["error": "\(error)"])
            storeLater()
        }
    }
}

extension Table {
    /// Returns when what is known of the last settled roll has been stored, or cannot be yet.
    func outcomeStored() async {
        await storing?.value
    }

    /// Stores how flights have ended, those that end until it is this task's turn among them. In between, others make changes.
    func storeSoon() {
        if isStoringDue { return }
        isStoringDue = true
        storing = TableActor.task {
            repeat {
                await self.lock.whileHolding {
                    self.isStoringDue = false
                    await self.tryToStore(rounds: 1)
                }
            } while !self.unstoredThrows.isEmpty && !self.retrying.isWaiting && !self.isDeleted
        }
    }

    /// Does so again after a while, which grows from time to time.
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
        WireError(
            .storageFailed,
            "it was rolled, but could not be stored; it is shown and counts once it is, before anything else changes at "
                + "this table: \(error)")
    }
}
