import Glibc

/// The wait of a visitor who opens a link: from the click to the first dice on the screen, in
/// headless Chromium.
struct PageRow: Row {
    func measure(_ bench: Bench) throws -> [Line] {
        guard let chromium = try Chromium(bench) else { return [] }
        let diced = try Server.diced(bench)
        let web = try Server.web(bench, for: diced)
        let url = try link(web)
        // The first load compiles the page's scripts, as for a first visitor.
        let first = try chromium.timeToDice(of: url)
        var times = Latencies()
        for _ in bench.turns("clicks on a link", maximum: 30, minimum: 5) {
            times.record(UInt64(try chromium.timeToDice(of: url) * 1e6))
        }
        withExtendedLifetime((diced, web)) {}
        return [
            .absolute(
                row: "page",
                work: "first dice drawn after the click on a link",
                unit: .nanoseconds,
                samples: times.count,
                ours: times.figures,
                atMost: 150e6,
                note: "the first of all: \(Unit.nanoseconds.text(first * 1e6))"
            )
        ]
    }

    /// Has the page server create a link over its control socket.
    private func link(_ web: Server) throws -> String {
        let links = try RawSocket(web.socket)
        try links.send(
            Array(
                #"{"jsonrpc":"2.0","id":1,"method":"link.make","params":{"as":"ann"}}"#
                    .utf8 + [10]
            )
        )
        let answer = String(decoding: try links.receive(), as: UTF8.self)
        guard let url = answer.firstMatch(of: #/"url":"([^"]+)"/#)?.1 else {
            throw Failure("no link: \(answer)")
        }
        return String(url)
    }
}

/// A browser controlled by messages of the DevTools protocol, each terminated by a 0 byte.
private final class Chromium {
    private let pid: pid_t
    private let socket: RawSocket
    private var received: [UInt8] = []
    private var lastID = 0
    private var session = ""

    /// Returns `nil` if Chromium is not installed.
    init?(_ bench: Bench) throws {
        guard let program = bench.programs.chromium else { return nil }
        let folder = try bench.newFolder("chromium")
        let command = Command(
            program,
            [
                "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking", "--remote-debugging-pipe",
                "--user-data-dir=\(folder)",
            ],
            errors: folder + "/errors"
        )
        let (ours, theirs) = try RawSocket.pair()
        pid = try bench.processors.unpinned {
            try command.start(devTools: theirs.descriptor)
        }
        socket = ours
        let page = try call("Target.createTarget", #"{"url":"about:blank"}"#)
        guard let target = page.firstMatch(of: #/"targetId":"(.+?)"/#)?.1 else {
            throw Failure("no page: \(page)")
        }
        let answer = try call(
            "Target.attachToTarget",
            #"{"targetId":"\#(target)","flatten":true}"#
        )
        guard let id = answer.firstMatch(of: #/"sessionId":"(.+?)"/#)?.1 else {
            throw Failure("no page: \(answer)")
        }
        session = #","sessionId":"\#(id)""#
        // Set when the frame with the first die is presented.
        try call(
            "Page.addScriptToEvaluateOnNewDocument",
            """
            {"source":"const look = () => document.querySelector('.face') ? requestAnimationFrame(() => setTimeout(() => \
            window.drawn = performance.now())) : requestAnimationFrame(look); look()"}
            """
        )
        try call("Page.enable", "{}")
    }

    deinit {
        Child.end(pid)
    }

    /// Returns the milliseconds since the start of the navigation.
    func timeToDice(of url: String) throws -> Double {
        try call("Page.navigate", #"{"url":"about:blank"}"#)
        try call("Page.navigate", #"{"url":"\#(url)"}"#)
        let deadline = monotonicNow() + 20_000_000_000
        while monotonicNow() < deadline {
            let answer = try call("Runtime.evaluate", #"{"expression":"window.drawn"}"#)
            if let time = answer.firstMatch(of: #/"value":([0-9.]+)/#)?.1,
                let number = Double(time)
            {
                return number
            }
            sleep(seconds: 0.01)
        }
        throw Failure("no dice are drawn")
    }

    /// Returns the response to a command.
    @discardableResult
    private func call(_ method: String, _ params: String) throws -> String {
        lastID += 1
        try socket.send(
            Array(
                #"{"id":\#(lastID),"method":"\#(method)","params":\#(params)\#(session)}"#
                    .utf8 + [
                        0
                    ]
            )
        )
        while true {
            while !received.contains(0) {
                received += try socket.receive()
            }
            let message = String(decoding: received.prefix { $0 != 0 }, as: UTF8.self)
            received.removeFirst(message.utf8.count + 1)
            if message.hasPrefix(#"{"id":\#(lastID),"#) {
                return message
            }
        }
    }
}
