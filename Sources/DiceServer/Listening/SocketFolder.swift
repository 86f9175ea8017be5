internal import Glibc

/// The folder that a socket is in: it must be ours alone, or another user could put a socket of theirs in its place.
enum SocketFolder {
    /// Makes the folder where it is missing, with mode 0700, and checks that it is a real one, ours, and closed to others.
    static func prepare(_ path: String) throws(StartupError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST {
            guard errno == ENOENT, let parent = parent(of: path) else {
                throw .system("cannot make the folder", path, errno)
            }
            try prepareParent(parent)
            if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system("cannot make the folder", path, errno) }
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .system("cannot look at the folder", path, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .unsafeFolder(path, why: "is not a folder") }
        guard status.st_uid == geteuid() else {
            throw .unsafeFolder(path, why: "belongs to another user (uid \(status.st_uid))")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw .unsafeFolder(path, why: "is open to others (mode 0\(String(status.st_mode & 0o7777, radix: 8)))")
        }
    }

    /// The folder part of a path; nil for the root and for a bare name.
    static func parent(of path: String) -> String? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func prepareParent(_ path: String) throws(StartupError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let parent = parent(of: path) else {
            throw .system("cannot make the folder", path, errno)
        }
        try prepareParent(parent)
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw .system("cannot make the folder", path, errno) }
    }
}
