package import DiceModel
import DiceTable
import Glibc
import Unix

/// The folder beside the store in which the daemon keeps its rotating backups.
package struct BackupFolder {
    private let path: String

    /// Creates the folder for this user alone if it is missing.
    init(beside store: String) throws(StoreError) {
        let folder = Self.folder(beside: store)
        path = folder
        func refusal(_ reason: String) -> StoreError {
            StoreError(.unavailable, "the folder \(folder) \(reason)")
        }
        do {
            let own = try OwnFolder(making: folder)
            guard let found = try FileStatus(folder), found.isFolder else {
                throw SystemError(ENOTDIR)
            }
            guard found.owner == geteuid() else {
                throw refusal(
                    "belongs to uid \(found.owner); give it to uid \(geteuid()) with chown, or move it away"
                )
            }
            if found.mode & 0o077 != 0 {
                try own.setMode(0o700)
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw refusal(
                "cannot be used: \(error); make it a folder of this user, or move it away"
            )
        }
    }

    /// Returns the time of the newest copy in the folder beside a store; `nil` if no copy there can
    /// be read.
    package static func newest(beside store: String) -> Timestamp? {
        let names = (try? FolderNames.all(in: folder(beside: store))) ?? []
        return BackupName.copies(among: names).last?.instant
    }

    private static func folder(beside store: String) -> String {
        (store.lastIndex(of: "/").map { String(store[...$0]) } ?? "") + "backups"
    }

    /// Adds a copy, which `make` writes to the path that it receives, then removes the oldest
    /// copies.
    func add(
        at instant: Timestamp,
        keeping count: Int,
        _ make: (String) async throws(StoreError) -> Backup
    ) async throws(StoreError) -> Backup {
        let name = BackupName.first(at: instant) {
            FileIdentity("\(path)/\($0)") != nil
        }
        var backup = try await make("\(path)/\(name)")
        let names = (try? FolderNames.all(in: path)) ?? []
        for old in BackupName.surplus(among: names, keeping: count, new: name)
        where unlink("\(path)/\(old)") != 0 {
            let reason = SystemError.last
            backup.complaint =
                "\(path)/\(name) was written, but the old copy \(old) cannot be removed: \(reason)"
        }
        return backup
    }
}
