import Glibc

enum Child {
    /// Terminates the process, and kills it if it does not end.
    static func end(_ pid: pid_t) {
        kill(pid, SIGTERM)
        waitOrKill(pid)
    }

    /// Waits for a child that has been asked to end; kills the child after three seconds.
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
