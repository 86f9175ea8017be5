import DiceTable
import Glibc
import Unix

/// The open database file, whatever its names are. The file is locked against other daemons and
/// checked at each commit. Release it only after all connections: closing it drops SQLite's locks
/// in this process.
struct DatabaseFile: ~Copyable, Sendable {
    private let file: Descriptor
    var location: StorePlace

    /// Throws `StoreError` if another daemon has locked the file or it cannot be opened.
    init(_ path: String) throws(StoreError) {
        do throws(SystemError) {
            file = try Self.lock(path)
        } catch {
            guard error.code == EWOULDBLOCK else {
                throw StoreError(
                    .unavailable,
                    "\(path) cannot be locked: \(error); check its permissions"
                )
            }
            throw StoreError(
                .held,
                "another diced uses \(path), perhaps through another path; stop it first, or use another "
                    + "--state-dir"
            )
        }
        location = StorePlace(path, database: file)
    }

    deinit {
        // Unlock explicitly: a child process between fork and exec would keep a lock that is only
        // closed.
        flock(file.number, LOCK_UN)
    }

    /// Where changes are kept until they are in the main file.
    enum Mode {
        case writeAheadLog, rollbackJournal
    }

    var mode: Mode { Self.mode(file) }

    /// Reads the mode from the header (sqlite.org/fileformat.html, "File format version numbers").
    /// Call this only for a file to which this process has no connection: reading the file drops
    /// SQLite's locks.
    static func mode(of path: String) throws(SystemError) -> Mode {
        mode(try Descriptor.open(path, O_RDONLY | O_NONBLOCK))
    }

    private static func mode(_ file: borrowing Descriptor) -> Mode {
        var version: [UInt8] = [0, 0]
        guard pread(file.number, &version, 2, 18) == 2 else { return .rollbackJournal }
        return version == [2, 2] ? .writeAheadLog : .rollbackJournal
    }

    private static func lock(_ path: String) throws(SystemError) -> Descriptor {
        let file = try Descriptor.open(path, O_RDONLY)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw SystemError.last }
        return file
    }
}
