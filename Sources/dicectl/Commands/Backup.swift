import ArgumentParser
import DiceClient
import DiceWire
import Unix

struct Backup: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies every table and the history into a file.",
        discussion: """
            The copy is whole and of one moment; dice may roll meanwhile. dicectl restore puts it back. With --keep it is \
            one of a row of copies in the folder backups of the daemon's state folder, or in the folder that is named.
            """)

    @Argument(help: "The file to write, or with --keep the folder.", completion: .file()) var file: String?

    @Flag(help: "Replace a file that is there already.") var force = false

    @Option(
        help: .init("Name the copy by the instant, and remove the oldest of more than this many.", valueName: "number"),
        transform: { try Int($0).flatMap { (1...10_000).contains($0) ? $0 : nil }.orInvalid("keep 1 to 10000 copies") })
    var keep: Int?

    @OptionGroup var common: CommonOptions

    func validate() throws { if file?.isEmpty ?? (keep == nil) { throw ValidationError("name the file to write") } }

    func run() throws {
        try context.refuseRemote(file ?? "--keep")
        let client = try context.connect()
        var path = try file.map(ProcessText.absolute)
        if keep != nil {
            let folder = try path ?? (client.call(.status).stateFolder.orInvalid("name the folder")) + "/backups"
            try BackupRow.makeFolder(folder)
            path = folder + "/" + BackupRow.name(at: TimeWords.current.now)
        }
        let written = try context.perform(.backup, BackupParams(path: path ?? "", force: force), on: client) {
            ["\(Printable.text($0.path)) written, \($0.bytes) bytes"]
        }
        if let keep { try BackupRow.removeOldest(beside: written.path, keeping: keep) }
    }
}
