internal import ArgumentParser
internal import DiceClient
internal import DiceNotation
internal import DiceWire
internal import Unix

struct Status: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Shows how the daemon is doing.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        let client = try session.connect()
        let remote = try session.remote
        try session.perform(.status, on: client) {
            Columns.lines(
                Self.rows(
                    $0, host: remote?.host.text, socket: client.connection.path ?? remote?.socket,
                    isShared: session.isShared))
        }
    }

    /// - Parameter socket: nil where only the other machine knows.
    static func rows(
        _ status: StatusResult, host: String? = nil, socket: String?, isShared: Bool = false
    ) -> [[String]] {
        [host.map { ["host", Printable.text($0)] }].compactMap(\.self) + [
            ["version", Printable.text(status.version)],
            ["pid", "\(status.pid)\(status.startedBy.map { ", started by \(Printable.text($0))" } ?? "")"],
            ["uptime", Measure.duration(seconds: status.uptime)],
        ] + [socket.map { ["socket", Printable.text($0)] }].compactMap(\.self) + places(status, isShared) + [
            ["tables", String(status.tables)],
            ["clients", String(status.clients)],
            ["watchers", String(status.watchers)],
            ["in flight", status.animating == 1 ? "1 die" : "\(status.animating) dice"],
            ["seeded", status.seeded ? "yes, the rolls are repeatable" : "no"],
        ] + (status.slow.map { [["slow", "yes, dice take \(NumberText.text($0)) times as long"]] } ?? [])
    }

    /// Where the store and the log are; an older daemon says nothing of them.
    private static func places(_ status: StatusResult, _ isShared: Bool) -> [[String]] {
        guard let folder = status.stateFolder else { return [] }
        return [
            ["state", Printable.text(folder)],
            ["store", status.storeBytes.map(Measure.size) ?? "not to be seen"],
            ["log", log(status, isShared)],
        ]
    }

    private static func log(_ status: StatusResult, _ isShared: Bool) -> String {
        switch status.log {
        case nil: "the standard error that it was started with"
        case "journal" where status.startedBy == "systemd":
            isShared ? "journalctl -u diced.service" : "journalctl --user -u diced.service"
        case "journal": "journalctl -t diced"
        case let file?: Printable.text(file)
        }
    }
}
