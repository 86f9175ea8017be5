import Glibc

/// A folder or symbolic link on the path to a file.
struct PathComponent {
    let path: String
    /// The kind of file and its permissions.
    let mode: mode_t
    let owner: uid_t
    let group: gid_t

    var isLink: Bool { mode & S_IFMT == S_IFLNK }
    var isFolder: Bool { mode & S_IFMT == S_IFDIR }

    /// The reason why `path` is not accessible, with its parent folder.
    struct PathError: Error {
        let reason: SystemError
        let path: String
        let folder: PathComponent?

        /// The owner of the nearest existing folder above a missing one; `nil` after any other
        /// error.
        var ownerAbove: uid_t? {
            guard reason.code == ENOENT, let folder else { return nil }
            return folder.owner
        }
    }

    /// Returns every component of an absolute `path` in the kernel's order: folders and links from
    /// the root on, and the final target.
    static func all(to path: String) throws(PathError) -> [PathComponent] {
        var rest = Array(names(path).reversed())
        var folder: [String] = []
        var way = [try look("/", in: nil)]
        var links = 0
        while let name = rest.popLast() {
            if name == ".." {
                _ = folder.popLast()
                continue
            }
            let point = try look(
                "/" + (folder + [name]).joined(separator: "/"),
                in: way.last { $0.isFolder }
            )
            way.append(point)
            guard point.isLink else {
                folder.append(name)
                continue
            }
            links += 1
            guard links <= maxLinks, let target = target(of: point.path) else {
                throw PathError(
                    reason: SystemError(ELOOP),
                    path: point.path,
                    folder: nil
                )
            }
            if target.hasPrefix("/") {
                folder = []
            }
            rest += names(target).reversed()
        }
        return way
    }

    /// The kernel's limit of symbolic links.
    private static let maxLinks = 40

    private static func look(_ path: String, in folder: PathComponent?)
        throws(PathError)
        -> PathComponent
    {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            throw PathError(reason: SystemError.last, path: path, folder: folder)
        }
        return PathComponent(
            path: path,
            mode: status.st_mode,
            owner: status.st_uid,
            group: status.st_gid
        )
    }

    static func names(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init)
    }

    private static func target(of link: String) -> String? {
        var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(link, &characters, characters.count)
        guard count >= 0 else { return nil }
        return String(
            validating: characters.prefix(count).map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }
}
