internal import ArgumentParser
internal import DiceWire
internal import Unix

struct Status: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows how the daemon is doing.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        try session.perform(.status, as: StatusResult.self) {
            Columns.lines(Self.rows($0, socket: try session.socketPath.path))
        }
    }

    static func rows(_ status: StatusResult, socket: String) -> [[String]] {
        [
            ["version", Printable.text(status.version)],
            ["pid", String(status.pid)],
            ["socket", Printable.text(socket)],
            ["uptime", "\(status.uptime) s"],
            ["tables", String(status.tables)],
            ["clients", String(status.clients)],
            ["watchers", String(status.watchers)],
            ["animating", String(status.animating)],
            ["seeded", status.seeded ? "yes, the rolls are repeatable" : "no"],
        ] + (status.slow.map { [["slow", "yes, dice take \($0) times as long"]] } ?? [])
    }
}
