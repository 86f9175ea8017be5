import Glibc

enum Child {
    /// Asks the process to end, and makes it.
    static func end(_ pid: pid_t) {
        kill(pid, SIGTERM)
        waitOrKill(pid)
    }

    /// Waits for the end of a child that has been asked for it; after three seconds it is made to.
    static func waitOrKill(_ pid: pid_t) {
        let deadline = monotonicNow() + 3_000_000_000
        while waitpid(pid, nil, WNOHANG) == 0 {
            if monotonicNow() > deadline {
                kill(pid, SIGKILL)
            }
            sleep(seconds: 0.002)
        }
    }
}
