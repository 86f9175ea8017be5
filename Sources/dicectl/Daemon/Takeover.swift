import DiceClient
import DiceFollowing
import DiceWire
import Unix

/// The step of `diced.socket` before it listens: it stops a daemon that holds the socket, if that
/// daemon has the tables of `diced.service`.
enum Takeover {
    /// The decision about the daemon that holds the socket.
    enum Decision: Hashable {
        case end
        /// The reason to let it run, with what to type.
        case refuse(String)
    }

    /// The time that a daemon may take from its start until it listens.
    private static let patience = Duration.seconds(10)

    /// Decides from the daemon's status and the unit's folder; returns `nil` if these are not
    /// enough to decide.
    static func decision(
        _ status: StatusResult,
        on socket: String,
        unitFolder: String?,
        isShared: Bool = false,
        isSame: (String, String) -> Bool = {
            FileIdentity($0) != nil && FileIdentity($0) == FileIdentity($1)
        }
    ) -> Decision {
        let daemon = "diced \(status.version) (pid \(status.pid))"
        let end =
            status.startedBy == StartedBy.dicectl && !isShared
            ? "dicectl stop" : "kill \(status.pid)"
        let begin = "systemctl \(isShared ? "" : "--user ")start diced.socket"
        guard let folder = status.stateFolder else {
            return .refuse(
                "\(daemon) is listening on \(socket), but is too old to report its state folder; if diced.service uses the same: "
                    + "dicectl stop, or kill \(status.pid), then \(begin)"
            )
        }
        guard let unitFolder else {
            return .refuse(
                "\(daemon) is listening on \(socket) and uses the tables in \(folder); the state folder of diced.service is unknown; "
                    + "to change to it: \(end), then \(begin)"
            )
        }
        if folder == unitFolder || isSame(folder, unitFolder) {
            return .end
        }
        return .refuse(
            "\(daemon) is listening on \(socket) and uses the tables in \(folder), but diced.service would use \(unitFolder); "
                + "to change to the latter: \(end), then \(begin)"
        )
    }

    /// Returns once no daemon holds the socket. Throws the reason why one keeps running.
    static func run(_ context: CommandContext) throws {
        let socket = try context.socketPath.path
        let deadline = Deadline.after(patience)
        let manager = ServiceManager(isShared: context.isShared)
        while let holder = holder(of: socket) {
            guard let client = try? context.reconnect() else {
                let service = manager.show(["diced.service"], "MainPID")[
                    "diced.service"
                ]
                // The holder is the unit's own daemon, started before its socket failed.
                if service?["MainPID"] == String(holder) {
                    return end(holder)
                }
                if deadline.hasPassed {
                    throw CommandError.declined(
                        "diced (pid \(holder)) holds \(socket) but is not listening; to stop it: kill \(holder)"
                    )
                }
                _ = Poll.wait(for: [], until: .after(.milliseconds(20)))
                continue
            }
            let status = try client.call(.status)
            let service = manager.show(
                ["diced.service"],
                "LoadState," + ServiceSettings.properties
            )["diced.service"]
            let folder = manager.stateFolder(of: service)
            switch decision(
                status,
                on: socket,
                unitFolder: folder,
                isShared: context.isShared
            ) {
            case .end: return try Stop.end(status, client)
            case .refuse(let reason): throw CommandError.declined(reason)
            }
        }
    }

    /// Terminates a process and waits for its end.
    private static func end(_ pid: Int) {
        guard let process = RunningProcess(pid: pid), process.terminate() else {
            return
        }
        while !process.hasEnded {
            _ = Poll.wait(
                for: [Poll.Interest(process.descriptor)],
                until: .after(.seconds(60))
            )
        }
    }

    /// Returns the process that listens on the socket; `nil` for the service manager and if there
    /// is none.
    private static func holder(of socket: String) -> Int? {
        OtherDaemon.holder(of: socket + ".lock")
    }
}
