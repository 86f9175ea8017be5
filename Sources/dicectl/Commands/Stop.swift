import ArgumentParser
import DiceClient
import DiceFollowing
import DiceWire
import Unix

struct Stop: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "Stops a daemon that was started by dicectl.",
        discussion: """
            Dice in flight settle, everything is stored, and the command waits until the daemon has ended. A daemon \
            that was started in another way or is shared is not stopped; the message says how to stop it.
            """
    )
    static let examples = ["stop", "stop --json"]

    @Flag(
        help:
            "For diced.socket: stop any daemon that has its socket and uses the tables of diced.service."
    )
    var forUnit = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        try context.refuseRemote()
        if forUnit {
            return try Takeover.run(context)
        }
        if context.isShared {
            throw CommandError.declined(
                "dicectl does not stop a shared daemon; if systemd runs it: "
                    + "systemctl stop diced.socket diced.service, as root"
            )
        }
        let socket = try context.socketPath
        // If only systemd is listening, connecting would start the service.
        guard FileLock.likelyHolder(socket.path + ".lock") != nil,
            let client = try? context.reconnect()
        else {
            throw ClientError.unreachable(
                "no daemon is running on \(socket.path)"
            )
        }
        let status = try client.call(.status)
        if let refusal = Self.refusal(status) {
            throw CommandError.declined(refusal)
        }
        try Self.end(status, client)
        if context.json {
            return try Output.json(#"{"pid":\#(status.pid)}"#.utf8)
        }
        try Output.line("diced (pid \(status.pid)) has ended")
    }

    /// Ends the daemon and waits until it has ended.
    static func end(_ status: StatusResult, _ client: Client) throws {
        guard let process = RunningProcess(pid: status.pid),
            client.connection.serverProcess == status.pid,
            // Makes sure that the daemon that answers is the process to be ended.
            try client.call(.status).pid == status.pid
        else {
            throw CommandError.declined(
                "the daemon (pid \(status.pid)) cannot be stopped from here"
            )
        }
        process.terminate()
        while !process.hasEnded {
            _ = Poll.wait(
                for: [Poll.Interest(process.descriptor)],
                until: .after(.seconds(60))
            )
        }
    }

    /// Returns why a daemon cannot be stopped here, and the command that stops it; `nil` if it can.
    static func refusal(_ status: StatusResult) -> String? {
        switch status.startedBy {
        case StartedBy.dicectl: nil
        case "systemd":
            "systemd started the daemon (pid \(status.pid)); to stop it: "
                + "systemctl --user stop diced.socket diced.service"
        default:
            "dicectl did not start the daemon (pid \(status.pid)); stop it where it was started, or with: "
                + "kill \(status.pid)"
        }
    }
}

extension StatusResult {
    /// Returns the command that restarts the daemon with the installed program.
    func restart(isShared: Bool) -> String {
        switch startedBy {
        case "systemd":
            "\(isShared ? "sudo systemctl" : "systemctl --user") restart diced.service"
        case StartedBy.dicectl: "dicectl stop"
        default: "kill \(pid), and start it again"
        }
    }
}
