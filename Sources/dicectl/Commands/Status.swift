import ArgumentParser
import DiceClient
import DiceDrawing
import DiceNotation
import DiceWire

struct Status: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Shows the state of the daemon.",
        discussion: "Does not start a daemon: if none is running, the exit status is 69."
    )
    static let examples = ["status", "status --json"]

    @Flag(
        help:
            "Print the daemon's metrics in Prometheus text format; only for its own user and root."
    )
    var metrics = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        var context = context
        context.startsDaemon = false
        let client = try context.connect()
        if metrics {
            try context.perform(
                .metrics,
                EmptyObject(),
                on: client,
                plain: MetricsText.lines
            )
            return
        }
        let remote = try context.remote
        let host = remote?.host.text
        let socket = client.connection.path ?? remote?.socket
        try context.perform(.status, EmptyObject(), on: client) {
            Columns.lines(
                Self.rows($0, host: host, socket: socket, isShared: context.isShared)
            )
        }
    }

    /// - Parameter socket: `nil` if only the other machine knows it.
    static func rows(
        _ status: StatusResult,
        host: String? = nil,
        socket: String?,
        isShared: Bool = false
    ) -> [[String]] {
        // An older daemon does not report the locations of the store and the log.
        let hasPlaces = status.stateFolder != nil
        let rows: [(String, String?)] = [
            ("host", host),
            ("version", status.version),
            (
                "pid",
                "\(status.pid)\(status.startedBy.map { ", started by \($0)" } ?? "")"
            ),
            ("uptime", Measure.duration(seconds: status.uptime)),
            ("socket", socket),
            ("state", status.stateFolder),
            (
                "store",
                hasPlaces
                    ? status.storeBytes.map(Measure.size) ?? "not accessible" : nil
            ),
            ("log", hasPlaces ? log(status, isShared) : nil),
            ("tables", String(status.tables)),
            ("clients", String(status.clients)),
            ("watchers", String(status.watchers)),
            ("in flight", status.animating == 1 ? "1 die" : "\(status.animating) dice"),
            ("seeded", status.seeded ? "yes, the rolls are repeatable" : "no"),
            (
                "slow",
                status.slow.map {
                    "yes, dice take \(NumberText.text($0)) times as long"
                }
            ),
        ]
        return rows.compactMap { name, text in text.map { [name, Printable.text($0)] } }
    }

    private static func log(_ status: StatusResult, _ isShared: Bool) -> String {
        switch status.log {
        case nil: "standard error of the program that started it"
        case "journal" where status.startedBy == "systemd":
            isShared
                ? "journalctl -u diced.service" : "journalctl --user -u diced.service"
        case "journal": "journalctl -t diced"
        case let file?: file
        }
    }
}

extension Status: QuickCommand {
    static let quickOptions: [QuickLine.Option] = []

    init(_ line: QuickLine) throws {
        guard line.words.isEmpty else { throw QuickLine.Unclear() }
        metrics = false
        common = CommonOptions(line)
    }
}
