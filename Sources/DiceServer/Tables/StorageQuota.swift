import DiceModel
import DiceTable
import DiceWire

/// The limit on the size of one user's history on a shared daemon.
///
/// An entry at any table counts for the name in its `by`, which identifies a guest. Secret throws
/// and throws in flight count with their maximum size. The daemon's own user has no quota.
@TableActor
struct StorageQuota {
    /// The limit in bytes; `nil` for no limit.
    let limit: Int?
    let store: any TableStore

    /// Throws `limitExceeded` if the roller's entries would exceed the limit. Call it before the
    /// first face is drawn.
    ///
    /// - Parameter bytes: the maximum size of the entry.
    func check(_ roller: Roller, for bytes: Int) async throws {
        guard let limit, roller.account?.key.isGuest == true else { return }
        let used = try await store.storedBytes(by: roller.by)
        guard used + bytes <= limit else {
            throw WireError(
                .quota,
                ["limit": limit, "size": "\(ByteSize(bytes: limit))"]
            )
        }
    }
}
