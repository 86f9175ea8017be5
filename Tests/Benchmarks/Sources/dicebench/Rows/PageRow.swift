import DiceModel
import Glibc

/// What somebody waits for who opens a link: from the click to the first dice on the screen, in a Chromium without a window.
struct PageRow: Row {
    private static let limit = 150e6

    func measure(_ bench: Bench) throws -> [Line] {
        let work = "first dice drawn after the click on a link"
        guard let chromium = try Chromium(bench) else {
            return [
                .absolute(
                    row: "page", work: work, unit: .nanoseconds, samples: 0, ours: Figures(median: 0), atMost: nil,
                    note: "chromium is not installed")
            ]
        }
        let diced = try Server.diced(bench)
        let web = try Server.web(bench, for: diced)
        let link = try WebRow.link(0, try RawSocket(web.socket))
        // The first load compiles the page's scripts, as the first visitor's does.
        let first = try chromium.timeToDice(of: link.url)
        var times = Latencies()
        for _ in bench.turns("clicks on a link", most: 30, least: 5) {
            times.record(UInt64(try chromium.timeToDice(of: link.url) * 1e6))
        }
        withExtendedLifetime((diced, web)) {}
        return [
            .absolute(
                row: "page", work: work, unit: .nanoseconds, samples: times.count, ours: times.figures,
                atMost: Self.limit, note: "the first of all: \(Unit.nanoseconds.text(first * 1e6))")
        ]
    }
}

/// A browser that is told what to do by messages of the DevTools protocol.
private final class Chromium {
    private let pid: pid_t
    private let page: WebSocket
    private var lastID = 0

    /// Nil if it is not installed.
    init?(_ bench: Bench) throws {
        guard let program = bench.programs.chromium else { return nil }
        let folder = try bench.newFolder("chromium")
        let port = try RawSocket.freePort()
        let command = Command(
            program,
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--remote-debugging-port=\(port)", "--remote-allow-origins=*",
                "--user-data-dir=\(folder)", "about:blank",
            ], errors: folder + "/errors")
        pid = try bench.processors.unpinned { try command.start() }
        page = try Self.page(port)
        // Set when the frame is presented that the first die is in.
        try call(
            "Page.addScriptToEvaluateOnNewDocument",
            """
            {"source":"const look = () => document.querySelector('.face') ? requestAnimationFrame(() => setTimeout(() => \
            window.drawn = performance.now())) : requestAnimationFrame(look); look()"}
            """)
        try call("Page.enable", "{}")
    }

    deinit { Child.end(pid) }

    /// Milliseconds from the beginning of the navigation.
    func timeToDice(of url: String) throws -> Double {
        try call("Page.navigate", #"{"url":"about:blank"}"#)
        try call("Page.navigate", #"{"url":"\#(url)"}"#)
        let deadline = monotonicNow() + 20_000_000_000
        while monotonicNow() < deadline {
            let answer = try call("Runtime.evaluate", #"{"expression":"window.drawn"}"#)
            if let time = answer.firstMatch(of: #/"value":([0-9.]+)/#)?.1, let number = Double(time) { return number }
            sleep(seconds: 0.01)
        }
        throw Failure("no dice are drawn")
    }

    /// The answer to a command.
    @discardableResult
    private func call(_ method: String, _ params: String) throws -> String {
        lastID += 1
        try page.send(#"{"id":\#(lastID),"method":"\#(method)","params":\#(params)}"#.utf8)
        while true {
            let message = String(decoding: try page.receive(), as: UTF8.self)
            if message.hasPrefix(#"{"id":\#(lastID),"#) { return message }
        }
    }

    /// The socket of its first page, once it listens.
    private static func page(_ port: UInt16) throws -> WebSocket {
        let deadline = monotonicNow() + 20_000_000_000
        while monotonicNow() < deadline {
            sleep(seconds: 0.05)
            guard let socket = try? RawSocket.tcp(port: port, from: 1) else { continue }
            try socket.send(Array("GET /json HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n".utf8))
            var answer = ""
            while !answer.contains("]") { answer += String(decoding: try socket.receive(), as: UTF8.self) }
            guard let path = answer.firstMatch(of: #/devtools\/page\/[0-9A-F]+/#)?.0 else { continue }
            return try WebSocket(port: port, path: String(path), from: 1)
        }
        throw Failure("chromium does not start")
    }
}
