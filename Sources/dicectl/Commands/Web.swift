import ArgumentParser
import DiceClient
import DiceModel
import DiceWire

struct Web: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Prints a link to the page for browsers.",
        discussion: """
            Without --as, --table, --watch-only and --overlay it is a host's link, which you should keep to yourself: \
            its page creates tables, games and links to share. Anyone who has another link plays in a browser under the \
            names in it, until it expires. diced-web, which serves the page, is started if it is not running.

            dicectl web                      your own page
            dicectl web --as ann --lan --qr  for a phone on the same network
            dicectl web --as ann --as bo     for two players who share a screen
            dicectl web --overlay            the dice alone, for streaming
            dicectl web --revoke             revoke all your links
            """
    )
    static let examples = ["web --as ann --for 2h", "web --revoke"]

    @Option(
        name: .shortAndLong,
        help: .init(
            "Allow only this table; can be repeated. Default: all tables.",
            valueName: "table"
        ),
        completion: Completions.tableNames,
        transform: TableOption.tableName
    )
    var table: [TableName] = []

    @OptionGroup var players: SeatOption

    @Flag(
        help:
            "Anyone who has the link sees what everyone can see, and changes nothing."
    )
    var watchOnly = false

    @Option(
        name: .customLong("for"),
        help: .init(
            "How long the link opens the page: 30m, 2h, 7d. Default: 12h, with --lan 4h.",
            valueName: "time"
        ),
        transform: LinkLife.seconds
    )
    var life: Int?

    @Flag(
        help:
            "Link to the dice alone, on a transparent background, for streaming programs; its holder can only watch."
    )
    var overlay = false

    @Option(
        help: .init(
            "With --overlay: also show each roll's total, and each throw for this long after it has ended: 8s, 1m.",
            valueName: "time"
        ),
        transform: LinkLife.throwSeconds
    )
    var throwsFor: Int?

    @Flag(help: "Also draw the link as a QR code, for phones, on standard error.")
    var qr = false

    @Flag(
        help: .init(
            "Make a link for devices on the local network. It is not encrypted there: anyone who can read the network's "
                + "traffic can use the link."
        )
    )
    var lan = false

    @Flag(help: "Revoke all your links, and close the pages opened with them.")
    var revoke =
        false

    @OptionGroup var common: CommonOptions

    var tables: [TableName] { table }

    func validate() throws {
        let others = [
            !table.isEmpty, players.names != nil, watchOnly, life != nil, overlay,
            throwsFor != nil,
            qr, lan,
        ]
        if revoke, others.contains(true) {
            throw ValidationError(
                "--revoke revokes all links; omit the other options"
            )
        }
        if throwsFor != nil, !overlay {
            throw ValidationError("--throws-for needs --overlay")
        }
        if qr, common.json {
            throw ValidationError("--qr cannot be used with --json")
        }
    }

    func run() throws {
        try context.refuseRemote()
        if revoke {
            return try LinkClient.revokeAll(context)
        }
        if lan, context.isShared {
            throw ValidationError(
                "--lan cannot be used with --shared"
            )
        }
        // Starts the daemon if none is listening, and rejects unknown tables.
        let client = try context.connect()
        for table in table {
            _ = try client.call(.get, GetParams(table: table))
        }
        let links = try LinkClient(
            context,
            startsProgram: context.startsDaemon,
            isOnLocalNetwork: lan
        )
        let params = LinkParams(
            tables: table.isEmpty ? nil : table,
            as: players.names,
            role: role,
            seconds: life,
            overlay: overlay,
            throwsFor: throwsFor,
            code: qr
        )
        try links.make(params)
    }

    private var role: ConnectionRole {
        if watchOnly || overlay {
            return .watch
        }
        return players.names == nil && table.isEmpty ? .host : .play
    }
}
