import Glibc
import ProgramTestSupport
import Testing

/// A home with two machines, each in a separate network namespace, isolated from all others.
struct LocalNetwork: Sendable {
    static let hostAddress = "192.168.77.1"
    static let tools: [Tool] = [.ip, .nsenter, .unshare]

    let room: Room
    private let host: Child
    private let phone: Child

    init(_ room: Room) async throws {
        self.room = room
        let waiting = [
            "sh", "-c", "ip link set lo up && echo ready && exec sleep infinity",
        ]
        host = try room.start(
            Tool.unshare.name,
            ["--net"] + (geteuid() == 0 ? [] : ["--map-root-user"]) + waiting
        )
        try await host.output.first { $0 == "ready" }
        phone = try room.start(
            Tool.nsenter.name,
            Self.inside(host) + [Tool.unshare.name, "--net"] + waiting
        )
        try await phone.output.first { $0 == "ready" }
        try await run(
            host,
            "ip link add home type veth peer name home netns \(phone.pid)"
        )
        // Without IPv6 addresses, which appear a second or two late: a browser aborts its requests
        // when its network changes.
        let plain =
            "{ [ ! -e /proc/sys/net/ipv6 ] || ip link set home addrgenmode none; } && "
        try await run(
            phone,
            plain + "ip address add 192.168.77.2/24 dev home && ip link set home up"
        )
        try await run(
            host,
            plain
                + "ip address add \(Self.hostAddress)/24 dev home && ip link set home up && "
                + "ip route add default via 192.168.77.2"
        )
    }

    private static func inside(_ machine: Child) -> [String] {
        ["--target", "\(machine.pid)", "--net"]
            + (geteuid() == 0 ? [] : ["--user", "--preserve-credentials"]) + ["--"]
    }

    private func run(_ machine: Child, _ script: String) async throws {
        let outcome = try await room.start(
            Tool.nsenter.name,
            Self.inside(machine) + ["sh", "-c", script]
        ).outcome()
        try #require(outcome.ending == .exited(0), "\(script): \(outcome.complaint)")
    }

    /// Runs dicectl on the machine with the tables.
    func dicectl(_ arguments: String...) async throws -> Outcome {
        try await room.start(
            Tool.nsenter.name,
            Self.inside(host) + [Programs.dicectl] + arguments,
            environment: room.clientEnvironment
        ).outcome()
    }

    /// Returns the response to a request from the phone.
    func answer(to request: String, at port: Int) async throws -> String {
        let client = try room.start(
            Tool.nsenter.name,
            Self.inside(phone) + [Tool.nc.name, "-N", Self.hostAddress, "\(port)"]
        )
        client.write(request)
        client.closeInput()
        return try await client.outcome().output.joined(separator: "\n")
    }

    /// Starts a browser on the phone.
    func browser() throws -> Browser {
        try Browser(room, through: [Tool.nsenter.name] + Self.inside(phone))
    }
}
