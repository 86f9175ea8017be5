internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire

struct Web: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "web", abstract: "Prints a link to a page for browsers.",
        discussion: """
            Anyone who has the link plays in a browser under the name that it gives, until it expires. diced-web, which \
            shows the page, is started if it does not run.

            dicectl web -t home --as ann --qr
            dicectl web --overlay            the dice alone, for streams
            dicectl web --revoke             take all links back
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "This table, and no other; may be given several times. By default all of them.", valueName: "table"),
        completion: Completions.tableNames, transform: TableOption.tableName)
    var table: [TableName] = []

    @OptionGroup var player: PlayerOption

    @Flag(help: "Anyone who has the link sees everything and changes nothing.")
    var watchOnly = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long the link opens the page: 30m, 2h, 7d; by default 12h.", valueName: "time"),
        transform: LinkLife.seconds)
    var life: Int?

    @Flag(
        help:
            "A link to the dice alone, on a transparent ground, for streaming programs; anyone who has it only watches."
    )
    var overlay = false

    @Flag(help: "Draw the link as a QR code on standard error as well, for phones.")
    var qr = false

    @Flag(help: "Take all your links back, and close the pages that they have opened.")
    var revoke = false

    @OptionGroup var common: CommonOptions

    var tables: [TableName] { table }

    func validate() throws {
        if revoke, !table.isEmpty || player.name != nil || watchOnly || life != nil || overlay || qr {
            throw ValidationError("--revoke takes every link back; leave the other options out")
        }
        if qr, common.json { throw ValidationError("--json prints one line of JSON; leave --qr out") }
    }

    func run() throws {
        try session.refuseRemote()
        if revoke { return try LinkClient(session, startsProgram: false).revokeAll() }
        // Starts the daemon if none listens, and refuses tables that are not there.
        let client = try session.connect()
        for table in table { _ = try client.call(.get, GetParams(table: table)) }
        let links = try LinkClient(session, startsProgram: session.startsDaemon)
        let params = LinkParams(
            tables: table.isEmpty ? nil : table, as: player.name, role: watchOnly || overlay ? .watch : .play,
            seconds: life ?? LinkParams.usualLife, overlay: overlay)
        try links.make(params, showsCode: qr)
    }
}
