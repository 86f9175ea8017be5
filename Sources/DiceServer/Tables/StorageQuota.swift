import DiceModel
import DiceTable
import DiceWire

/// What one user of a shared daemon may keep in history.
///
/// The entries of every table count for whom they name in `by`, which is the name that a guest is
/// known by; a secret throw and one in flight count what they may take at most. The daemon's own
/// user has no quota.
@TableActor
struct StorageQuota {
    /// In bytes; nil for no limit.
    let limit: Int?
    let store: any TableStore

    /// To be called before the first face is drawn. Throws `limitExceeded` if the roller's entries
    /// would pass the limit.
    ///
    /// - Parameter bytes: what the entry may take at most.
    func check(_ roller: Roller, for bytes: Int) async throws {
        guard let limit, roller.account?.key.isGuest == true else { return }
        let used = try await store.storedBytes(by: roller.by)
        guard used + bytes <= limit else { throw WireError.quotaReached(limit) }
    }
}
