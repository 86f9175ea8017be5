internal import DiceModel
internal import DiceTable
internal import DiceWire

/// Faces that have been drawn.
enum Drawn {
    case roll(RollDraw)
    case thrown(ThrowDraw)
}

/// Faces that are drawn have happened. Where they cannot be stored they are kept, and no other change is made before they
/// are: their seed is never drawn from with other entropy.
extension Table {
    /// Throws `storageFailed`, and keeps them then.
    func storeDrawn(_ drawn: Drawn) async throws(WireError) {
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
            switch drawn {
            case .roll(let draw):
                _ = group.begin(draw)
                group.stopAnimation(.storageFailed)
            case .thrown(let draw): group.begin(draw).stop(.storageFailed)
            }
        }
    }

    private func save(_ drawn: Drawn) async throws(StoreError) {
        switch drawn {
        case .roll(let draw): try await store.save(draw.stored, adding: draw.record)
        case .thrown(let draw) where draw.isAnimated: try await store.begin(draw.stored, at: now())
        case .thrown(let draw): try await store.add(draw.stored, at: now())
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
