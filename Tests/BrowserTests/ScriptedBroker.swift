import ProgramTestSupport
import Testing

/// An audience page whose WebSocket is replaced by a test, which sends arbitrary bytes.
struct ScriptedBroker {
    let page: Page

    static let accepted = [0x20, 2, 0, 0]
    static let pong = [0xd0, 0]

    /// Records in `sockets` each WebSocket that the page has opened.
    private static let sockets = """
        window.sockets = [];
        window.WebSocket = class {
          constructor(...asked) {
            this.asked = asked;
            this.sent = [];
            sockets.push(this);
            setTimeout(() => this.onopen?.());
          }
          send(bytes) { this.sent.push([...bytes]); }
          close() { this.isClosed = true; }
          say(...bytes) { this.onmessage?.({ data: Uint8Array.from(bytes).buffer }); }
        };
        """

    init(_ browser: Browser) async throws {
        page = try await Page(browser, Theatre.page, script: Self.sockets)
    }

    /// Returns when the page has opened this many connections and sent CONNECT on the last one.
    func opened(_ count: Int) async throws {
        try await page.until(
            "sockets.length === \(count) && sockets.at(-1).sent.length === 1"
        )
    }

    func say(_ bytes: [Int]) async throws {
        try await page.value(
            "sockets.at(-1).say(\(bytes.map(String.init).joined(separator: ",")))"
        )
    }

    /// Accepts the connection, and answers each topic's subscription.
    func subscribe(_ codes: [Int] = [0, 0, 0, 0]) async throws {
        try await say(Self.accepted)
        try await page.until("sockets.at(-1).sent.length === 3")
        #expect(
            try await page.value("sockets.at(-1).sent.map(([first]) => first)") == [
                0x10, 0x82, 0xc0,
            ]
        )
        let id = try await page.value("sockets.at(-1).sent[1].slice(2, 4)").ints
        try await say([0x90, 2 + codes.count] + id + codes + Self.pong)
    }

    /// Returns when the list shows this message.
    func said(_ text: String) async throws {
        try await page.until(
            "document.getElementById('absence').textContent === `\(text)`"
        )
    }
}
