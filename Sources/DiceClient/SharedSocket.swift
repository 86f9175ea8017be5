internal import Glibc
internal import Unix

/// What can keep a user from a shared daemon's socket, and what to do about it.
enum SharedSocket {
    /// Throws where the socket's folder is closed to us, or not to be trusted.
    static func check(_ socket: SocketPath) throws(ClientError) {
        let finding: SharedFolder.Finding
        do {
            finding = try SharedFolder.look(socket.folder)
        } catch {
            throw .unreachable(error.description)
        }
        switch finding {
        case .usable: return
        case .missing: throw .noDaemon(socket: socket.path, isShared: true)
        case .closed(let folder, let group): throw refusal(of: folder, group: group)
        }
    }

    /// Why connecting was refused by a socket's permissions, or by those of its folder.
    static func closed(_ socket: SocketPath) -> ClientError {
        var status = stat()
        if lstat(socket.path, &status) == 0 {
            return refusal(of: socket.path, group: status.st_mode & S_IWGRP == 0 ? nil : status.st_gid)
        }
        guard stat(socket.folder, &status) == 0 else { return refusal(of: socket.folder, group: nil) }
        return refusal(of: socket.folder, group: status.st_mode & S_IXGRP == 0 ? nil : status.st_gid)
    }

    /// - Parameter group: whose members `path` is open to; nil where it is open to no group, or to which is not to be seen.
    private static func refusal(of path: String, group: gid_t?) -> ClientError {
        guard let group else {
            return .unreachable(
                "\(path) is closed to you, and it names no group to join; ask who runs the shared daemon")
        }
        guard let name = AccountName.ofGroup(group) else {
            return .unreachable(
                "\(path) is open to the group of number \(group) alone, whose name is not known here; "
                    + "ask who runs the shared daemon")
        }
        return .unreachable(
            "you are not in the group \"\(name)\": sudo usermod -aG \(name) \(AccountName.ownLogin ?? "USER"), "
                + "then log in again")
    }
}
