import DiceTable
import Glibc
import Unix

/// The database's file itself, under whatever names it has: locked against every other daemon, and looked for at each
/// commit. It is let go after every connection: closing it drops the locks of SQLite in this process.
struct DatabaseFile: ~Copyable, Sendable {
    private let file: Descriptor
    private let path: String

    /// Throws `StoreError` when another daemon has the file, or when it cannot be opened.
    init(_ path: String) throws(StoreError) {
        do throws(SystemError) {
            file = try Self.lock(path)
        } catch {
            guard error.code == EWOULDBLOCK else {
                throw StoreError(.unavailable, "\(path) cannot be locked: \(error); see to its permissions")
            }
            throw StoreError(
                .held,
                "another diced uses \(path), perhaps under another name of the file; stop it first, or use another "
                    + "--state-dir")
        }
        self.path = path
    }

    private static func lock(_ path: String) throws(SystemError) -> Descriptor {
        let file = try Descriptor.open(path, O_RDONLY)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw SystemError.last }
        return file
    }

    /// Whether the path still leads to this file, and its log is there: else what is written is lost with the last
    /// connection. Two calls of stat(2).
    var isInPlace: Bool {
        FileIdentity(path) == FileIdentity(of: file) && access(path + "-wal", F_OK) == 0
    }
}
