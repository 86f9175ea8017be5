import Foundation
import Glibc
import ProgramTestSupport
import Testing
import Unix

/// Tests `dicectl web --through`, with shell scripts in the place of tunnels.
@Suite(.room)
struct ThroughTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// Runs dicectl with a command, which first notes its pid and the page's port.
    private func start(_ command: String, _ arguments: String...) async throws -> Child {
        _ = try await room.daemon()
        let notes = "echo $$ >>\(room.path("pids")); echo {port} >\(room.path("port")); "
        return try room.start(
            Programs.dicectl,
            ["web", "--through", notes + command] + arguments,
            environment: room.clientEnvironment
        )
    }

    /// Returns the link, and the page that it leads to.
    private func page(_ child: Child) async throws -> (link: String, web: Web) {
        let link = try await child.output.first { $0.hasPrefix("http") }.element
        adoptPrograms()
        return (link, Web(room: room, child: child, port: try #require(port)))
    }

    /// The page's port, as noted by the command; `nil` before that.
    private var port: Int? {
        let text = String(decoding: room.contents("port") ?? Data(), as: UTF8.self)
        return Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    private func adoptPrograms() {
        for lock in ["web.sock.lock", "diced.sock.lock"] {
            if let pid = FileLock.likelyHolder(room.path("run/" + lock)) {
                room.adopt(pid)
            }
        }
    }

    private var pids: [pid_t] {
        String(decoding: room.contents("pids") ?? Data(), as: UTF8.self)
            .split(separator: "\n").compactMap { pid_t($0) }
    }

    private func status(_ web: Web, _ host: String) throws -> Substring {
        try web.get("/", host: host).prefix(12)
    }

    @Test(
        "the last address is served until a signal, which ends the command's processes",
        arguments: [
            (SIGINT, Child.Ending.exited(130)), (SIGTERM, .killed(by: SIGTERM)),
            (SIGHUP, .killed(by: SIGHUP)),
        ]
    )
    func served(_ signal: Int32, _ ending: Child.Ending) async throws {
        let child = try await start(
            "echo terms: https://other.example/terms; echo at https://a.example; "
                + "echo https://b.example. >&2; sleep 1000 & echo $! >>\(room.path("pids")); wait",
            "--as",
            "bo"
        )
        let (link, web) = try await page(child)
        #expect(link.hasPrefix("https://b.example/#"))
        #expect(try status(web, "b.example") == "HTTP/1.1 200")
        #expect(try status(web, "a.example") == "HTTP/1.1 403")
        let browser = try Browser(port: web.port, host: "b.example", origin: "https://b.example")
        #expect(try await browser.open(link)["session"]["as"] == "bo")
        child.signal(signal)
        #expect(try await child.ending() == ending)
        let said = try await child.complaint()
        #expect(said.contains("https://b.example") && said.contains("can read along"), "\(said)")
        #expect(!said.contains("without encryption"))
        #expect(try await browser.closeCode() == 1_001)
        #expect(try status(web, "b.example") == "HTTP/1.1 403")
        #expect(pids.count == 2)
        for pid in pids {
            try await Patience.until("process \(pid) has ended") { kill(pid, 0) != 0 }
        }
    }

    @Test("the command is started again: the same address keeps its links, another one is said")
    func restarted() async throws {
        // The third run has another address.
        let child = try await start(
            "echo x >>\(room.path("runs")); "
                + "[ $(wc -l <\(room.path("runs"))) = 3 ] && echo https://b.example || echo https://a.example; "
                + "exec sleep 1000"
        )
        let (link, web) = try await page(child)
        #expect(link.hasPrefix("https://a.example/#"))
        for (index, message) in [
            "links to https://a.example stay valid", "the address is now https://b.example",
        ]
        .enumerated() {
            try await Patience.until("it runs again") { pids.count == index + 1 }
            kill(pids[index], SIGKILL)
            try await child.errors.first { $0.contains(message) }
            if index == 0 {
                #expect(child.output.count == 1)
                let browser = try Browser(
                    port: web.port,
                    host: "a.example",
                    origin: "https://a.example"
                )
                #expect(try await browser.open(link)["session"] != .null)
            }
        }
        let other = try await child.output.first { $0.hasPrefix("https://b.example/#") }
        #expect(other.index == 1)
        #expect(try status(web, "a.example") == "HTTP/1.1 403")
        #expect(try status(web, "b.example") == "HTTP/1.1 200")
        #expect(child.errors.all.contains { $0.contains("signal 9") })
    }

    @Test("a command that ends at once is an error with its last words")
    func ended() async throws {
        let child = try await start("echo cannot >&2; exit 3", "--public-url", "https://a.example/")
        let outcome = try await child.outcome()
        adoptPrograms()
        #expect(outcome.ending == .exited(1) && outcome.output.isEmpty)
        #expect(outcome.complaint.contains("exit status 3"))
        #expect(outcome.complaint.hasSuffix("cannot"))
    }

    @Test("a named address needs no output, and gets a QR code")
    func named() async throws {
        let child = try await start(
            "echo https://b.example; exec sleep 1000",
            "--public-url",
            "https://a.example:8443/",
            "--qr"
        )
        let (link, web) = try await page(child)
        #expect(link.hasPrefix("https://a.example:8443/#"))
        try await child.errors.first { $0.contains("█") }
        #expect(try status(web, "a.example:8443") == "HTTP/1.1 200")
        // A page opened elsewhere invites to its own address.
        let browser = try Browser(
            port: web.port,
            host: "a.example:8443",
            origin: "https://a.example:8443"
        )
        #expect(try await browser.open(link)["session"]["role"] == "host")
        browser.send(#"{"jsonrpc":"2.0","id":1,"method":"link.make","params":{"as":"bo"}}"#)
        let made = try await browser.result(1)["url"].string
        #expect(made?.hasPrefix("https://a.example:8443/#") == true)
    }

    @Test("output without end neither hides the address nor fills the memory")
    func flood() async throws {
        let child = try await start("echo https://a.example; exec yes https://docs.example/path")
        let (link, web) = try await page(child)
        #expect(link.hasPrefix("https://a.example/#"))
        #expect(try status(web, "a.example") == "HTTP/1.1 200")
        let memory = try String(contentsOfFile: "/proc/\(child.pid)/status", encoding: .utf8)
        let peak = memory.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kilobytes = peak?.split(whereSeparator: \.isWhitespace).dropFirst().first
        #expect(try #require(kilobytes.flatMap { Int($0) }) < 200_000)
    }

    @Test("a page server that was killed is replaced, and serves the address again")
    func killed() async throws {
        let child = try await start("echo https://a.example; exec sleep 1000")
        _ = try await page(child)
        let pid = try #require(FileLock.likelyHolder(room.path("run/web.sock.lock")))
        kill(pid_t(pid), SIGKILL)
        try await Patience.until("it is served again") {
            guard let port else { return false }
            let page = Web(room: room, child: child, port: port)
            return (try? status(page, "a.example")) == "HTTP/1.1 200"
        }
        adoptPrograms()
        #expect(child.isAlive)
    }
}
