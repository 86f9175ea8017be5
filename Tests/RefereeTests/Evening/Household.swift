import Foundation
import ProgramTestSupport
import Testing

/// The programs of an evening except the daemon. These programs keep running while the daemon is
/// killed and restarted.
struct Household {
    static let table = "evening"
    static let pages = ["ann", "bo", "cleo", "dan"]
    static let terminal = "eve"
    static let bot = "hal"
    /// The number of connections to the daemon, including the desk's own.
    static let connections = 10

    let web: Child
    let mqtt: Child
    let play: Child
    /// Prints the history that the subscriber receives.
    let subscriber: Child
    let pages: [PagePlayer]

    /// - Parameter clock: the clock for the programs started here.
    init(_ room: Room, _ clock: FastClock, _ attend: (Child) async throws -> Void)
        async throws
    {
        let port = try FreePort.find()
        try room.makeFile(
            "mosquitto.conf",
            "listener \(port) 127.0.0.1\nallow_anonymous true\nlog_dest stderr\n"
                + (geteuid() == 0 ? "user root\n" : "")
        )
        let broker = try room.start(
            try #require(Tool.mosquitto.path),
            ["-c", room.path("mosquitto.conf")]
        )
        try await broker.errors.first { $0.hasSuffix(" running") }
        subscriber = try room.start(
            try #require(Tool.mosquittoSub.path),
            [
                "-h", "127.0.0.1", "-p", "\(port)", "-t", "p/\(Self.table)/history",
                "-q", "1",
            ]
        )
        mqtt = try room.start(
            "env",
            [
                Programs.dicedMQTT, "--broker", "mqtt://127.0.0.1:\(port)", "--prefix",
                "p",
                "--socket", room.socket,
            ],
            environment: clock.environment
        )
        web = try room.start(
            "env",
            [
                Programs.dicedWeb, "--socket", room.socket, "--state-dir", room.state,
                "--listen",
                "127.0.0.1:0",
            ],
            environment: clock.environment
        )
        try await web.errors.first { $0.contains("ready page=") }
        var pages: [PagePlayer] = []
        for arguments in Self.pages.map({ ["--as", $0] }) + [["--overlay"]] {
            let link = try room.start(
                Programs.dicectl,
                ["web", "--table", Self.table] + arguments,
                environment: room.clientEnvironment
            )
            try await attend(link)
            let outcome = try await link.outcome()
            let url = try #require(outcome.output.first, "\(outcome)")
            pages.append(
                PagePlayer(
                    arguments.count > 1 ? arguments[1] : nil,
                    url,
                    table: Self.table
                )
            )
        }
        self.pages = pages
        play = try room.startOnTerminal(
            "stty rows 40 cols 120; $dicectl play \(Self.table) --as \(Self.terminal)"
        )
        _ = try room.startOnTerminal(
            "stty rows 40 cols 120; $dicectl watch \(Self.table)"
        )
        _ = try room.startDicectl(
            "bot",
            Self.table,
            "--as",
            Self.bot,
            "--level",
            "good",
            "--pace",
            clock.pace
        )
    }

    /// Presses a key on the terminal of the player who uses one.
    func press(_ key: String) {
        play.write(key)
    }
}
