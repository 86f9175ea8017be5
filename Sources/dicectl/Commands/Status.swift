internal import ArgumentParser
internal import DiceClient
internal import DiceWire
internal import Unix

struct Status: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows how the daemon is doing.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        let client = try session.connect()
        try session.perform(.status, as: StatusResult.self, on: client) {
            Columns.lines(Self.rows($0, socket: client.connection.path ?? ""))
        }
    }

    static func rows(_ status: StatusResult, socket: String) -> [[String]] {
        [
            ["version", Printable.text(status.version)],
            ["pid", "\(status.pid)\(status.startedBy.map { ", started by \(Printable.text($0))" } ?? "")"],
            ["uptime", Measure.duration(seconds: status.uptime)],
            ["socket", Printable.text(socket)],
        ] + places(status) + [
            ["tables", String(status.tables)],
            ["clients", String(status.clients)],
            ["watchers", String(status.watchers)],
            ["in flight", status.animating == 1 ? "1 die" : "\(status.animating) dice"],
            ["seeded", status.seeded ? "yes, the rolls are repeatable" : "no"],
        ] + (status.slow.map { [["slow", "yes, dice take \($0) times as long"]] } ?? [])
    }

    /// Where the store and the log are; an older daemon says nothing of them.
    private static func places(_ status: StatusResult) -> [[String]] {
        guard let folder = status.stateFolder else { return [] }
        return [
            ["state", Printable.text(folder)],
            ["store", status.storeBytes.map(Measure.size) ?? "not to be seen"],
            ["log", log(status)],
        ]
    }

    private static func log(_ status: StatusResult) -> String {
        switch status.log {
        case nil: "the standard error that it was started with"
        case "journal" where status.startedBy == "systemd": "journalctl --user -u diced.service"
        case "journal": "journalctl -t diced"
        case let file?: Printable.text(file)
        }
    }
}
