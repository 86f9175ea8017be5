internal import DiceModel
internal import DiceTable
internal import DiceWire
internal import Logging

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
            throw .storedLater(error)
        }
    }

    /// Stores what is kept and shows it as it ends. The caller holds the lock.
    func storeKept() async throws(StoreError) {
        while let drawn = kept.first, !isDeleted {
            try await save(drawn)
            kept.removeFirst()
            drawn.begin(at: group).stop(.storageFailed)
        }
    }

    private func save(_ drawn: any FlightDraw) async throws(StoreError) {
        if let entry = try await drawn.save(in: store, at: now()) { addedThrows[entry.number] = entry }
    }
}

extension Table {
    /// Stores how rolls have ended; the caller holds the lock. What cannot be stored is kept for later.
    func storeOutcomes() async throws(StoreError) {
        for (roll, outcome) in unstoredOutcomes where !isDeleted {
            try await store.setOutcome(outcome, ofRoll: roll, in: group.name)
            unstoredOutcomes[roll] = nil
        }
        while let (thrown, at) = unstoredThrows.first, !isDeleted {
            let entry = try await store.end(thrown, at: at)
            unstoredThrows.removeFirst()
            announce(ended: entry)
        }
    }

    /// The same, if nothing depends on it: the faces are safe either way, so a failure is only logged.
    func tryToStoreOutcomes() async {
        do {
            try await storeKept()
            try await storeOutcomes()
        } catch {
            logger.warning("the outcome of a roll is not stored yet", metadata: ["error": "\(error)"])
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
