import ArgumentParser
import DiceClient
import DiceFollowing
import DiceJudging
import DiceVerifying
import DiceWire
import Unix

struct Check: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks a backup or an export.",
        discussion: """
            Recognizes the kind of file by its content. A backup is examined as the daemon examines its store, \
            with a summary of its tables; an export is checked as dicectl verify does. Nothing is changed, and \
            no daemon is needed.

            Exit status: 65 if the file is damaged, altered, or neither a backup nor an export; 66 if it cannot \
            be read; 76 if a newer version wrote it.
            """
    )
    static let examples = ["check dice.sqlite", "check turns.jsonl"]

    @Argument(
        help: .init(
            "A backup or an export; - reads an export from standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var file: String

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if file.isEmpty {
            throw ValidationError("name the file to check")
        }
    }

    func run() throws {
        try context.refuseRemote(file)
        let notes = SeenNotes.current?.read() ?? Notes()
        var lines = try LineReader(file)
        guard try lines.begins(with: Array("SQLite format 3\0".utf8)) else {
            return try Verify.report(json: context.json) {
                try check(export: &lines, notes).reports
            }
        }
        guard lines.isFile else {
            throw CommandError.program(
                66,
                "a backup cannot be read from a pipe; name its file"
            )
        }
        try checkBackup(try ProcessText.absolute(file))
    }

    private func check(export lines: inout LineReader, _ notes: Notes) throws
        -> HistoryVerifier
    {
        var verifier = HistoryVerifier(.export, notes: notes)
        var hasEntry = false
        do {
            try ExportLine.forEachEntry(of: &lines) { entry in
                hasEntry = true
                try verifier.check(entry)
            }
        } catch CommandError.unverified where !hasEntry {
            throw CommandError.unverified(
                "\(lines.name) is neither a backup nor an export of diced"
            )
        }
        guard hasEntry else {
            throw CommandError.unverified(
                "\(lines.name) is not a backup, and has no history entries"
            )
        }
        try verifier.finish()
        return verifier
    }

    private func checkBackup(_ path: String) throws {
        let (status, said) = try DaemonProgram.run(
            ["--check-file", path],
            of: context.socketPath
        )
        guard status == 0 else {
            let more =
                said.count > 1
                ? "; for the full report: diced --check-file \(ShellWord.typed(path))"
                : ""
            throw CommandError.program(
                status,
                (said.first ?? "diced failed without a message") + more
            )
        }
        guard context.json else { return try Output.lines(said) }
        try Output.json(
            JSONWriter.object { json in
                json.member("path", path)
                json.member("kind", "backup")
                json.member("said", said.joined(separator: "\n"))
            }
        )
    }
}
