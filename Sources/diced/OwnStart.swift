import FoundationEssentials
import Glibc
import Systemd
import Unix

/// The way in which this process was started, as `server.status` reports it.
enum OwnStart {
    /// Returns `dicectl` or `systemd`, which identify themselves in the environment (systemd only
    /// to the process that it started itself); `nil` for any other starter.
    static func starter(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        pid: Int32 = getpid()
    ) -> String? {
        if environment["SYSTEMD_EXEC_PID"] == String(pid) {
            return "systemd"
        }
        return environment[StartedBy.variable] == StartedBy.dicectl
            ? StartedBy.dicectl : nil
    }

    /// Returns `journal`, or the file that standard error goes to; `nil` for a terminal, a pipe or
    /// nothing.
    static func log() -> String? {
        if Journal.isConnected() {
            return "journal"
        }
        guard
            let path = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/fd/2"
            ),
            let file = (try? FileStatus(path)).flatMap(\.self), file.isFile
        else { return nil }
        return path
    }
}
