import Glibc

/// The folder of the socket. It must be a real folder that this user owns and that is closed to
/// others.
public enum SocketFolder {
    public static let elsewhere = "name another place with --socket or $DICED_SOCKET"

    /// The reason why a folder is unsafe or cannot be created: a message that includes the next
    /// step.
    public struct Error: Swift.Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    /// Returns true if the folder exists and this user owns it.
    public static func isOurs(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid()
    }

    /// Returns false if the folder does not exist. Throws if others could access it.
    public static func exists(_ path: String) throws(Error) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT || errno == ENOTDIR {
                return false
            }
            throw Error(
                description: "cannot examine the folder \(path): \(SystemError.last)"
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

    /// Creates the folder with mode 0700, unless it exists. Throws if that fails, if the folder is
    /// unsafe, or if it would be in the root folder.
    public static func create(_ path: String) throws(Error) {
        if try exists(path) {
            return
        }
        guard path.utf8.dropFirst().contains(UInt8(ascii: "/")) else {
            throw Error(
                description:
                    "no folder \(path), and diced creates none in /; \(elsewhere)"
            )
        }
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            throw Error(
                description:
                    "cannot create the socket's folder \(path): \(SystemError.last); \(elsewhere)"
            )
        }
        guard try exists(path) else {
            throw Error(description: "the socket's folder \(path) vanished; try again")
        }
    }

    /// Returns the problem with a folder and its remedy; `nil` if it is safe.
    static func fault(of path: String, mode: mode_t, owner: uid_t, user: uid_t)
        -> String?
    {
        if owner != user {
            let kind =
                mode & S_IFMT == S_IFLNK ? "is a symbolic link that belongs" : "belongs"
            return "\(kind) to uid \(owner), not to uid \(user); \(elsewhere)"
        }
        if mode & S_IFMT == S_IFLNK {
            return "is a symbolic link; name the folder itself with --socket"
        }
        if mode & S_IFMT != S_IFDIR {
            return "is not a folder; \(elsewhere)"
        }
        // Root's folder may belong to the system, unless it has the name that diced gives it.
        let name = path.split(separator: "/").last ?? ""
        let isOurs = user != 0 || name == "diced" || name == "diced-\(user)"
        let remedy = isOurs ? "fix it with: chmod 700 \(path)" : elsewhere
        return mode & 0o077 != 0 ? "is open to other users; \(remedy)" : nil
    }
}
