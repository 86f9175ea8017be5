import ArgumentParser
import DiceClient
import DiceFollowing
import DiceWire
import Glibc
import Unix

struct Restore: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replaces all tables with a backup.",
        discussion: """
            Shows what the backup holds and what is there now, and asks once on a terminal. The current tables \
            are kept in a file beside the store. The daemon stops, and is started again if it was running.
            """
    )
    static let examples = ["restore dice.sqlite", "restore dice.sqlite --yes"]

    @Argument(help: "The backup: a file that dicectl backup wrote.", completion: .file())
    var file: String

    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if file.isEmpty {
            throw ValidationError("name the backup to restore")
        }
    }

    func run() throws {
        try context.refuseRemote(file)
        let path = try ProcessText.absolute(file)
        if context.isShared {
            throw CommandError.declined(Self.recipe(path))
        }
        let socket = try context.socketPath
        // If only systemd is listening, connecting would start the service.
        let client =
            FileLock.likelyHolder(socket.path + ".lock") == nil
            ? nil : try? context.reconnect()
        let status = try client?.call(.status)
        let unit = UserUnit.ofDaemon(on: socket).flatMap { $0.isListening ? $0 : nil }
        if let status, unit == nil, let refusal = Stop.refusal(status) {
            throw CommandError.declined(refusal)
        }
        guard let folder = try status?.stateFolder ?? StatePath.current(option: nil)
        else {
            throw CommandError.declined("no folder for tables: set $HOME")
        }
        if let status, FileLock.likelyHolder(folder + "/diced.lock") != status.pid {
            throw CommandError.declined(Self.elsewhere(folder, status, path))
        }
        let words = ["--state-dir", folder, "--restore", path]
        let preview = try Self.diced(words + ["--dry-run"], socket)
        if !context.json {
            try Output.lines(preview)
        }
        let asks = !yes && isatty(STDIN_FILENO) == 1
        if asks,
            !Output.confirms(
                "Replace the tables with this backup? The current ones are kept in a file beside it."
            )
        {
            throw CommandError.declined("nothing was changed")
        }
        if let unit {
            try unit.stop()
        } else if let status, let client {
            try Stop.end(status, client)
        }
        let done = Result { try Self.diced(words, socket) }
        if let unit {
            try unit.listen()
        } else if status != nil {
            _ = try context.connect()
        }
        // Either path may contain line feeds.
        let said = try done.get().joined(separator: "\n")
        let kept = said.firstRange(of: "restored \(path)\nkept ").map {
            String(said[$0.upperBound...])
        }
        if context.json {
            return try Output.json(
                JSONWriter.object { json in
                    json.member("path", path)
                    if let kept {
                        json.member("kept", kept)
                    }
                }
            )
        }
        try Output.line("restored \(path)")
        if let kept {
            try Output.line(
                context.calling(
                    "the previous tables are in \(kept); to go back: dicectl restore \(ShellWord.typed(kept))"
                )
            )
        }
    }

    /// Returns why nothing is restored for a daemon that runs in another mount namespace, or that
    /// does not report its folder.
    private static func elsewhere(
        _ folder: String,
        _ status: StatusResult,
        _ path: String
    )
        -> String
    {
        "the \(folder) of the daemon (pid \(status.pid)) is not the one seen here; nothing was changed; "
            + "stop the daemon, then: diced --state-dir FOLDER --restore \(ShellWord.typed(path))"
    }

    /// Returns the output of the daemon's program. Throws its error message and exit status if it
    /// fails.
    private static func diced(_ arguments: [String], _ socket: SocketPath) throws
        -> [String]
    {
        let (status, lines) = try DaemonProgram.run(arguments, of: socket)
        guard status == 0 else {
            throw CommandError.program(
                status,
                lines.last ?? "diced failed and says nothing"
            )
        }
        return lines
    }

    /// Returns the commands with which root restores a shared daemon's tables. Possibly only root
    /// can read the copy.
    private static func recipe(_ path: String) -> String {
        "only root can restore a shared daemon's tables: systemctl stop diced.socket diced.service && runuser -u diced -- "
            + "diced --state-dir /var/lib/diced --restore - <\(ShellWord.typed(path)); systemctl start diced.socket"
    }
}
