import DiceClient
import DiceWire
import Testing

@testable import dicectl

/// Tests how the public address is found in the output of a command.
struct PrintedOriginTests {
    @Test(
        "an address is found in a line",
        arguments: [
            ("https://dice.example.org", "https://dice.example.org"),
            ("|  https://a-b.example.com  |", "https://a-b.example.com"),
            ("at https://dice.example.org/.", "https://dice.example.org"),
            ("Go to https://dice.example.org:8443.", "https://dice.example.org:8443"),
            ("\u{1B}[32mhttps://a.example\u{1B}[0m", "https://a.example"),
            ("url=\"https://a.example/\"", "https://a.example"),
            ("https://[2001:db8::1]:8443/", "https://[2001:db8::1]:8443"),
            ("https://a.example https://b.example", "https://b.example"),
            ("https://a.example (terms: https://b.example/terms)", "https://a.example"),
            ("https://a.example\r", "https://a.example"),
        ]
    )
    func found(_ line: String, _ origin: String) {
        #expect(PrintedOrigin.lastOrigin(in: Array(line.utf8)[...])?.description == origin)
    }

    @Test(
        "anything else is not an address of the page",
        arguments: [
            "", "http://a.example", "https://", "https://...", "https://a.example/docs",
            "https://user@a.example", "https://a.example?x=1", "https://a.example:99999",
            "https://a.example#x", "https://HOST:PORT", "https:/a.example",
        ]
    )
    func ignored(_ line: String) {
        #expect(PrintedOrigin.lastOrigin(in: Array(line.utf8)[...]) == nil)
    }

    private func read(_ texts: [String]) -> Origin? {
        var printed = PrintedOrigin()
        for text in texts {
            printed.read(Array(text.utf8)[...], from: .output, at: .now)
        }
        return printed.last
    }

    @Test("an address may arrive in parts, and is not cut")
    func parts() {
        #expect(read(["htt", "ps://a.exam", "ple\n"])?.description == "https://a.example")
        #expect(read(["https://a.example\nx\n"])?.description == "https://a.example")
        #expect(read(["https://a.exam", "ple/terms\nhttps://a"]) == nil)
    }

    @Test("an address without a line end counts once the line has not changed for a while")
    func withoutLineEnd() {
        let start = Deadline.now
        let pause = Duration.seconds(2)
        var printed = PrintedOrigin()
        #expect(printed.idleDue(after: pause) == .never)
        printed.read(Array("https://a.exam".utf8)[...], from: .output, at: start)
        printed.read(Array("ple".utf8)[...], from: .output, at: start + .seconds(1))
        #expect(printed.idleDue(after: pause) == start + .seconds(3))
        printed.readIdleLines(after: pause, at: start + .seconds(2))
        #expect(printed.last == nil)
        printed.readIdleLines(after: pause, at: start + .seconds(3))
        #expect(printed.last?.description == "https://a.example")
        #expect(printed.since == start + .seconds(1))
        #expect(printed.idleDue(after: pause) == .never)
    }

    @Test("the streams are read apart")
    func streams() {
        var printed = PrintedOrigin()
        printed.read(Array("https://a.".utf8)[...], from: .output, at: .now)
        printed.read(Array("https://b.example\n".utf8)[...], from: .errors, at: .now)
        #expect(printed.last?.description == "https://b.example")
        printed.read(Array("example\n".utf8)[...], from: .output, at: .now)
        #expect(printed.last?.description == "https://a.example")
    }

    @Test("the rest of a long line is ignored, and the next line is read")
    func longLine() {
        let blanks = String(repeating: " ", count: PrintedOrigin.longestLine - 18)
        #expect(read([blanks + "https://a.example and more\n"])?.description == "https://a.example")
        // The limit may have cut this address.
        #expect(read([blanks + " https://a.example.org\n"]) == nil)
        #expect(read([blanks + blanks, " https://a.example\n"]) == nil)
        #expect(
            read([blanks + blanks, "\nhttps://b.example\n"])?.description == "https://b.example"
        )
    }

    @Test("an address counts from its first line on")
    func since() {
        let start = Deadline.now
        let line = Array("https://a.example\n".utf8)[...]
        var printed = PrintedOrigin()
        printed.read(line, from: .output, at: start)
        printed.read(line, from: .errors, at: start + .seconds(1))
        #expect(printed.since == start)
    }
}

/// Tests when the command of `dicectl web --through` starts, and which address the page has.
struct TunnelTests {
    private let start = Deadline.now
    private let a = Origin(parsing: "https://a.example")
    private let b = Origin(parsing: "https://b.example")

    private func at(_ seconds: Int) -> Deadline {
        start + .seconds(seconds)
    }

