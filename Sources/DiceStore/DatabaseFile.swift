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

    /// How changes are kept until they are in the main file.
    enum Mode {
        case writeAheadLog, rollbackJournal
    }

    /// As the header says (sqlite.org/fileformat.html, "File format version numbers").
    var mode: Mode {
        var version: [UInt8] = [0, 0]
        guard pread(file.number, &version, 2, 18) == 2 else { return .rollbackJournal }
        return version == [2, 2] ? .writeAheadLog : .rollbackJournal
    }

    private static func lock(_ path: String) throws(SystemError) -> Descriptor {
        let file = try Descriptor.open(path, O_RDONLY)
        guard flock(file.number, LOCK_EX | LOCK_NB) == 0 else { throw SystemError.last }
        return file
    }

    /// How many bytes the write-ahead log has; nil where it or the file is not in its place any more: then what is written
    /// is lost with the last connection.
    var logSize: Int? {
        guard FileIdentity(path) == FileIdentity(of: file) else { return nil }
        var log = stat()
        return stat(path + "-wal", &log) == 0 ? Int(log.st_size) : nil
    }
}
