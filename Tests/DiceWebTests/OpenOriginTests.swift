import DiceModel
import DiceWire
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import DiceWeb

/// Tests the origins that connections keep open, and the limits of those who come through them.
struct OpenOriginTests {
    private let origin: Origin
    private let other: Origin
    private let sessions = Sessions()
    private let open: OpenOrigins

    init() throws {
        origin = try #require(Origin(parsing: "https://dice.example.org"))
        other = try #require(Origin(parsing: "https://other.example.org"))
        let bound = try SocketAddress(ipAddress: "127.0.0.1", port: 7_447)
        open = OpenOrigins(
            try #require(Origins(bound: bound, publicURL: nil)),
            port: 7_447,
            sessions: sessions
        )
    }

    private func isServed(_ origin: Origin) -> Bool {
        open.current.admit(hosts: [origin.authority.host])
            && open.current.admit(origins: ["\(origin)"])
    }

    @Test("an origin is served until its connection ends")
    func untilTheEnd() {
        let keeper = open.keeper()
        #expect(keeper.open(nil) == 7_447)
        #expect(open.keepers == 1 && open.current.opened.isEmpty)
        _ = keeper.open(origin)
        #expect(isServed(origin) && open.keepers == 1)
        _ = keeper.open(other)
        #expect(!isServed(origin) && isServed(other))
        keeper.end()
        #expect(!isServed(other) && open.keepers == 0)
        keeper.end()
        #expect(open.keepers == 0)
    }

    @Test("an origin of two connections is served until both end")
    func twoConnections() {
        let keepers = [open.keeper(), open.keeper()]
        for keeper in keepers {
            _ = keeper.open(origin)
        }
        keepers[0].end()
        #expect(isServed(origin))
        keepers[1].end()
        #expect(!isServed(origin))
    }

    @Test("a link of the connection, and an invitation made there, begin with the open origin")
    func links() throws {
        let rig = try BridgeRig(origin: origin)
        let made = try rig.issuer.make(
            LinkParams(),
            for: LinkIssuer.Asker(name: "ann", mayNameOthers: true),
            at: origin
        )
        #expect(made.url.hasPrefix("https://dice.example.org/#"))
        // As long as any link over TLS.
        #expect(made.expires.millisecondsSinceEpoch == Int64(LinkParams.usualLife) * 1_000)
        try rig.open()
        rig.say(#"{"jsonrpc":"2.0","id":7,"method":"link.make","params":{"as":"bo"}}"#)
        #expect(try rig.heard()?.contains("\"https://dice.example.org/#") == true)
    }

    @Test("the pages of an origin end with it, and no others")
    func pages() throws {
        let rig = try BridgeRig(origin: origin)
        try rig.open()
        rig.sessions.endAll(at: other)
        #expect(rig.sessions.count == 1 && rig.browser.isActive)
        rig.sessions.endAll(at: origin)
        #expect(try rig.closeCode() == 1_001)
    }

    @Test("a shared page has no method that opens an origin", arguments: [true, false])
    func sharedPage(_ isShared: Bool) throws {
        let rig = try BridgeRig(isShared: isShared)
        let handler = LinkHandler(
            issuer: rig.issuer,
            asker: LinkIssuer.Asker(name: "ann", mayNameOthers: false),
            keeper: open.keeper()
        )
        let channel = EmbeddedChannel(handler: handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let request =
            #"{"jsonrpc":"2.0","id":1,"method":"origin.open","params":{"origin":"\#(origin)"}}"#
        try channel.writeInbound(ByteBuffer(string: request + "\n"))
        let answer = try channel.readOutbound(as: ByteBuffer.self).map { String(buffer: $0) }
        #expect(
            answer?.contains(isShared ? #""reason":"methodNotFound""# : #""port":7447"#) == true
        )
        #expect(isServed(origin) == !isShared)
        // Once it keeps an origin open, a connection may last.
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(channel.isActive == !isShared)
        _ = try channel.finish(acceptAlreadyClosed: true)
        #expect(!isServed(origin))
    }

    // MARK: Limits

    private func owners(
        _ peer: String,
        _ origin: Origin?,
        _ forwarded: [String],
        hasOrigins: Bool = true
    ) -> [ConnectionOwner] {
        ConnectionOwner.all(
            peer: peer,
            origin: origin,
            forwarded: forwarded,
            hasOrigins: hasOrigins
        )
    }

    @Test(
        "the last value of X-Forwarded-For is the client's address",
        arguments: [
            (["192.0.2.7"], "192.0.2.7"),
            (["10.0.0.1, 192.0.2.7"], "192.0.2.7"),
            (["10.0.0.1", " 2001:DB8::0007 "], "2001:db8::7"),
            (["192.0.2.7,"], ""),
            (["192.0.2.7, unknown"], ""),
            (["192.0.2.7:80"], ""),
            ([""], ""),
        ]
    )
    func forwarded(_ values: [String], _ address: String) {
        #expect(
            owners("127.0.0.1", origin, values)
                == [.origin(origin), .client(origin, address: address)]
        )
    }

    @Test(
        "X-Forwarded-For counts only from loopback, only for an open origin, only while there is one"
    )
    func notForwarded() {
        let values = ["192.0.2.7"]
        #expect(owners("127.0.0.1", origin, []) == [.origin(origin)])
        #expect(owners("127.0.0.1", nil, values) == [.address("127.0.0.1")])
        #expect(owners("192.168.1.9", origin, values) == [])
        #expect(owners("127.0.0.1", nil, values, hasOrigins: false) == [])
    }

    /// Returns whether a request from loopback is within the limits.
    private func admits(
        _ shares: ConnectionShares,
        _ loop: EmbeddedEventLoop,
        host: String,
        from address: String
    ) throws -> (isAdmitted: Bool, channel: EmbeddedChannel) {
        let channel = EmbeddedChannel(loop: loop)
        channel.remoteAddress = try SocketAddress(ipAddress: "127.0.0.1", port: 9)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 9)).wait()
        let head = HTTPRequestHead(
            version: .http1_1,
            method: .GET,
            uri: "/",
            headers: ["Host": host, "X-Forwarded-For": address]
        )
        let admission = Admission(open, shares, channel)
        let isAdmitted = admission.admits(head)
        // It is decided once.
        #expect(admission.admits(head) == isAdmitted)
        return (isAdmitted, channel)
    }

    @Test("a client has its share, and the whole origin another one")
    func shares() throws {
        let loop = EmbeddedEventLoop()
        var limits = WebLimits()
        limits.connectionsPerAddress = 2
        limits.connectionsPerOrigin = 3
        let shares = ConnectionShares(limits)
        let keeper = open.keeper()
        _ = keeper.open(origin)
        var channels: [EmbeddedChannel] = []
        var verdicts: [Bool] = []
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"] {
            let (isAdmitted, channel) = try admits(
                shares,
                loop,
                host: "dice.example.org",
                from: address
            )
            verdicts.append(isAdmitted)
            channels.append(channel)
        }
        // The third is above the client's limit, the last above that of the origin.
        #expect(verdicts == [true, true, false, true, false])
        let local = try admits(shares, loop, host: "127.0.0.1:7447", from: "192.0.2.1")
        #expect(local.isAdmitted)
        channels[0].close(promise: nil)
        loop.run()
        let next = try admits(shares, loop, host: "dice.example.org", from: "192.0.2.1")
        #expect(next.isAdmitted)
        for channel in channels + [local.channel, next.channel] {
            _ = try channel.finish(acceptAlreadyClosed: true)
        }
    }
}
