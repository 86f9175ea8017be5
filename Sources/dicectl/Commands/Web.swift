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

            For a friend elsewhere, through a machine of your own or a program that prints the address of its tunnel:

            dicectl web --through 'ssh -N -R 8080:127.0.0.1:{port} HOST' --public-url https://HOST
            dicectl web --through 'cloudflared tunnel --url http://127.0.0.1:{port}' --as bo --qr
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

    @Option(
        help: .init(
            "Make a link for friends elsewhere, and run this command of sh(1), which passes a public address on to the "
                + "page, until Ctrl-C. {port} in it is the page's port. Those who run that address can read along.",
            valueName: "command"
        )
    )
    var through: String?

    @Option(
        name: .customLong("public-url"),
        help: .init(
            "With --through: the public address. Default: the last https:// address that the command prints.",
            valueName: "url"
        ),
        transform: { text in
            try Origin(address: text).orInvalid(
                "\"\(text)\" is not a page address; write https://HOST or https://HOST:PORT"
            )
        }
    )
    var publicURL: Origin?

    @Flag(help: "Revoke all your links, and close the pages opened with them.")
    var revoke =
        false

    @OptionGroup var common: CommonOptions

    var tables: [TableName] { table }

    func validate() throws {
        let others = [
            !table.isEmpty, players.names != nil, watchOnly, life != nil, overlay,
            throwsFor != nil,
            qr, lan, through != nil, publicURL != nil,
        ]
        if revoke, others.contains(true) {
            throw ValidationError(
                "--revoke revokes all links; omit the other options"
            )
        }
        if throwsFor != nil, !overlay {
            throw ValidationError("--throws-for needs --overlay")
        }
        if publicURL != nil, through == nil {
            throw ValidationError("--public-url needs --through")
        }
        if through != nil, lan {
            throw ValidationError("--through cannot be used with --lan; omit one of them")
        }
        if let through, through.allSatisfy(\.isWhitespace) {
            throw ValidationError(
                "--through needs a command, such as 'ssh -N -R 8080:127.0.0.1:{port} HOST'"
            )
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
        if lan || through != nil, context.isShared {
            throw ValidationError(
                "\(lan ? "--lan" : "--through") cannot be used with --shared"
            )
        }
        // Starts the daemon if none is listening, and rejects unknown tables.
        let client = try context.connect()
        for table in table {
            _ = try client.call(.get, GetParams(table: table))
        }
        let params = LinkParams(
            tables: table.isEmpty ? nil : table,
            as: players.names,
            role: role,
            seconds: life,
            overlay: overlay,
            throwsFor: throwsFor,
            code: qr
        )
        if let through {
            let run = try TunnelRun(context, command: through, named: publicURL, params)
            return try run.run()
        }
        let links = try LinkClient(
            context,
            startsProgram: context.startsDaemon,
            isOnLocalNetwork: lan
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
