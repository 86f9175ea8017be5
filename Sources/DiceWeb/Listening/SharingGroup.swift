internal import Glibc
public import Unix

extension SocketPath {
    /// The group that may connect to the shared daemon of this socket.
    public func sharingGroup() throws(WebStartupError) -> UserGroup {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .noDaemon("no shared daemon listens on \(path); start it first: \(SystemError.last)")
        }
        return UserGroup(name: "of number \(status.st_gid)", id: status.st_gid)
    }
}
