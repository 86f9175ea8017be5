public import Glibc

/// The folder of a socket that a group shares. Only its owner and root may be able to replace it or
/// any component of its path.
public enum SharedFolder {
    /// Creates the folder with mode 0755, unless it exists. Throws if that fails, if anyone except
    /// root and this user could replace it, or if the members of `group` could not reach it.
    /// - Parameter path: an absolute path.
    public static func create(_ path: String, for group: UserGroup) throws(SocketFolder
        .Error)
    {
        let path = "/" + PathComponent.names(path).joined(separator: "/")
        if try find(path, for: group) {
            return
        }
        _ = try find(SocketPath(path: path).folder, for: group, isLast: false)
        if mkdir(path, 0o755) == 0 {
            // The umask has reduced the mode.
            try open(path)
        } else if errno != EEXIST {
            throw refusal(
                path,
                "cannot be created: \(SystemError.last); \(SocketFolder.elsewhere)"
            )
        }
        guard try find(path, for: group) else {
            throw refusal(path, "vanished; try again")
        }
    }

    /// Lets everyone pass through a newly created folder, but not through another file that may
    /// have replaced it.
    private static func open(_ path: String) throws(SocketFolder.Error) {
        do throws(SystemError) {
            let folder = try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
            guard fchmod(folder.number, 0o755) == 0 else { throw SystemError.last }
        } catch {
            throw refusal(
                path,
                "cannot be opened to others: \(error); \(SocketFolder.elsewhere)"
            )
        }
    }

    /// Returns false if the folder does not exist.
    private static func find(
        _ path: String,
        for group: UserGroup,
        isLast: Bool = true
    ) throws(SocketFolder.Error) -> Bool {
        let way: [PathComponent]
        do {
            way = try PathComponent.all(to: path)
        } catch {
            if error.reason.code == ENOENT || error.reason.code == ENOTDIR {
                return false
            }
            throw refusal(
                path,
                "cannot be reached: \(error.path): \(error.reason); \(SocketFolder.elsewhere)"
            )
        }
        try check(way, to: path, trusting: [0, geteuid()], isLast: isLast)
        for point in way
        where point.isFolder && !isOpen(point.mode, ownedBy: point.group, to: group.id) {
            let fault =
                "cannot be reached by the group \(group.name): \(point.path) is closed to it"
            throw refusal(path, fault + "; " + SocketFolder.elsewhere)
        }
        return true
    }

    /// The result of a client's check of the path to the socket.
    public enum State: Sendable {
        case usable, missing
        /// This user may not look beyond this folder, which is open to this group; `nil` if the
        /// folder is open to no group.
        case closed(folder: String, group: gid_t?)
    }

    /// Checks the folder of a socket that another user may serve. Throws if anyone except its
    /// owner, root and this user could replace a component.
    /// - Parameter path: an absolute path.
    public static func look(_ path: String) throws(SocketFolder.Error) -> State {
        let path = "/" + PathComponent.names(path).joined(separator: "/")
        let way: [PathComponent]
        do {
            way = try PathComponent.all(to: path)
        } catch {
            switch error.reason.code {
            case ENOENT, ENOTDIR: return .missing
            case EACCES:
                let group = error.folder.flatMap {
                    $0.mode & S_IXGRP == 0 ? nil : $0.group
                }
                return .closed(folder: error.folder?.path ?? path, group: group)
            default:
                throw refusal(path, "cannot be reached: \(error.path): \(error.reason)")
            }
        }
        try check(
            way,
            to: path,
            trusting: [0, geteuid(), way.last?.owner ?? 0],
            isLast: true
        )
        return .usable
    }

    /// - Parameter isLast: true for the folder itself, to which no one else may write; false for
    ///   one above it.
    private static func check(
        _ way: [PathComponent],
        to path: String,
        trusting users: Set<uid_t>,
        isLast: Bool
    ) throws(SocketFolder.Error) {
        if isLast, way.contains(where: { $0.isLink && $0.path == path }) {
            throw refusal(
                path,
                "is a symbolic link; name the folder itself with --socket"
            )
        }
        for (index, point) in way.enumerated() {
            let isFolder = isLast && index == way.count - 1
            if let fault = fault(point, trusting: users, isSticky: !isFolder) {
                throw refusal(
                    path,
                    point.path == path ? fault : "is not safe: \(point.path) \(fault)"
                )
            }
        }
    }

    /// Returns the problem with a component and its remedy; `nil` if it is safe.
    /// - Parameter isSticky: true if a world-writable folder is safe when it is sticky, because
    ///   users cannot remove each other's files.
    static func fault(
        _ point: PathComponent,
        trusting users: Set<uid_t>,
        isSticky: Bool
    ) -> String? {
        if !users.contains(point.owner) {
            return
                "belongs to uid \(point.owner), who could replace it; \(SocketFolder.elsewhere)"
        }
        if point.isLink {
            return nil
        }
        if !point.isFolder {
            return "is not a folder; \(SocketFolder.elsewhere)"
        }
        if point.mode & (S_IWGRP | S_IWOTH) != 0, !isSticky || point.mode & S_ISVTX == 0 {
            return
                "is writable by other users; fix it with: chmod go-w \(point.path)"
        }
        return nil
    }

    /// Returns true if members of `group` may pass through a folder with these permissions.
    static func isOpen(_ mode: mode_t, ownedBy owner: gid_t, to group: gid_t) -> Bool {
        mode & (owner == group ? S_IXGRP : S_IXOTH) != 0
    }

    private static func refusal(_ path: String, _ what: String) -> SocketFolder.Error {
        SocketFolder.Error(description: "the socket's folder \(path) \(what)")
    }
}
