import Foundation
import Glibc
import NIOCore
import ProgramTestSupport
import Testing
import Unix

/// Tests how the built diced-web and `dicectl web` start, and which inputs they refuse.
@Suite(.room)
struct ProgramTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    @Test("dicectl starts both programs once") func dicectlStartsBothProgramsOnce() async throws {
        async let first = room.dicectl("web", "--as", "ann")
        async let second = room.dicectl("web", "--as", "bo", "--json")
        let link = try await first
        let other = try await second
        #expect(
            link.ending == .exited(0) && other.ending == .exited(0),
            "\(link.complaint) \(other.complaint)"
        )
        let url = try #require(link.output.first)
        #expect(link.output.count == 1)
        #expect(link.complaint == "")
        #expect(other.json.names == ["url", "expires"])
        let port = try #require(Self.port(of: url))
        #expect(Self.port(of: other.json["url"].string ?? "") == port)
        for lock in ["web.sock.lock", "diced.sock.lock"] {
            adopt(lock)
        }
        let browser = try Browser(port: port)
        #expect(try await browser.open(url)["session"]["as"] == "ann")
        #expect(
            try room.mode("run/web.sock") == 0o600
                && room.mode("state/web.key") == 0o600
        )
    }

    @Test("a page finds a daemon even after the first one ended")
    func aPageFindsADaemonAlsoWhenThatHasEnded() async throws {
        let link = try await room.dicectl("web", "--as", "ann")
        let url = try #require(link.output.first)
        for lock in ["web.sock.lock", "diced.sock.lock"] {
            adopt(lock)
        }
        let stop = try await room.dicectl("stop")
        #expect(stop.ending == .exited(0), "\(stop.complaint)")
        let browser = try Browser(port: try #require(Self.port(of: url)))
        #expect(try await browser.open(url)["session"]["as"] == "ann")
        adopt("diced.sock.lock")
    }

    /// The ends of a bot that a host's page has started.
    enum BotEnd: CaseIterable {
        case match, links, program, crash
    }

    @Test(
        "a bot of a host's page ends with its match, with the host's links and with diced-web",
        arguments: BotEnd.allCases
    )
    func bot(_ end: BotEnd) async throws {
        let daemon = try await room.daemon()
        let web = try await room.web()
        let client = try daemon.client()
        try await client.result(
            "table.create",
            ["table": "night", "game": "yahtzee", "players": ["ann", "robo"]]
        )
        try await client.result("table.watch", ["table": "night"])
        let link = try await web.link()
        let browser = try Browser(port: web.port)
        _ = try await browser.open(link)
        browser.send(
            #"{"jsonrpc":"2.0","id":1,"method":"bot.start","params":{"table":"night","as":"robo","level":"casual"}}"#
        )
        #expect(try await browser.result(1) == [:])
        let arrival = try await client.lines.first { $0["params"]["bots"][0] == "robo" }
        switch end {
        case .match:
            let roll: JSON = ["table": "night", "by": "ann", "animate": false]
            try await client.result("table.roll", roll)
            try await client.result("table.newGame", ["table": "night"])
        case .links: #expect(try await room.dicectl("web", "--revoke").ending == .exited(0))
        case .program: web.child.signal(SIGTERM)
        case .crash: web.child.signal(SIGKILL)
        }
        try await client.lines.first(from: arrival.index + 1) {
            $0["params"]["event"] == "watchersChanged" && $0["params"]["bots"] == .null
        }
    }

    private func adopt(_ lock: String) {
        if let pid = FileLock.likelyHolder(room.path("run/" + lock)) {
            room.adopt(pid)
        }
    }

    private static func port(of url: String) -> Int? {
        url.split(separator: "/").dropFirst().first?.split(separator: ":").last.flatMap { Int($0) }
    }

    @Test("without autostart the error says what to start") func withoutAutostartItSaysWhatToStart()
        async throws
    {
        _ = try await room.daemon()
        let outcome = try await room.dicectl("web", "--no-autostart")
        #expect(outcome.ending == .exited(69))
        #expect(outcome.output == [])
        #expect(
            outcome.complaint.contains(
                "start one with: diced-web --socket \(room.socket)"
            )
        )
        let network = try await room.dicectl("web", "--no-autostart", "--lan")
        #expect(
            network.complaint.contains(
                "start one with: diced-web --lan --socket \(room.socket)"
            )
        )
        #expect(!room.exists("run/web.sock"))
        #expect(!room.exists("run/lan.sock"))
        let revoke = try await room.dicectl("web", "--revoke")
        #expect(revoke.ending == .exited(69))
    }

    @Test("a link names the port that the page really uses")
    func aLinkNamesThePortThatIsReallyItsOwn() async throws {
        _ = try await room.daemon()
        // One of the two has the usual port, unless another test has it; the other takes a free
        // one.
        let other = try room.start(
            Programs.dicedWeb,
            [
                "--socket", room.path("run/other.sock"), "--state-dir",
                room.path("other"),
            ]
        )
        let line = try await other.errors.first {
            $0.contains("ready page=") || $0.contains("critical")
        }.element
        let web = try await room.web(listen: "")
        #expect(
            line.contains("ready page=") && !line.hasSuffix(":\(web.port)"),
            "\(line)"
        )
        let link = try await web.link("--overlay", "--for", "90d")
        #expect(link.hasPrefix("http://127.0.0.1:\(web.port)/overlay#"))
        let throwing = try await web.link("--overlay", "--throws-for", "1m")
        #expect(
            throwing.hasPrefix("http://127.0.0.1:\(web.port)/overlay?total&throws=60#")
        )
        let browser = try Browser(port: web.port)
        let session = try await browser.open(link)["session"]
        #expect(session["role"] == "watch" && session["tables"] == .null)
    }

    @Test("no QR code is drawn for an address of this machine only")
    func aCodeForThisMachineAloneIsNotDrawn() async throws {
        _ = try await room.daemon()
        _ = try await room.web()
        let outcome = try await room.dicectl(
            ["web", "--as", "ann", "--qr"],
            ["LC_ALL": "C.UTF-8"]
        )
        #expect(outcome.complaint.contains("dicectl web --lan --qr"))
        #expect(outcome.output.count == 1)
        #expect(!outcome.complaint.contains("█"))
        #expect(try await room.dicectl("web", "--as", "ann").complaint == "")
    }

    @Test("a QR code needs a UTF-8 locale")
    func aCodeNeedsUTF8() async throws {
        _ = try await room.daemon()
        _ = try await room.web("--public-url", "https://dice.example.org:7447")
        let outcome = try await room.dicectl(
            ["web", "--as", "ann", "--qr"],
            ["LC_ALL": "C.UTF-8"]
        )
        #expect(outcome.complaint.contains("█"))
        // The link is printed anyway.
        let plain = try await room.dicectl(
            ["web", "--as", "ann", "--qr"],
            ["LC_ALL": "C"]
        )
        #expect(plain.ending == .exited(1))
        #expect(plain.output.count == 1)
        #expect(
            plain.complaint.contains("LC_ALL=C.UTF-8")
        )
    }

    @Test("a link without a name and a table is a host's link")
    func withoutANameATableOrLessItIsAHostsLink() async throws {
        _ = try await room.daemon()
        let web = try await room.web()
        let kept = try await room.dicectl("web", "--for", "1h")
        #expect(kept.ending == .exited(0))
        #expect(kept.output.count == 1)
        #expect(
            kept.complaint.hasPrefix(
                "dicectl: keep this link to yourself: anyone who has it can create, change and"
            )
        )
        #expect(kept.complaint.contains("Invite on the page, or --as NAME"))
        #expect(!kept.complaint.contains("encryption"))
        let host = try Browser(port: web.port)
        let session = try await host.open(try #require(kept.output.first))["session"]
        #expect(
            session["role"] == "host" && session["tables"] == .null
                && session["as"].string?.isEmpty == false
        )
        host.send(
            #"{"jsonrpc":"2.0","id":1,"method":"table.create","params":{"table":"new","dice":[6]}}"#
        )
        #expect(try await host.result(1)["owner"] == session["as"])
        host.send(
            #"{"jsonrpc":"2.0","id":2,"method":"table.roll","params":{"table":"new","animate":false}}"#
        )
        #expect(try await host.result(2)["by"] == session["as"])
        let params = #"{"as":["ann","bo"],"tables":["new"]}"#
        host.send(#"{"jsonrpc":"2.0","id":3,"method":"link.make","params":\#(params)}"#)
        let invitation = try #require(try await host.result(3)["url"].string)
        let guest = try Browser(port: web.port)
        #expect(try await guest.open(invitation)["session"]["as"] == ["ann", "bo"])
        guest.send(#"{"jsonrpc":"2.0","id":1,"method":"table.list"}"#)
        #expect(
            try await guest.result(1)["tables"].array.map { $0["table"] } == ["new"]
        )
        for (words, role) in [
            (["--as", "ann"], "play"),
            (["--as", "ann", "--as", "bo"], "play"),
            (["-t", "default"], "play"),
            (["--watch-only"], "watch"),
            (["--overlay"], "watch"),
        ] {
            let outcome = try await room.dicectl(["web"] + words, [:])
            #expect(outcome.complaint == "", "\(words)")
            let session = try await Browser(port: web.port).open(
                try #require(outcome.output.first)
            )["session"]
            #expect(session["role"] == JSON.string(role), "\(words)")
        }
        _ = try await room.did("web", "--revoke")
        for page in [host, guest] {
            #expect(try await page.closeCode() == 4_401)
        }
    }

    @Test("a missing table gets no link") func aTableThatIsNotThereGetsNoLink() async throws {
        _ = try await room.daemon()
        let outcome = try await room.dicectl("web", "-t", "nowhere")
        #expect(outcome.ending == .exited(1))
        #expect(outcome.output == [])
        #expect(outcome.complaint.contains("no table \"nowhere\""))
    }

    @Test(
        "an invalid option of `dicectl web` is a usage error with advice",
        arguments: [
            (["-H", "box"], "run it there: ssh box dicectl web"),
            (["--revoke", "--qr"], "--revoke"),
            (["--for", "5y"], "30m, 2h or 7d"),
            (["--as", ""], "a label"),
            (["--as", "ann", "--as", "ann"], "up to 16 names, each once"),
            (["--revoke", "--lan"], "--revoke"),
            (["--lan", "--shared"], "--shared"),
            (["--through", "x", "--shared"], "--through cannot be used with --shared"),
            (["--through", "x", "--lan"], "--lan"),
            (["--through", " "], "needs a command"),
            (["--public-url", "https://a.example"], "--public-url needs --through"),
            (["--through", "x", "--public-url", "https://a/b"], "not a page address"),
            (["--revoke", "--through", "x"], "--revoke"),
        ]
    )
    func usage(_ arguments: [String], _ complaint: String) async throws {
        let outcome = try await room.start(
            Programs.dicectl,
            ["web"] + arguments,
            environment: room.clientEnvironment
        ).outcome()
        #expect(
            outcome.ending == .exited(64) && outcome.complaint.contains(complaint),
            "\(outcome.complaint)"
        )
    }

    @Test(
        "an invalid start is refused with its exit status",
        arguments: [
            (["--listen", "0.0.0.0:0"], Int32(64), "add --public-url"),
            (["--listen", "example.org:80"], 64, "not an address"),
            (
                ["--lan", "--listen", "127.0.0.1:0"], 69,
                "127.0.0.1 is not an address of a local network"
            ),
            (
                ["--lan", "--listen", "8.8.8.8:0"], 69,
                "8.8.8.8 is not an address of a local network"
            ),
            (
                ["--lan", "--public-url", "https://a"], 64,
                "--lan cannot be combined"
            ),
            (["--public-url", "https://a/b"], 64, "not a page address"),
            (["--state-dir", "/dev/null"], 74, "--state-dir"),
        ]
    )
    func refusedStarts(_ arguments: [String], _ status: Int32, _ complaint: String)
        async throws
    {
        let child = try room.start(
            Programs.dicedWeb,
            ["--socket", room.socket] + arguments
        )
        #expect(try await child.ending() == .exited(status))
        let said = try await child.complaint()
        #expect(said.contains(complaint), "\(said)")
    }

    @Test("a second page for the same daemon is refused") func aSecondOneForTheSameDaemonIsRefused()
        async throws
    {
        let web = try await room.web()
        let second = try room.start(
            Programs.dicedWeb,
            [
                "--socket", room.socket, "--state-dir", room.path("other"), "--listen",
                "127.0.0.1:0",
            ]
        )
        #expect(try await second.ending() == .exited(73))
        let said = try await second.complaint()
        #expect(said.contains("pid \(web.child.pid)"))
        try await web.child.stopped()
    }

    @Test("a killed page server is replaced and its links stay valid")
    func aKilledOneIsReplacedAndItsLinksGoOn() async throws {
        _ = try await room.daemon()
        let web = try await room.web()
        let link = try await web.link()
        web.child.signal(SIGKILL)
        _ = try await web.child.ending()
        let next = try await room.web()
        #expect(try await Browser(port: next.port).open(link)["session"] != .null)
    }

    @Test("an idle page server exits without pages and links") func idleMeansNoPageAndNoLink()
        async throws
    {
        let web = try await room.web("--idle-exit", "0")
        #expect(try await web.child.ending() == .exited(0))
    }

    @Test("the page answers to its public name at a proxy")
    func behindAProxyItAnswersToThePublicName() async throws {
        _ = try await room.daemon()
        let web = try await room.webBehindProxy("https://dice.example.org")
        let link = try await web.link()
        #expect(link.hasPrefix("https://dice.example.org/#"))
        #expect(try web.get("/", host: "dice.example.org").hasPrefix("HTTP/1.1 200 "))
        #expect(try web.get("/").hasPrefix("HTTP/1.1 200 "))
        #expect(
            try web.get("/", host: "dice.example.org:8443").hasPrefix("HTTP/1.1 403 ")
        )
        let browser = try Browser(
            port: web.port,
            host: "dice.example.org",
            origin: "https://dice.example.org"
        )
        #expect(try await browser.open(link)["session"] != .null)
    }

    /// One address may have 64 connections; others can still connect.
    @Test("an address is limited to 64 connections") func anAddressHasItsShare() async throws {
        let web = try await room.web()
        var open: [Int32] = []
        defer {
            for descriptor in open {
                close(descriptor)
            }
        }
        for _ in 0..<64 {
            open.append(try Web.connect(web.port))
        }
        let one = try Web.connect(web.port)
        defer {
            close(one)
        }
        var byte: UInt8 = 0
        #expect(recv(one, &byte, 1, 0) <= 0)
        let neighbour = try Web.connect(web.port, from: "127.0.0.2")
        defer {
            close(neighbour)
        }
        Web.write(
            Array("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(web.port)\r\n\r\n".utf8),
            to: neighbour
        )
        #expect(recv(neighbour, &byte, 1, 0) == 1)
    }

    @Test("the log says why connections are not accepted", .needs(.prlimit))
    func whyNobodyIsLetInStandsInTheLog() async throws {
        let web = try await room.web()
        for files in ["3:", "100:"] {
            let limited = try await room.start(
                Tool.prlimit.name,
                ["--pid", "\(web.child.pid)", "--nofile=\(files)"]
            ).outcome()
            #expect(limited.ending == .exited(0), "\(limited.complaint)")
            guard files == "3:" else { break }
            close(try Web.connect(web.port))
            try await web.child.errors.first {
                $0.contains("cannot accept a connection")
            }
        }
        #expect(try web.get("/").hasPrefix("HTTP/1.1 200 "))
    }

    @Test("sockets of the service manager are served", .needs(.systemdSocketActivate))
    func socketsOfTheServiceManagerAreServed() async throws {
        _ = try await room.daemon()
        let links = SocketPath(path: room.socket).web(isShared: false).path
        let port = try FreePort.find()
        // The tool passes on no variables by itself.
        let variables = room.environment.flatMap { ["-E", "\($0.key)=\($0.value)"] }
        let child = try room.start(
            try #require(Tool.systemdSocketActivate.path),
            variables + [
                "-l", "127.0.0.1:\(port)", "-l", links, "--fdname=diced-web:diced-web",
                Programs.dicedWeb, "--socket",
                room.socket, "--state-dir", room.state,
            ]
        )
        try await child.errors.first { $0.contains(links) }
        chmod(links, 0o600)
        let link = try await room.start(
            Programs.dicectl,
            ["web"],
            environment: room.clientEnvironment
        ).outcome()
        #expect(
            link.output.first?.hasPrefix("http://127.0.0.1:\(port)/#") == true,
            "\(link.complaint)"
        )
        #expect(
            try await Browser(port: port).open(link.output.first ?? "")["session"]
                != .null
        )
        child.signal(SIGTERM)
        #expect(try await child.ending() == .exited(0))
        #expect(FileManager.default.fileExists(atPath: links))
    }
}

extension Child {
    /// Ends the program with SIGTERM.
    fileprivate func stopped() async throws {
        signal(SIGTERM)
        #expect(try await ending() == .exited(0))
    }
}