    /// Returns a tunnel whose command runs.
    private func running(_ named: Origin? = nil) -> Tunnel {
        var tunnel = Tunnel(named: named)
        _ = tunnel.next(at: start)
        tunnel.started(at: start)
        return tunnel
    }

    private func say(_ origin: Origin?, _ tunnel: inout Tunnel, at seconds: Int) throws {
        let line = try #require(origin).description + "\n"
        tunnel.received(Array(line.utf8)[...], from: .errors, at: at(seconds))
    }

    /// Returns a tunnel with the address a.
    private func opened() throws -> Tunnel {
        var tunnel = running()
        try say(a, &tunnel, at: 0)
        _ = tunnel.next(at: at(2))
        return tunnel
    }

    @Test("the command starts at once, and only once")
    func starts() {
        var tunnel = Tunnel()
        #expect(tunnel.next(at: start + .seconds(1)) == .start)
        #expect(tunnel.next(at: start + .seconds(1)) == .wait(until: .never))
    }

    @Test("an address counts once it is 2 s old")
    func quiet() throws {
        var tunnel = running()
        #expect(tunnel.next(at: at(0)) == .wait(until: at(30)))
        try say(a, &tunnel, at: 3)
        #expect(tunnel.next(at: at(4)) == .wait(until: at(5)))
        #expect(tunnel.next(at: at(5)) == .open(try #require(a), .first))
        #expect(tunnel.next(at: at(5)) == .wait(until: .never))
    }

    @Test("the last of two addresses counts")
    func two() throws {
        var tunnel = running()
        try say(a, &tunnel, at: 1)
        try say(b, &tunnel, at: 2)
        #expect(tunnel.next(at: at(3)) == .wait(until: at(4)))
        #expect(tunnel.next(at: at(4)) == .open(try #require(b), .first))
    }

    @Test("a named address counts once the command has run for 2 s, whatever it prints")
    func named() throws {
        var tunnel = running(a)
        try say(b, &tunnel, at: 0)
        #expect(tunnel.next(at: at(1)) == .wait(until: at(2)))
        #expect(tunnel.next(at: at(2)) == .open(try #require(a), .first))
        #expect(tunnel.next(at: at(9)) == .wait(until: .never))
    }

    @Test("a command that prints no address within 30 s is an error")
    func noAddress() {
        var tunnel = running()
        #expect(tunnel.next(at: at(29)) == .wait(until: at(30)))
        #expect(tunnel.next(at: at(30)) == .fail(.noAddress))
    }

    @Test("a command that never stops printing addresses is an error")
    func flood() throws {
        var tunnel = running()
        for second in 0...30 {
            try say(second % 2 == 0 ? a : b, &tunnel, at: second)
            let step = tunnel.next(at: at(second))
            #expect(
                second < 30
                    ? step == .wait(until: at(min(second + 2, 30))) : step == .fail(.manyAddresses)
            )
        }
    }

    @Test("the command is started again with a growing pause")
    func restarts() throws {
        var tunnel = try opened()
        var now = 10
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
            #expect(tunnel.ended(at: at(now)) == .seconds(pause))
            #expect(tunnel.next(at: at(now)) == .wait(until: at(now + pause)))
            now += pause
            #expect(tunnel.next(at: at(now)) == .start)
            tunnel.started(at: at(now))
            now += 3
        }
        #expect(tunnel.ended(at: at(now + 60)) == .seconds(1))
    }

    @Test("after a restart, links to the same address stay valid, and another address is said")
    func restartedAddress() throws {
        var tunnel = try opened()
        _ = tunnel.ended(at: at(10))
        tunnel.started(at: at(11))
        try say(a, &tunnel, at: 12)
        #expect(tunnel.next(at: at(13)) == .wait(until: at(14)))
        #expect(tunnel.next(at: at(14)) == .open(try #require(a), .same))
        #expect(tunnel.next(at: at(99)) == .wait(until: .never))
        _ = tunnel.ended(at: at(100))
        tunnel.started(at: at(101))
        try say(b, &tunnel, at: 101)
        #expect(tunnel.next(at: at(103)) == .open(try #require(b), .other))
    }

    @Test("another address of the running command is said, too")
    func otherAddress() throws {
        var tunnel = try opened()
        try say(b, &tunnel, at: 500)
        #expect(tunnel.next(at: at(501)) == .wait(until: at(502)))
        #expect(tunnel.next(at: at(502)) == .open(try #require(b), .other))
    }

    @Test("a restarted command that prints no address is started again")
    func restartedInVain() throws {
        var tunnel = try opened()
        _ = tunnel.ended(at: at(10))
        tunnel.started(at: at(11))
        #expect(tunnel.next(at: at(40)) == .wait(until: at(41)))
        #expect(tunnel.next(at: at(41)) == .restart)
        #expect(tunnel.origin == a)
    }
}
