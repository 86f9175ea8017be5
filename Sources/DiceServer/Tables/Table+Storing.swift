internal import DiceModel
internal import DiceTable
internal import DiceWire

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

extension WireError {
    fileprivate static func storedLater(_ error: StoreError) -> WireError {
        WireError(
            .storageFailed,
            "it was rolled, but could not be stored; it is shown and counts once it is, before anything else changes at "
                + "this table: \(error)")
    }
}
