import DiceTable
import Glibc
import Unix

/// The database's file itself, whatever its names are: locked against every other daemon, and
/// looked for at each commit. It is let go after every connection: closing it drops the locks of
/// SQLite in this process.
struct DatabaseFile: ~Copyable, Sendable {
    private let file: Descriptor
    var place: StorePlace

    /// Throws `StoreError` when another daemon has the file, or when it cannot be opened.
    init(_ path: String) throws(StoreError) {
        do throws(SystemError) {
            file = try Self.lock(path)
        } catch {
            guard error.code == EWOULDBLOCK else {
                throw StoreError(
                    .unavailable,
                    "\(path) cannot be locked: \(error); see to its permissions"
                )
            }
            throw StoreError(
                .held,
                "another diced uses \(path), perhaps under another name of the file; stop it first, or use another "
                    + "--state-dir"
            )
        }
        place = StorePlace(path, database: file)
    }

    deinit {
        // Unlocked first: a child process between its fork and its exec would keep a lock that is
        // only closed.
        flock(file.number, LOCK_UN)
    }

    /// How changes are kept until they are in the main file.
    enum Mode {
        case writeAheadLog, rollbackJournal
    }

    var mode: Mode { Self.mode(file) }

    /// As the header says (sqlite.org/fileformat.html, "File format version numbers"). Only for a
    /// file that this process has no connection to: looking at it drops the locks of SQLite.
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
