import ArgumentParser
import DiceClient
import DiceModel
import DiceWire

struct Web: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "web",
        abstract: "Prints a link to a page for browsers.",
        discussion: """
            Without --as, --table, --watch-only and --overlay it is a host's, to keep: its page makes tables, games and \
            invitations. Anyone who has another one plays in a browser under the names that it gives, until it expires. \
            diced-web, which shows the page, is started if it does not run.

            dicectl web                      a page of one's own
            dicectl web --as ann --lan --qr  for a phone in the same network
            dicectl web --as ann --as bo     for two who share a screen
            dicectl web --overlay            the dice alone, for streams
            dicectl web --revoke             take all links back
            """
    )

    @Option(
        name: .shortAndLong,
        help: .init(
            "This table, and no other; may be given several times. By default all of them.",
            valueName: "table"
        ),
        completion: Completions.tableNames,
        transform: TableOption.tableName
    )
    var table: [TableName] = []

    @OptionGroup var players: SeatOption

    @Flag(
        help:
            "Anyone who has the link sees what everybody may see, and changes nothing."
    )
    var watchOnly = false

    @Option(
        name: .customLong("for"),
        help: .init(
            "How long the link opens the page: 30m, 2h, 7d; by default 12h, with --lan 4h.",
            valueName: "time"
        ),
        transform: LinkLife.seconds
    )
    var life: Int?

    @Flag(
        help:
            "A link to the dice alone, on a transparent ground, for streaming programs; anyone who has it only watches."
    )
    var overlay = false

    @Option(
        help: .init(
            "On the overlay also a roll's total, and each throw for this long after it has ended: 8s, 1m.",
            valueName: "time"
        ),
        transform: LinkLife.throwSeconds
    )
    var throwsFor: Int?

    @Flag(help: "Draw the link as a QR code on standard error as well, for phones.")
    var qr = false

    @Flag(
        help: .init(
            "A link for the devices of the local network. It passes that without encryption: anyone who can read its "
                + "traffic can use the link."
        )
    )
    var lan = false

    @Flag(help: "Take all your links back, and close the pages that they have opened.")
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
                "--revoke takes every link back; leave the other options out"
            )
        }
        if throwsFor != nil, !overlay {
            throw ValidationError("--throws-for is for --overlay; name both")
        }
        if qr, common.json {
            throw ValidationError("--json prints one line of JSON; leave --qr out")
        }
    }

    func run() throws {
        try context.refuseRemote()
        if revoke {
            return try LinkClient.revokeAll(context)
        }
        if lan, context.isShared {
            throw ValidationError(
                "--lan is for a daemon of one's own; leave out --shared"
            )
        }
        // Starts the daemon if none listens, and rejects unknown tables.
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
