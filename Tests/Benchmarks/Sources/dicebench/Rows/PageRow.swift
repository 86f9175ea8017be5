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
        try chromium.becomeSlowPhone()
        var slowTimes = Latencies()
        var slowDepths = Latencies()
        for _ in bench.turns("clicks on a slow phone", maximum: 7, minimum: 3) {
            slowTimes.record(UInt64(try chromium.timeToDice(of: url) * 1e6))
            slowDepths.record(UInt64(try chromium.timeToDepth() * 1e6))
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
            ),
            .absolute(
                row: "page on a slow phone",
                work: "first dice drawn at 400 kbit/s and 400 ms, processor throttled four times",
                unit: .nanoseconds,
                samples: slowTimes.count,
                ours: slowTimes.figures,
                atMost: 3e9,
                note: "no cache"
            ),
            .absolute(
                row: "page on a slow phone, 3D",
                work: "dice drawn in three dimensions on the same phone",
                unit: .nanoseconds,
                samples: slowDepths.count,
                ours: slowDepths.figures,
                atMost: 5e9,
                note: "drawn by the processor"
            ),
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
                "--headless=new", "--no-sandbox", "--use-angle=swiftshader",
                "--enable-unsafe-swiftshader",
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
        // Set when the frame with the first die, or with the first one in three dimensions, is
        // presented.
        for (name, selector) in [("drawn", ".face"), ("deep", ".deep .scene")] {
            try call(
                "Page.addScriptToEvaluateOnNewDocument",
                """
                {"source":"{ const look = () => document.querySelector('\(selector)') ? requestAnimationFrame(() => setTimeout(() => \
                window.\(name) = performance.now())) : requestAnimationFrame(look); look() }"}
                """
            )
        }
        try call("Page.enable", "{}")
    }

    deinit {
        Child.end(pid)
    }

    /// Returns the milliseconds since the start of the navigation.
    func timeToDice(of url: String) throws -> Double {
        try call("Page.navigate", #"{"url":"about:blank"}"#)
        try call("Page.navigate", #"{"url":"\#(url)"}"#)
        return try time("drawn")
    }

    /// Returns the milliseconds from the start of the last navigation to dice in three dimensions.
    func timeToDepth() throws -> Double {
        try time("deep")
    }

    /// Emulates a phone on a 3G network, with a processor of a quarter of this one's speed, that
    /// has not seen the page before.
    func becomeSlowPhone() throws {
        try call("Network.enable", "{}")
        try call("Network.setCacheDisabled", #"{"cacheDisabled":true}"#)
        try call(
            "Network.emulateNetworkConditions",
            #"{"offline":false,"latency":400,"downloadThroughput":50000,"uploadThroughput":50000}"#
        )
        try call("Emulation.setCPUThrottlingRate", #"{"rate":4}"#)
        try call(
            "Emulation.setDeviceMetricsOverride",
            #"{"width":390,"height":844,"deviceScaleFactor":1,"mobile":true}"#
        )
    }

    /// Waits for a variable of the page that has a time in milliseconds.
    private func time(_ variable: String) throws -> Double {
        let deadline = monotonicNow() + 20_000_000_000
        while monotonicNow() < deadline {
            let answer = try call(
                "Runtime.evaluate",
                #"{"expression":"window.\#(variable)"}"#
            )
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
