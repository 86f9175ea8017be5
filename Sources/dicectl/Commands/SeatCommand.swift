import ArgumentParser
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire

struct SeatCommand: ExampleCommand {
    static let configuration = CommandConfiguration(
        commandName: "seat",
        abstract: "Prints the line that gives an ssh key a seat.",
        usage: """
            dicectl seat <key-file> --as <name> ... [--only <table>] ... [--watch-only] [--shared]
            dicectl seat --list <file> [--json]
            """,
        discussion: """
            Anyone who has the key can play under these names with dicectl -H, and do nothing else on this machine.

            dicectl seat ann.pub --as ann --only home >>~/.ssh/authorized_keys
            dicectl seat --list ~/.ssh/authorized_keys
            """
    )
    static let examples = [
        "seat ann.pub --as ann --only home",
        "seat --list ~/.ssh/authorized_keys",
    ]

    @Argument(
        help: .init(
            "Public keys as made by ssh-keygen, one per line, or - for standard input; with --list an "
                + "authorized_keys file.",
            valueName: "file"
        ),
        completion: .file()
    )
    var file: String

    @Option(
        name: .customLong("as"),
        help: .init(
            "The player: letters, digits, dots, underscores and hyphens; can be repeated.",
            valueName: "name"
        ),
        transform: {
            try (SeatGrant.isName($0) ? $0 : nil).orInvalid(SeatGrant.nameRule)
        }
    )
    var players: [String] = []

    @Option(
        help: .init(
            "Allow only this table; can be repeated.",
            valueName: "table"
        ),
        completion: Completions.tableNames,
        transform: TableOption.tableName
    )
    var only: [TableName] = []

    @Flag(help: "The holder of the key sees everything and changes nothing.")
    var watchOnly = false

    @Flag(help: "Give a seat at the shared daemon of this machine.")
    var shared = false

    @Flag(help: "Explain the lines of the file instead.") var list = false

    @Flag(help: "With --list, print one line of JSON.") var json = false

    func validate() throws {
        if list, !players.isEmpty || !only.isEmpty || watchOnly || shared {
            throw ValidationError(
                "--list only describes a file; omit the other options"
            )
        }
        guard list || SeatNames(players)?.isPossible == true else {
            throw ValidationError(
                "name the players with --as NAME, up to \(Limits.seatNames.upperBound) names, each once"
            )
        }
    }

    func run() throws {
        var reader = try LineReader(file)
        guard let bytes = try reader.all(atMost: 1 << 20) else {
            throw CommandError.usage("\(file) is too long for a key file")
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
            throw CommandError.usage("\(file) has no public key")
        }
        try Output.lines(seats)
    }
}
