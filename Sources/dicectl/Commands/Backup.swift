internal import ArgumentParser
internal import DiceWire
internal import Unix

struct Backup: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copies every table and the history into a file.",
        discussion: """
            The copy is whole and of one moment; dice may roll meanwhile. dicectl restore puts it back.
            """)

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace a file that is there already.")
    var force = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if file.isEmpty { throw ValidationError("name the file to write") }
    }

    func run() throws {
        try session.refuseRemote(file)
        let path = file.hasPrefix("/") ? file : try ProcessText.workingFolder() + "/" + file
        try session.perform(.backup, BackupParams(path: path, force: force)) {
            ["\(Printable.text($0.path)) written, \($0.bytes) bytes"]
        }
    }
}
