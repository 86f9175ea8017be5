import Glibc

/// The folder of the socket: it must be a real folder, ours, and closed to everybody else.
public enum SocketFolder {
    public static let elsewhere = "name another place with --socket or $DICED_SOCKET"

    /// Why a folder is not to be trusted or not to be made: a sentence for people, with what to do
    /// next.
    public struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// Whether there is a folder of this name that belongs to us.
    public static func isOurs(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid()
    }

    /// False if there is no such folder. Throws if there is one that others could reach into.
    public static func exists(_ path: String) throws(Error) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR {
                return false
            }
            throw Error(
                description: "cannot look at the folder \(path): \(SystemError.last)"
            )
        }
        if let fault = fault(
            of: path,
            mode: status.st_mode,
            owner: status.st_uid,
            user: geteuid()
        ) {
            throw Error(description: "the socket's folder \(path) \(fault)")
        }
        return true
    }

    /// Makes the folder, mode 0700, unless it is there. Throws if it cannot be made, is not to be
    /// trusted, or would stand in the root folder.
    public static func create(_ path: String) throws(Error) {
        if try exists(path) {
            return
        }
        guard path.utf8.dropFirst().contains(UInt8(ascii: "/")) else {
            throw Error(
                description:
                    "there is no folder \(path), and none is made in /; \(elsewhere)"
            )
        }
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Error(
                description:
                    "cannot make the socket's folder \(path): \(SystemError.last); \(elsewhere)"
            )
        }
        guard try exists(path) else {
            throw Error(description: "the socket's folder \(path) vanished; try again")
        }
    }

    /// What is wrong with a folder, and what to do about it; `nil` if nothing is.
    static func fault(of path: String, mode: mode_t, owner: uid_t, user: uid_t)
        -> String?
    {
        if owner != user {
            let kind =
                mode & S_IFMT == S_IFLNK ? "is a symbolic link that belongs" : "belongs"
            return "\(kind) to uid \(owner), not to us (uid \(user)); \(elsewhere)"
        }
        if mode & S_IFMT == S_IFLNK {
            return "is a symbolic link; name the folder itself with --socket"
        }
        if mode & S_IFMT != S_IFDIR {
            return "is not a folder; \(elsewhere)"
        }
        // Root's may be one of the system's.
        let remedy = user == 0 ? elsewhere : "close it with: chmod 700 \(path)"
        return mode & 0o077 != 0 ? "is open to other users; \(remedy)" : nil
    }
}
