import ArgumentParser
import DiceFollowing
import DiceModel

struct Logs: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "logs",
        abstract: "Shows the log of the daemon, diced-web or diced-mqtt.",
        discussion: """
            Prints one record per line, with the local time, from the journal if the daemon logs there, otherwise \
            from its file. It does not start a daemon.

            dicectl logs -f                     keep printing new records, until Ctrl-C
            dicectl logs --since 'an hour ago'
            dicectl logs --unit diced-mqtt      the log of the MQTT bridge
            """
    )
    static let examples = ["logs -f", "logs -t odd --since yesterday"]

    @Option(
        help: .init(
            "Show the log of diced-web or diced-mqtt instead of the daemon's.",
            valueName: "program"
        ),
        completion: .list(LogSource.Program.allCases.map(\.rawValue)),
        transform: LogSource.Program.init(parsing:)
    )
    var unit = LogSource.Program.daemon

    @Flag(name: .shortAndLong, help: "Keep printing new records.") var follow = false

    @Option(
        help: .init(
            "Show only records from this time or later: \(TimeWords.examples).",
            valueName: "time"
        ),
        completion: .list(TimeRange.times),
        transform: TimeWords.current.instant
    )
    var since: Timestamp?

    @Option(
        name: .shortAndLong,
        help: .init("Show only records about this table.", valueName: "table"),
        completion: Completions.tableNames,
        transform: TableOption.tableName
    )
    var table: TableName?

    @OptionGroup var common: CommonOptions

    func run() throws {
        try context.refuseRemote()
        var isWanted = since == nil
        try LogSource(context, of: unit).forEachLine(follows: follow, since: since) { line in
            // A line that is not a record belongs to the previous one.
            if let at = line.at, let since {
                isWanted = at.millisecondsSinceEpoch >= since.millisecondsSinceEpoch
            }
            guard isWanted,
                table.map({ $0.description == line.fields["table"] }) ?? true
            else {
                return
            }
            if context.json {
                try Output.json(line.json)
            } else {
                try Output.line(line.text)
            }
        }
    }
}
