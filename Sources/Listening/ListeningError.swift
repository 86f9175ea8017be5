import Glibc
package import Unix

/// The reason why the program cannot listen on a socket: a message that includes the next step.
package enum ListeningError: ExitStatusError, Sendable, CustomStringConvertible {
    /// Another process owns the socket, or its lock cannot be taken.
    case notLocked(FileLock.Error)
    /// The socket's folder cannot be created, or others can access it.
    case unsafeFolder(SocketFolder.Error)
    /// A process is listening at the path without holding the lock: systemd, for a service that is
    /// not running.
    case listenedOn(String, program: String)
    /// A file that is not a socket exists at the path.
    case notASocket(String)
    /// The path exceeds the maximum of a socket address (107 bytes, unix(7)).
    case pathTooLong(String)
    /// The socket's group cannot be set to the group that shares it.
    case notInGroup(_ path: String, UserGroup, program: String, _ errno: Int32)
    /// A system call failed.
    case system(_ what: String, _ path: String, _ errno: Int32)

    package var exitStatus: Int32 { EX_CANTCREAT }

    package var description: String {
        switch self {
        case .notLocked(let failure): "\(failure)"
        case .unsafeFolder(let refusal): "\(refusal)"
        case .listenedOn(let path, let program):
            "another program is already listening on \(path); systemd is, if \(program).socket is enabled: "
                + "let it start the program (systemctl --user start \(program).service), or use another --socket"
        case .notASocket(let path):
            "\(path) exists and is not a socket; move it away, or choose another path with --socket"
        case .pathTooLong(let path):
            "the socket's path has \(path.utf8.count) bytes, and at most 107 are allowed; "
                + "choose a shorter one with --socket or $DICED_SOCKET"
        case .notInGroup(let path, let group, let program, let number):
            "cannot give \(path) to the group \(group.name): \(SystemError(number)); \(program) must run as one of its members: "
                + "usermod -aG \(group.name) \(LoginName.current ?? "USER"), as root, and log in again"
        case .system(let what, let path, let number):
            "\(what) \(path): \(SystemError(number)); check the path and its permissions"
        }
    }
}
