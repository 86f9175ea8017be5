import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// A broker, and a web server with the audience page, in a separate network namespace, in which all
/// ports are free and nothing else is reachable: mosquitto 2.0.11 listens for WebSockets on every
/// address.
struct Theatre: Sendable {
    let room: Room
    private let network: Child
    private let broker = Locked<Child?>(nil)
    private let web: Child
    private let certificate: Certificate?
    /// The address of the page.
    static let page = "http://127.0.0.1/"
    static let securePage = "https://audience.example.org/"

    /// - Parameters:
    ///   - prefix: The prefix of the audience.
    ///   - url: The broker's address for the page, instead of the port in the manual.
    ///   - isSecure: True if page and broker use TLS, as in the manual.
    init(
        _ room: Room,
        prefix: String = "diced",
        url: String = "ws://127.0.0.1:9001",
        isSecure: Bool = false
    ) async throws {
        self.room = room
        let url = isSecure ? "wss://audience.example.org/mqtt" : url
        certificate =
            isSecure ? try await Certificate(room, names: "audience.example.org") : nil
        let isRoot = geteuid() == 0
        network = try room.start(
            Tool.unshare.name,
            ["--net"] + (isRoot ? [] : ["--map-root-user"])
                + [
                    "sh", "-c",
                    "ip link set lo up && echo ready && exec sleep infinity",
                ]
        )
        try await network.output.first { $0 == "ready" }
        let wrote = try await room.start(
            Programs.dicedWeb,
            ["--audience", url, "--prefix", prefix, "--into", room.path("site")]
        ).outcome()
        #expect(wrote.ending == .exited(0), "\(wrote.complaint)")
        try room.makeFile("mosquitto.conf", try Self.brokerConfiguration(room))
        try room.makeFile(
            "audience.acl",
            try ManualRecipe.text(from: "topic read diced/#", to: "\n.Ed")
        )
        try room.makeFile(
            "nginx.conf",
            try Self.webConfiguration(room, isSecure: isSecure)
        )
        web = try room.start(
            Tool.nsenter.name,
            Self.inside(network) + [
                try #require(Tool.nginx.path), "-p", room.folder, "-c",
                room.path("nginx.conf"),
                "-g",
                "daemon off; master_process off;",
            ]
        )
        try await web.errors.first { $0.contains("getrlimit") }
        try await startBroker()
    }

    private static func inside(_ network: Child) -> [String] {
        ["--target", "\(network.pid)", "--net"]
            + (geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]) + ["--"]
    }

    /// Returns the manual's configuration, with logs for the tests, and another place for its list.
    private static func brokerConfiguration(_ room: Room) throws -> String {
        let shown = try ManualRecipe.text(
            from: "per_listener_settings true",
            to: "\n.Ed"
        )
        return shown.replacing(
            "/etc/mosquitto/audience.acl",
            with: room.path("audience.acl")
        ) + """

            log_dest stderr
            log_type all
            persistence false
            user root
            """
    }

    /// Returns the manual's configuration.
    private static func webConfiguration(_ room: Room, isSecure: Bool) throws -> String {
        let shown = try ManualRecipe.text(
            from: "server {\n    listen 443 ssl;\n    server_name audience",
            to: "\n.Ed"
        )
        let server =
            isSecure
            ? shown.replacing("/etc/ssl/", with: room.path(""))
            : shown.split(separator: "\n").filter { !$0.contains("ssl_certificate") }
                .joined(
                    separator: "\n"
                )
                .replacing("listen 443 ssl;", with: "listen 127.0.0.1:80;")
        return NginxConfiguration.text(
            room,
            server: server.replacing("/srv/www/dice", with: room.path("site"))
        )
    }

    static let tools: [Tool] = [
        .chromium, .ip, .mosquitto, .mosquittoPub, .nginx, .nsenter, .unshare,
    ]

    // MARK: Broker

    func startBroker() async throws {
        let child = try room.start(
            Tool.nsenter.name,
            Self.inside(network) + [
                try #require(Tool.mosquitto.path), "-c", room.path("mosquitto.conf"),
            ]
        )
        try await child.errors.first { $0.hasSuffix(" running") }
        broker.withLock { $0 = child }
    }

    /// Stops the broker, which forgets its retained messages.
    func stopBroker() async throws {
        let child = try #require(broker.withLock { $0 })
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
    }

    /// Publishes a message, and returns once the broker has it.
    func publish(_ topic: String, _ payload: String, retained: Bool = false)
        async throws
    {
        try room.makeFile("payload", payload)
        try await send(topic, ["-f", room.path("payload")] + (retained ? ["-r"] : []))
    }

    func publish(_ topic: String, _ payload: JSON, retained: Bool = false) async throws {
        try await publish(topic, payload.text, retained: retained)
    }

    /// Clears a retained message.
    func clear(_ topic: String) async throws {
        try await send(topic, ["-n", "-r"])
    }

    private func send(_ topic: String, _ message: [String]) async throws {
        let outcome = try await room.start(
            Tool.nsenter.name,
            Self.inside(network) + [
                Tool.mosquittoPub.name, "-h", "127.0.0.1", "-q", "1", "-t", topic,
            ] + message
        ).outcome()
        #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
    }

    /// Starts a browser in this network.
    func browser() throws -> Browser {
        try Browser(
            room,
            certificate?.browserOptions ?? [],
            through: [Tool.nsenter.name] + Self.inside(network)
        )
    }

    // MARK: Host

    /// Starts a diced-mqtt in this network, and returns once the broker has accepted it.
    func bridge(host: String) async throws -> Child {
        let child = try room.start(
            Tool.nsenter.name,
            Self.inside(network) + [
                Programs.dicedMQTT, "--broker", "mqtt://127.0.0.1", "--prefix",
                "diced/\(host)",
                "--socket",
                room.socket,
            ]
        )
        try await child.errors.first { $0.contains(" connected ") }
        return child
    }
}

/// The examples in the manual, by default those of diced-web(8) for an audience page.
enum ManualRecipe {
    static func text(
        from start: String,
        to end: String,
        of page: String = "diced-web.8"
    ) throws
        -> String
    {
        let path = URL(filePath: #filePath).appending(path: "../../../man/\(page)")
            .standardized
        let manual = try String(contentsOf: path, encoding: .utf8)
        let first = try #require(manual.range(of: start), "\(page) lacks \(start)")
            .lowerBound
        let last = try #require(manual.range(of: end, range: first..<manual.endIndex))
            .lowerBound
        return String(manual[first..<last]).replacing("\\e", with: "\\") + "\n"
    }
}
