import Foundation
import ProgramTestSupport
import Testing

/// Tests brokers that refuse or do not speak MQTT: bytes of the test's choice, instead of the
/// browser's WebSocket.
@Suite(.browser, .room, .needs(Theatre.tools), .needsNetworks)
struct AudienceRefusalTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    private static let empty = Phrases.text("noHosts", ["prefix": "diced"])
    private static let noMQTT = Phrases.text("brokerMalformed")

    @Test(
        "the reason for a refused connection is shown",
        arguments: [
            (1, Phrases.text("broker1")),
            (2, Phrases.text("broker2")),
            (3, Phrases.text("broker3")),
            (4, Phrases.text("broker4")),
            (5, Phrases.text("broker5")),
            (77, Phrases.text("brokerCode", ["code": "77"])),
        ]
    )
    func itIsSaidWhyAConnectionIsRefused(_ code: Int, _ why: String) async throws {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let broker = try await ScriptedBroker(browser)
        try await broker.opened(1)
        #expect(
            try await broker.page.value("sockets[0].asked") == [
                "ws://127.0.0.1:9001", "mqtt",
            ]
        )
        // Everything after the refusal is ignored.
        try await broker.say([0x20, 2, 0, code] + ScriptedBroker.pong)
        try await broker.said(Phrases.text("brokerRefuses", ["why": why]))
        #expect(try await broker.page.value("sockets[0].isClosed") == true)
        // The next attempt is accepted.
        try await broker.opened(2)
        try await broker.subscribe()
        try await broker.said(Self.empty)
        try await browser.end()
    }

    @Test("a refused subscription is shown with its topic") func itIsSaidWhichTopicIsRefused()
        async throws
    {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let broker = try await ScriptedBroker(browser)
        try await broker.opened(1)
        try await broker.subscribe([0, 0, 128, 0])
        try await broker.said(
            Phrases.text("brokerUnreadable", ["topic": "diced/+/state"])
        )
        // The subscriptions of one table.
        try await broker.page.value("location.hash = '#alpha/home'")
        try await broker.page.until("sockets[0].sent.length === 5")
        let id = try await broker.page.value("sockets[0].sent[3].slice(2, 4)").ints
        try await broker.say([0x90, 6] + id + [0, 0, 128, 0] + ScriptedBroker.pong)
        let unreadable = Phrases.text(
            "brokerUnreadable",
            ["topic": "diced/alpha/home/history"]
        )
        try await broker.page.until(
            "document.getElementById('away').textContent === '\(unreadable)'"
        )
        try await browser.end()
    }

    /// Bytes after a malformed packet are not read, and the next connection starts afresh.
    @Test("the page disconnects from a broker that does not speak MQTT")
    func aBrokerThatSpeaksNoMQTTIsLeft() async throws {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let broker = try await ScriptedBroker(browser)
        let topic = Array("diced/a/state".utf8).map(Int.init)
        let message = [0x30, topic.count + 2, 0, topic.count] + topic
        let state = Array(Told.snapshot("a", [1]).text.utf8).map(Int.init)
        let length = 2 + topic.count + state.count
        let table =
            [0x30, length % 128 + 128, length / 128, 0, topic.count] + topic + state
        let early: [[Int]] = [
            message, ScriptedBroker.pong, [0x20, 2, 1, 0], [0x20, 3, 0, 0, 0],
        ]
        let late: [[Int]] = [
            ScriptedBroker.accepted, [0x00, 0], [0xf0, 0],
            [0x31 | 2] + message.dropFirst(),
            [0x21, 2, 0, 0],
            [0x30, 0xff, 0xff, 0xff, 0xff, 1],
            [0x30, 1, 0],
            [0x30, 2, 0, 0],
            [0x30, 4, 0, 9, 65, 65],
            [0x30, 3, 0, 1, 0x23],
            [0x30, 4, 0, 2, 0xc3, 0x28],
            [0x90, 3, 0, 99, 0],
            [0x90, 4, 0, 1, 0, 0],
            [0xd0, 1, 0],
        ]
        // Fewer return codes than topics, or more.
        for (index, count) in [3, 5].enumerated() {
            try await broker.opened(index + 1)
            try await broker.subscribe(Array(repeating: 0, count: count))
            try await broker.said(Self.noMQTT)
        }
        for (index, bytes) in (early + late).enumerated() {
            try await broker.opened(index + 3)
            if index >= early.count {
                try await broker.subscribe()
                try await broker.said(Self.empty)
            }
            try await broker.say(
                bytes + (index < early.count ? ScriptedBroker.accepted : table)
            )
            try await broker.said(Self.noMQTT)
            // The next socket may exist by now.
            let socket = "sockets[\(index + 2)]"
            #expect(
                try await broker.page.value(
                    "\(socket).isClosed && !\(socket).onmessage"
                ) == true,
                "\(bytes)"
            )
        }
        #expect(
            try await broker.page.value("document.querySelectorAll('#hosts a').length")
                == 0
        )
        // The same packets are accepted after a valid beginning.
        try await broker.opened(early.count + late.count + 3)
        try await broker.subscribe()
        try await broker.say(table)
        try await broker.page.until(
            "document.querySelectorAll('#hosts a').length === 1"
        )
        try await browser.end()
    }

    /// Tests a mosquitto that rejects anonymous clients.
    @Test("a broker that requires an account is reported") func aBrokerThatWantsAnAccount()
        async throws
    {
        let theatre = try await Theatre(room)
        // A signal that arrives before mosquitto's event loop runs is lost.
        try await theatre.clear("diced/alpha/status")
        try await theatre.stopBroker()
        let configuration = try String(
            contentsOfFile: room.path("mosquitto.conf"),
            encoding: .utf8
        )
        try room.makeFile(
            "mosquitto.conf",
            configuration.replacing(
                "allow_anonymous true",
                with: "allow_anonymous false"
            )
        )
        try await theatre.startBroker()
        let browser = try theatre.browser()
        let page = try await Page(browser, Theatre.page)
        let absence = "document.getElementById('absence').textContent"
        try await page.until(
            "\(absence) === `\(Phrases.text("brokerRefuses", ["why": Phrases.text("broker5")]))`"
        )
        try await theatre.stopBroker()
        try room.makeFile("mosquitto.conf", configuration)
        try await theatre.startBroker()
        try await page.until("\(absence) === `\(Self.empty)`")
        try await browser.end()
    }

    /// Publishers cannot make the page arbitrarily large.
    @Test("the page keeps at most 10,000 hosts and tables") func thereIsARoomForTenThousand()
        async throws
    {
        let theatre = try await Theatre(room)
        let browser = try theatre.browser()
        let broker = try await ScriptedBroker(browser)
        try await broker.opened(1)
        try await broker.subscribe()
        let state = Told.snapshot("NAME", [1, 2]).text
        try await broker.page.value(
            """
            (() => {
              const encoder = new TextEncoder();
              for (let index = 0; index < 10500; index += 1) {
                const name = `t${index}`, topic = encoder.encode(`diced/alpha/${name}/state`);
                const payload = encoder.encode(`\(state)`.replace("NAME", name)), length = 2 + topic.length + payload.length;
                sockets[0].say(0x31, (length & 127) | 128, length >> 7, 0, topic.length, ...topic, ...payload);
              }
            })()
            """
        )
        // The host counts as one.
        try await broker.page.until(
            "document.querySelectorAll('#hosts a').length === 9999"
        )
        #expect(
            try await broker.page.value(
                "document.querySelector('a[href=\"#alpha/t9998\"]').textContent.includes('2 dice')"
            )
                == true
        )
        #expect(
            try await broker.page.value(
                "document.querySelector('a[href=\"#alpha/t9999\"]')"
            )
                == .null
        )
        try await broker.said(Phrases.text("tooMany", ["count": "10,000"]))
        try await browser.end()
    }
}
