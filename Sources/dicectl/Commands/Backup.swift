import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire
import Unix

struct Backup: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies every table and the history into a file.",
        discussion: """
            The daemon makes the copy and sends it; the file is written on this machine, even with --host. \
            The copy is consistent: it shows all tables at one moment, even while dice roll. dicectl restore \
            puts it back. With --keep the copy is one of a series, in the given folder or, without one, in \
            the folder backups of the daemon's state folder.
            """
    )
    static let examples = ["backup dice.sqlite", "backup --keep 7"]

    @Argument(
        help: "The file to write; with --keep, the folder.",
        completion: .file()
    ) var file: String?

    @Flag(help: "Replace an existing backup.") var force = false

    @Option(
        help: .init(
            "Keep a series of this many copies, named after their time; remove the oldest.",
            valueName: "number"
        ),
        transform: { text in
            try Int(text).flatMap { Limits.backups.contains($0) ? $0 : nil }.orInvalid(
                "--keep must be a number of copies from 1 to 10000"
            )
        }
    )
    var keep: Int?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if file?.isEmpty ?? (keep == nil) {
            throw ValidationError(
                "name the file to write, or use --keep 7 to copy into the daemon's own folder"
            )
        }
        if keep != nil, force {
            throw ValidationError(
                "--force cannot be used with --keep, which gives each copy a new name"
            )
        }
    }

    func run() throws {
        let progress = CopyProgress(environment: context.environment)
        defer {
            progress.end()
        }
        guard let path = try file.map(ProcessText.absolute) else {
            return try keepThere(progress)
        }
        let target =
            keep.map { CopyTarget.row(path, keeping: $0) }
            ?? .file(path, replacing: force)
        try target.check()
        try receive(CopyReceiver(target, progress), progress)
    }

    /// Makes the daemon write a copy into its own folder.
    private func keepThere(_ progress: CopyProgress) throws {
        let place = try context.remote.map { " on \($0.host)" } ?? ""
        let reply = try ask(.keep(keep ?? 1)) { line in
            if case .progress(let news)? = try? line.news() {
                progress.copied(news.done, of: news.total)
            }
            return true
        }
        progress.end()
        guard let reply else { return }
        let result = try reply.result(of: .backup)
        if context.json {
            return try Output.result(of: reply)
        }
        try Output.line(
            "\(Printable.text(result.path ?? "the copy")) written\(place), \(result.bytes) bytes"
        )
    }

    private func receive(_ receiver: CopyReceiver, _ progress: CopyProgress) throws {
        defer {
            receiver.abandon()
        }
        guard let reply = try ask(.stream, hearing: receiver.hear) else {
            throw receiver.failure ?? CommandError.outputClosed
        }
        progress.end()
        let written = try receiver.finish(try reply.result(of: .backup))
        if context.json {
            return try Output.json(
                JSONWriter.object { json in
                    json.member("path", written.path)
                    json.member("bytes", written.bytes)
                }
            )
        }
        try Output.line("\(written.path) written, \(written.bytes) bytes")
    }

    /// Returns the daemon's answer; `nil` if `hear` has stopped the wait for it.
    private func ask(_ target: BackupParams.Target, hearing hear: (ServerLine) -> Bool)
        throws
        -> ServerLine?
    {
        let client = try context.connect()
        do {
            return try client.call(
                Method.backup(BackupParams(target, progress: true)),
                hearing: hear
            )
        } catch ClientError.refused(let error) where Self.isOlder(error) {
            throw CommandError.declined(olderDaemon)
        }
    }

    /// Returns true if the error comes from an old daemon, which only knows `path`.
    private static func isOlder(_ error: WireError) -> Bool {
        error.known == .invalidParams
            && ["stream", "keep", "progress"].contains(error.data.param)
    }

    private var olderDaemon: String {
        let newer = "upgrade diced and start it again"
        let what =
            "the running daemon is older than this dicectl, and cannot send copies"
        if let remote = try? context.remote {
            return "\(what); \(newer) on \(remote.host)"
        }
        if context.isShared {
            return "\(what); \(newer), as root: systemctl restart diced.service"
        }
        return "\(what); \(newer): dicectl stop"
    }
}
