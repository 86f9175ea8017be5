import ArgumentParser
import DiceModel
import DiceWire

struct SeatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seat",
        abstract: "Prints the line that gives an ssh key a seat.",
        usage: """
            dicectl seat <key-file> --as <name> ... [--only <table>] ... [--watch-only] [--shared]
            dicectl seat --list <file> [--json]
            """,
        discussion: """
            Anyone who has the key plays under these names by dicectl -H, and can do nothing else on this machine.

            dicectl seat ann.pub --as ann --only home >>~/.ssh/authorized_keys
            dicectl seat --list ~/.ssh/authorized_keys
            """
    )

    @Argument(
        help: .init(
            "A public key as ssh-keygen makes it, one a line, or - for standard input; with --list a file of "
                + "authorized_keys.",
            valueName: "file"
        ),
        completion: .file()
    )
    var file: String

    @Option(
        name: .customLong("as"),
        help: .init(
            "Who plays: letters, digits, dots, underscores and hyphens; may be given several times.",
            valueName: "name"
        ),
        transform: {
            try (SeatGrant.isName($0) ? $0 : nil).orInvalid(SeatGrant.nameRule)
        }
    )
    var players: [String] = []

    @Option(
        help: .init(
            "This table, and no other; may be given several times.",
            valueName: "table"
        ),
        completion: Completions.tableNames,
        transform: TableOption.tableName
    )
    var only: [TableName] = []

    @Flag(help: "Anyone who has the key sees everything and changes nothing.")
    var watchOnly = false

    @Flag(help: "A seat at the daemon that the users of this machine share.")
    var shared = false

    @Flag(help: "Explain the lines of the file instead.") var list = false

    @Flag(help: "With --list, print one line of JSON.") var json = false

    func validate() throws {
        if list, !players.isEmpty || !only.isEmpty || watchOnly || shared {
            throw ValidationError(
                "--list explains what is there; leave the other options out"
            )
        }
        guard list || SeatNames(players)?.isPossible == true else {
            throw ValidationError(
                "say who plays: --as NAME, up to \(Limits.seatNames.upperBound) names, each once"
            )
        }
        if !list, json {
            throw ValidationError("--json goes with --list")
        }
    }

    func run() throws {
        var reader = try LineReader(file)
        guard let bytes = try reader.all(atMost: 1 << 20) else {
            throw CommandError.usage("\(file) is too long for a file of keys")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false) {
            $0 == "\n" || $0 == "\r\n"
        }
        if list {
            let list = SeatList(lines)
            if json {
                return try Output.json(list.json)
            }
            return try Output.lines(
                Columns.lines((Window.isTerminal ? [SeatList.header] : []) + list.rows)
            )
        }
        let seat = SeatGrant(
            players: SeatNames(players),
            tables: only,
            watchesOnly: watchOnly,
            isShared: shared
        )
        var seats: [String] = []
        for (index, line) in lines.enumerated() {
            let line = line.drop(while: PublicKey.isBlank)
            if line.isEmpty || line.first == "#" {
                continue
            }
            do {
                seats.append(seat.line(for: try PublicKey(parsing: line)))
            } catch {
                throw CommandError.usage("line \(index + 1) of \(file) \(error.reason)")
            }
        }
        guard !seats.isEmpty else {
            throw CommandError.usage("\(file) holds no public key")
        }
        try Output.lines(seats)
    }
}
