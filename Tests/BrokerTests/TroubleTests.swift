import DiceClient
import DiceMQTT
import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// Tests brokers that stop, hang, refuse or are full, and daemons that are down: no roll waits for
/// any of them, and afterward the state is right.
@Suite(.quickRoom, .needs(.mosquitto, .mosquittoSub))
struct TroubleTests {
    @Test("a broker that is restarted receives the current state")
    func aBrokerThatIsStoppedAndStartedAgain() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        let bridge = try await room.bridge(broker)
        let player = try daemon.client()
        for round in 1...2 {
            try await broker.stop()
            try await bridge.errors.until { lines in
                lines.count { $0.contains("no connection to the broker") } >= round
            }
            #expect(try await player.result("table.roll")["outcome"] == "completed")
            let entry = try await player.result("table.endTurn")
            try await player.result("table.roll")
            // An entry is published only once, so the subscriber must be there first.
            bridge.signal(SIGSTOP)
            try await broker.startAgain()
            let reader = try await Reader(broker)
            bridge.signal(SIGCONT)
            try await reader.state(becomes: try await player.result("table.get"))
            try await reader.first("p/status", "online")
            try await reader.first {
                $0.topic == "p/default/history" && $0.json == entry.entry
            }
        }
        #expect(bridge.isAlive)
    }

    /// The broker does not read: messages that would fill the memory are omitted, and the newest
    /// state arrives once the broker continues.
    @Test("a broker that does not read receives the newest state afterward")
    func aBrokerThatStandsStill() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        let reader = try await Reader(broker, topic: "p/t/#")
        // The broker is not sent a ping meanwhile, however long that takes.
        var times = BridgeTimes()
        times.keepAlive = 0
        let bridge = try await OwnBridge(room, broker, times)
        try await broker.child.errors.first { $0.contains(", k0)") }
        let player = try daemon.client()
        try await player.result(
            "table.create",
            ["table": "t", "dice": JSON(Array(repeating: 6, count: 400))]
        )
        try await reader.first { $0.topic == "p/t/state" }
        broker.child.signal(SIGSTOP)
        // The daemon closes a bridge that is far behind; the bridge reconnects and reads more.
        for number in 1...4_000
        where number <= 400
            || !bridge.log.all.contains(where: { $0.contains("dropping events") })
        {
            let result = try await player.result(
                "table.roll",
                ["table": "t", "animate": false]
            )
            #expect(result["outcome"] == "completed")
            if result["roll"].int == 200 {
                try await player.result("table.endTurn", ["table": "t"])
            }
        }
        #expect(
            try await player.result("table.roll", ["table": "t"])["outcome"]
                == "completed"
        )
        try await bridge.log.first { $0.contains("dropping events") }
        broker.child.signal(SIGCONT)
        try await reader.state(
            "t",
            becomes: try await player.result("table.get", ["table": "t"])
        )
        // The bridge continues.
        try await bridge.log.first { $0.contains("publishing events again") }
        let start = reader.child.output.count
        try await player.result("table.roll", ["table": "t", "animate": false])
        try await reader.event("rollSettled", table: "t", from: start)
    }

    @Test("a broker that gives no sign of life is disconnected") func aBrokerThatGivesNoSignOfLife()
        async throws
    {
        let room = try Room.here
        _ = try await room.daemon()
        let broker = try await Broker(room)
        var times = BridgeTimes()
        // The minimum that libmosquitto accepts.
        times.keepAlive = 5
        let bridge = try await OwnBridge(room, broker, times)
        broker.child.signal(SIGSTOP)
        try await bridge.log.first { $0.contains("no connection to the broker") }
        broker.child.signal(SIGCONT)
        try await bridge.log.until { lines in
            lines.count { $0.hasPrefix("connected") } == 2
        }
    }

    @Test("a broker that accepts the connection but never answers is reported", .needs(.nc))
    func aBrokerThatAcceptsNobody() async throws {
        let room = try Room.here
        let port = try FreePort.find()
        let listener = try room.start("nc", ["-v", "-k", "-l", "127.0.0.1", "\(port)"])
        try await listener.errors.first { $0.contains("Listening") }
        var times = BridgeTimes()
        times.acceptance = .milliseconds(100)
        let bridge = try OwnBridge(room, port: port, times)
        try await bridge.log.first {
            $0.contains("no connection to the broker")
                && $0.contains("it does not respond")
        }
    }

    @Test("backoff starts anew after a successful connection") func afterAReturnThePausesBeginAnew()
        async throws
    {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        var times = BridgeTimes()
        times.proving = .zero
        let bridge = try await OwnBridge(room, broker, times)
        try await broker.stop()
        try await bridge.log.first { $0.contains("no connection to the broker") }
        try await broker.startAgain()
        try await bridge.log.until { lines in
            lines.count { $0.hasPrefix("connected") } == 2
        }
        _ = try await daemon.stop()
        try await bridge.log.first { $0.contains("lost the connection to the daemon") }
        _ = try await room.daemon()
        try await bridge.log.first { $0.contains("the daemon is back") }
        #expect(try await bridge.end() == [Backoff(), Backoff()])
    }

    @Test("a broker that refuses the password is reported") func aBrokerThatRefuses() async throws {
        let room = try Room.here
        let daemon = try await room.daemon()
        try room.makeFile("users", "")
        let made = try await room.start(
            "mosquitto_passwd",
            ["-b", room.path("users"), "ann", "right one"],
            environment: [:]
        ).outcome()
        #expect(made.ending == .exited(0), "\(made.complaint)")
        let broker = try await Broker(
            room,
            access: "allow_anonymous false\npassword_file \(room.path("users"))"
        )
        try writePassword("wrong one")
        let supervisor = try NotifySocket(path: room.path("n"))
        let bridge = try room.startBridge(
            "mqtt://ann@127.0.0.1:\(broker.port)",
            ["--password-file", room.path("password")],
            environment: ["NOTIFY_SOCKET": supervisor.path]
        )
        try await supervisor.datagrams.first {
            $0.contains("READY=1") && $0.contains("STATUS=connecting to ")
        }
        let status = try await supervisor.datagrams.first {
            $0.hasPrefix("STATUS=not connected to ")
        }
        #expect(status.element.contains("rejected the user or password"))
        let line = try await bridge.errors.first {
            $0.contains("no connection to the broker")
        }
        .element
        #expect(line.contains("rejected the user or password"))
        #expect(line.contains("--broker"))
        let player = try daemon.client()
        #expect(try await player.result("table.roll")["outcome"] == "completed")
        // The bridge keeps trying, and logs each reason once.
        try await broker.child.errors.until { lines in
            lines.count { $0.contains("not authorised") } >= 3
        }
        #expect(
            bridge.errors.all.count { $0.contains("no connection to the broker") } == 1
        )
        // Arguments, environment and log do not contain the password.
        for file in ["cmdline", "environ"] {
            let text = String(
                decoding: FileManager.default.contents(
                    atPath: "/proc/\(bridge.pid)/\(file)"
                )
                    ?? Data(),
                as: UTF8.self
            )
            #expect(!text.isEmpty)
            #expect(!text.contains("wrong one"))
        }
        try writePassword("right one")
        try await bridge.errors.first { $0.contains(" connected ") }
        let reader = try await Reader(broker, "-u", "ann", "-P", "right one")
        try await reader.state(becomes: try await player.result("table.get"))
        try await supervisor.datagrams.first {
            $0.hasPrefix("STATUS=publishing 1 table at ")
        }
        let said = bridge.errors.all + supervisor.datagrams.all
        #expect(!said.contains { $0.contains("right one") || $0.contains("wrong one") })
    }

    private func writePassword(_ text: String) throws {
        let room = try Room.here
        try room.makeFile("new", text + "\n")
        chmod(room.path("new"), 0o600)
        rename(room.path("new"), room.path("password"))
    }

    @Test("a broker that requires a user is reported") func aBrokerThatLetsNobodyInWithoutAUser()
        async throws
    {
        let room = try Room.here
        _ = try await room.daemon()
        let broker = try await Broker(room, access: "allow_anonymous false")
        let bridge = try room.startBridge("mqtt://127.0.0.1:\(broker.port)")
        let line = try await bridge.errors.first {
            $0.contains("no connection to the broker")
        }
        .element
        #expect(line.contains("requires a user"))
        #expect(line.contains("--password-file"))
    }

    @Test("a full broker is reported and retried until it has room") func aBrokerThatIsFull()
        async throws
    {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room, limits: "max_connections 1")
        let other = try await Reader(broker, port: broker.port)
        let bridge = try room.startBridge("mqtt://127.0.0.1:\(broker.port)")
        let line = try await bridge.errors.first {
            $0.contains("no connection to the broker")
        }
        .element
        #expect(line.contains("rejected the connection"))
        let player = try daemon.client()
        #expect(try await player.result("table.roll")["outcome"] == "completed")
        other.child.signal(SIGTERM)
        let reader = try await Reader(broker)
        try await reader.first("p/status", "online")
        try await reader.state(becomes: try await player.result("table.get"))
    }

    @Test("the last will reports a killed bridge as offline") func theLastWill() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        let bridge = try await room.bridge(broker)
        let start = try await reader.first("p/status", "online")
        bridge.signal(SIGKILL)
        let end = try await reader.first("p/status", "offline", from: start)
        #expect(reader.all[end].quality == 1)
        let late = try await Reader(broker, topic: "p/status")
        #expect(try await late.first { _ in true }.element.text == "offline")
        _ = try await room.bridge(broker)
        try await reader.first("p/status", "online", from: end)
    }

    @Test("a missing daemon is reported, and the bridge reconnects to it") func aDaemonThatIsGone()
        async throws
    {
        let room = try Room.here
        let daemon = try await room.daemon()
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        let bridge = try await room.bridge(broker)
        let start = try await reader.first("p/status", "online")
        let player = try daemon.client()
        try await player.result("table.create", ["table": "t", "dice": [6]])
        try await reader.first { $0.topic == "p/t/state" }
        try await daemon.kill()
        let end = try await reader.first("p/status", "offline", from: start)
        try await bridge.errors.first { $0.contains("lost the connection to the daemon") }
        let next = try await room.daemon()
        try await reader.first("p/status", "online", from: end)
        let client = try next.client()
        try await client.result("table.roll", ["animate": false])
        try await reader.state(becomes: try await client.result("table.get"))
        try await bridge.errors.first { $0.contains("the daemon is back") }
    }

    /// No one else clears the deleted table's retained messages.
    @Test("a table deleted while the bridge is away is cleared at the broker")
    func aTableThatIsDeletedWhileTheBridgeIsAway() async throws {
        let room = try Room.here
        let player = try await room.daemon().client()
        let broker = try await Broker(room)
        let reader = try await Reader(broker)
        for name in ["gone", "kept"] {
            try await player.result(
                "table.create",
                ["table": .string(name), "dice": [6]]
            )
        }
        let bridge = try await room.bridge(broker, "--home-assistant")
        for name in ["gone", "kept"] {
            try await reader.first { $0.topic == "p/\(name)/state" }
        }
        try await reader.first("p/status", "online")
        bridge.signal(SIGTERM)
        #expect(try await bridge.ending() == .exited(0))
        try await player.result("table.delete", ["table": "gone"])
        let start = reader.child.output.count
        _ = try await room.bridge(broker)
        // The deleted table's entities in Home Assistant are removed, too.
        for topic in [
            "p/gone/state", "p/gone/rolling", "p/kept/rolling",
            "homeassistant/sensor/diced_p__2fkept/total/config",
        ] {
            try await reader.first(topic, "", from: start)
        }
        let late = try await Reader(broker)
        try await late.first("p/status", "online")
        try await late.first { $0.topic == "p/kept/state" }
        #expect(!late.all.contains { $0.topic.hasPrefix("p/gone/") })
    }

    /// The broker closes the connection at long packets: one table does not keep the others from
    /// their audience.
    @Test("a table with messages too long for the broker does not block others")
    func aBrokerThatTakesNoLongMessages() async throws {
        let room = try Room.here
        let player = try await room.daemon().client()
        try await player.result(
            "table.create",
            ["table": "big", "dice": JSON(Array(repeating: 6, count: 1_000))]
        )
        let broker = try await Broker(
            room,
            access: "allow_anonymous true\nmax_packet_size 20000"
        )
        let reader = try await Reader(broker)
        let bridge = try await room.bridge(broker)
        try await reader.first("p/status", "online")
        try await reader.first { $0.topic == "p/default/state" }
        let line = try await bridge.errors.first { $0.contains("dropping long messages") }.element
        #expect(line.contains("size limit"))
        #expect(line.contains("from="))
        // Short messages arrive, even those about that table.
        try await player.result("table.create", ["table": "small", "dice": [6]])
        try await reader.first { $0.topic == "p/small/state" }
        try await player.result(
            "table.roll",
            ["table": "big", "animate": false, "dice": [1]]
        )
        try await player.result("table.roll", ["table": "small", "animate": false])
        try await reader.event("rollSettled", table: "small")
        #expect(!reader.all.contains { $0.topic == "p/big/state" })
        #expect(bridge.errors.all.count { $0.contains("dropping long messages") } == 1)
    }

    @Test("long messages are tried again after a while") func longMessagesAreTriedAgainAfterAWhile()
        async throws
    {
        let room = try Room.here
        let player = try await room.daemon().client()
        try await player.result(
            "table.create",
            ["table": "big", "dice": JSON(Array(repeating: 6, count: 1_000))]
        )
        let broker = try await Broker(
            room,
            access: "allow_anonymous true\nmax_packet_size 20000"
        )
        var times = BridgeTimes()
        times.limitLife = .milliseconds(100)
        let bridge = try await OwnBridge(room, broker, times)
        try await bridge.log.until { lines in
            lines.count { $0.contains("dropping long messages") } == 2
        }
    }

    /// If the broker does not read the goodbye in time, the last will publishes that the bridge is
    /// offline.
    @Test("the last will applies if the broker does not read the goodbye")
    func aBrokerThatConfirmsNothingIsLeftWithoutAWord() async throws {
        let room = try Room.here
        let player = try await room.daemon().client()
        for number in 1...25 {
            try await player.result(
                "table.create",
                ["table": .string("t\(number)"), "dice": [6]]
            )
        }
        // The last table that is followed.
        try await player.result("table.watch", ["table": "t9"])
        let port = try FreePort.find()
        // This broker accepts every client, and sends nothing more. It prints a line for each byte
        // received.
        let broker = try room.start(
            "sh",
            [
                "-c",
                #"printf '\040\002\000\000' | nc -v -l 127.0.0.1 "$0" | stdbuf -o0 od -An -v -tx1 -w1"#,
                "\(port)",
            ]
        )
        try await broker.errors.first { $0.contains("Listening") }
        let bridge = try room.startBridge("mqtt://127.0.0.1:\(port)")
        try await bridge.errors.first { $0.contains(" connected ") }
        // By then the bridge has the state of every table.
        try await player.event("watchersChanged", table: "t9")
        bridge.signal(SIGTERM)
        #expect(try await bridge.ending() == .exited(0))
        let heard = try await broker.outcome().output
        #expect(heard.first == " 10")
        #expect(heard.count > 1_000)
        #expect(heard.suffix(2) != [" e0", " 00"])
    }

    /// A name whose first address, of IPv6, does not answer, for a broker that listens on
    /// IPv4 only.
    @Test(
        "a broker name with an unreachable first address is connected to",
        .needs(.ip, .nsenter, .unshare),
        .needsNetworks
    )
    func aNameWithAnAddressThatDoesNotAnswer() async throws {
        let room = try Room.here
        _ = try await room.daemon()
        try room.makeFile(
            "hosts",
            "2001:db8::2 broker.example.org\n127.0.0.1 broker.example.org localhost\n"
        )
        try room.makeFile(
            "broker.conf",
            "user root\nlistener 1883 127.0.0.1\nallow_anonymous true\n"
        )
        let isRoot = geteuid() == 0
        let broker = try room.start(
            Tool.unshare.name,
            ["--net", "--mount"] + (isRoot ? [] : ["--map-root-user"]) + [
                "sh", "-c",
                """
                ip link set lo up && ip -6 address add 2001:db8::1/64 dev lo && mount --bind "$0/hosts" /etc/hosts &&
                exec "$1" -c "$0/broker.conf"
                """,
                room.folder, try #require(Tool.mosquitto.path),
            ]
        )
        try await broker.errors.first { $0.hasSuffix(" running") }
        let bridge = try room.start(
            Tool.nsenter.name,
            ["--target", "\(broker.pid)", "--net", "--mount"]
                + (isRoot ? [] : ["--user", "--preserve-credentials"]) + [
                    "--", Programs.dicedMQTT, "--broker", "mqtt://broker.example.org",
                    "--prefix",
                    "p", "--socket",
                    room.socket,
                ]
        )
        try await bridge.errors.first { $0.contains("no connection to the broker") }
        try await bridge.errors.first { $0.contains(" connected ") }
        #expect(
            bridge.errors.all.count { $0.contains("no connection to the broker") } == 1
        )
        bridge.signal(SIGTERM)
        #expect(try await bridge.ending() == .exited(0))
    }
}
