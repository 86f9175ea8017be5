import DiceTable
import Glibc
import Unix

/// The state folder and its files, prepared before SQLite opens them.
enum StateFolder {
    /// Creates the folder and its parents if they are missing, for this user alone (0700). Removes
    /// other users' access to an existing folder.
    static func prepare(_ folder: String, _ mended: inout [String]) throws(StoreError) {
        do {
            let own = try OwnFolder(making: folder)
            guard let found = try FileStatus(folder), found.isFolder else {
                throw SystemError(ENOTDIR)
            }
            guard access(folder, R_OK | W_OK | X_OK) == 0 else {
                throw SystemError.last
            }
            if own.isLink, found.mode & 0o077 != 0 {
                throw StoreError(
                    .unavailable,
                    "\(folder) is a symbolic link to a folder that is open to other users; choose another one with "
                        + "--state-dir"
                )
            }
            try keepToOurselves(folder, found, &mended) { mode throws(SystemError) in
                try own.setMode(mode)
            }
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                .unavailable,
                "the state folder \(folder) cannot be used: \(error); make it writable for this user, "
                    + "or choose another with --state-dir"
            )
        }
    }

    /// Creates an empty file if the file is missing, for this user alone (0600; SQLite gives its
    /// other files the same mode). Removes other users' access to an existing file. Returns its
    /// size in bytes.
    static func prepare(file: String, _ mended: inout [String]) throws(StoreError)
        -> Int
    {
        do {
            let log = try FileStatus(file + "-wal")?.size ?? 0
            // Through a link, two state folders with separate locks would share one database.
            guard !isLink(file) else { throw SystemError(ELOOP) }
            let found = try FileStatus(file)
            if let found {
                guard found.isFile else {
                    throw SystemError(found.isFolder ? EISDIR : EINVAL)
                }
                try keepToOurselves(file, found, &mended) { mode throws(SystemError) in
                    guard chmod(file, mode) == 0 else { throw SystemError.last }
                }
                // Checked without opening the file: closing it would drop SQLite's locks in this
                // process.
                guard access(file, R_OK | W_OK) == 0 else { throw SystemError.last }
            }
            if log > 0, found?.size ?? 0 == 0 {
                throw StoreErrorText.damaged(
                    "it is empty or missing, but \(file)-wal is not",
                    file: file
                )
            }
            if found == nil {
                try create(file)
            }
            return found?.size ?? 0
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                .unavailable,
                "\(file) cannot be used: \(error); make it a file that this user can read and write, or choose another "
                    + "folder with --state-dir"
            )
        }
    }

    /// Rolls and names are private, and anyone with write access here controls the daemon.
    private static func keepToOurselves(
        _ path: String,
        _ found: FileStatus,
        _ mended: inout [String],
        setMode: (mode_t) throws(SystemError) -> Void
    ) throws {
        guard found.mode & 0o077 != 0 else { return }
        // A folder such as /tmp is shared on purpose.
        guard found.owner == geteuid(), found.mode & mode_t(S_ISVTX) == 0 else {
            throw StoreError(
                .unavailable,
                "\(path) is open to other users and belongs to another user; choose another folder with --state-dir"
            )
        }
        try setMode(found.mode & 0o7700)
        mended.append("\(path) was open to other users; it is private now")
    }

    private static func create(_ file: String) throws(SystemError) {
        let descriptor = open(file, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError.last }
        defer {
            close(descriptor)
        }
        guard fchmod(descriptor, 0o600) == 0 else { throw SystemError.last }
    }

    private static func isLink(_ path: String) -> Bool {
        var info = stat()
        return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
    }
}

/// The disk space that a store uses.
package enum StoreSize {
    /// Returns the size of a database and its log in bytes; `nil` if the database is not
    /// accessible.
    package static func bytes(of file: String) -> Int? {
        guard let database = (try? FileStatus(file)).flatMap(\.self) else { return nil }
        let log = (try? FileStatus(file + "-wal")).flatMap(\.self)
        return database.size + (log?.size ?? 0)
    }
}
