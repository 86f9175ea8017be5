internal import Glibc

/// The right to start the daemon of a socket: one process at a time has it, until the value goes away.
struct StartLock: ~Copyable {
    private let descriptor: Int32

    /// Nil while another process has it. Throws `unreachable` where nobody can.
    init?(folder: String) throws(ClientError) {
        let path = folder + "/start.lock"
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw .unreachable("cannot open \(path): \(systemMessage(errno))") }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            return nil
        }
        descriptor = opened
    }

    deinit {
        close(descriptor)
    }
}
