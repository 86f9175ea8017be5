import DiceModel
import DiceWire
import Logging
import NIOCore
import NIOEmbedded
import NIOWebSocket
import ProgramTestSupport
import Testing

@testable import DiceWeb

/// Tests a page's session with a simulated daemon, on a clock that the test controls.
struct BridgeTests {
    private let rig: BridgeRig

    init() throws {
        rig = try BridgeRig()
    }

    private func open() throws -> EmbeddedChannel {
        rig.say(#"{"token":"\#(rig.token())"}"#)
        #expect(rig.daemon.asked.contains(#""method":"session.confine""#))
        rig.daemon.say(
            #"{"jsonrpc":"2.0","id":"diced-web","result":{"as":"bo","tables":["default"],"role":"play"}}"#
        )
        #expect(
            try rig.heard()
                == #"{"session":{"as":"bo","tables":["default"],"role":"play","expires":"1970-01-01T01:00:00.000Z"}}"#
        )
        return rig.daemon.channel
    }

    @Test("nothing reaches a daemon before the token") func nothingReachesADaemonBeforeTheToken()
        throws
    {
        rig.say(#"{"jsonrpc":"2.0","id":1,"method":"table.roll"}"#)
        #expect(rig.daemon.connections == 0)
        #expect(try rig.heard()?.contains("tokenInvalid") == true)
        #expect(try rig.closeCode() == 4_401)
    }

    @Test("a connection without a token closes after ten seconds")
    func withoutATokenItClosesAfterTenSeconds() throws {
        rig.advance(.seconds(9))
        #expect(try rig.closeCode() == nil)
        rig.advance(.seconds(1))
        #expect(try rig.closeCode() == 1_008)
        rig.advance(.seconds(2))
        #expect(!rig.browser.isActive)
    }

    /// A page sends its token, and nothing else until it receives the welcome.
    @Test("the session is confined before any line passes")
    func theSessionIsConfinedBeforeAnythingPasses() throws {
        rig.say(#"{"token":"\#(rig.token())"}"#)
        #expect(rig.daemon.takeAsked().contains(#""method":"session.confine""#))
        rig.say("early")
        #expect(try rig.closeCode() == 1_008)
        #expect(rig.daemon.takeAsked() == "")
        #expect(!rig.daemon.channel.isActive)
    }

    @Test(
        "no other message is accepted before the token",
        arguments: [WebSocketOpcode.ping, .pong]
    )
    func beforeTheTokenNothingElseIsHeard(
        _ opcode: WebSocketOpcode
    ) throws {
        rig.say("", opcode)
        let frame = try #require(try rig.browser.readOutbound(as: WebSocketFrame.self))
        #expect(frame.opcode == .connectionClose)
    }

    @Test("a token must arrive in one part") func aTokenIsNotSentInParts() throws {
        rig.say(#"{"token":"#, isWhole: false)
        #expect(try rig.closeCode() == 1_008)
    }

    /// A browser receives nothing after the close frame.
    @Test("nothing is answered after the close") func nothingIsAnsweredAfterTheClose() throws {
        rig.say("no token")
        #expect(try rig.closeCode() == 4_401)
        for _ in 1...100 {
            rig.say("p", .ping)
        }
        rig.say("x", .binary)
        #expect(try rig.browser.readOutbound(as: WebSocketFrame.self) == nil)
        rig.say("", .connectionClose)
        #expect(!rig.browser.isActive)
    }

    @Test(
        "a daemon that confines the session differently is disconnected",
        arguments: [
            #"{"as":"ann","tables":["default"],"role":"play"}"#,
            #"{"as":"bo","role":"play"}"#,
            #"{"as":"bo","tables":["default"],"role":"watch"}"#, "{}", "7",
        ]
    )
    func aDaemonThatConfinesToSomethingElseIsLeft(_ result: String) throws {
        rig.say(#"{"token":"\#(rig.token())"}"#)
        rig.daemon.say(#"{"jsonrpc":"2.0","id":"diced-web","result":\#(result)}"#)
        #expect(try rig.heard()?.contains("noDaemon") == true)
        #expect(try rig.closeCode() == 4_503)
        #expect(!rig.daemon.channel.isActive)
    }

    @Test("a session that asks to be anonymous watches without a name")
    func whoAsksToBeAStrangerWatchesWithoutAName() throws {
        rig.say(#"{"token":"\#(rig.token())","stranger":true}"#)
        #expect(
            rig.daemon.asked.contains(
                #""params":{"tables":["default"],"role":"watch"}}"#
            )
        )
        rig.daemon.say(
            #"{"jsonrpc":"2.0","id":"diced-web","result":{"tables":["default"],"role":"watch"}}"#
        )
        #expect(try rig.heard()?.contains(#""role":"watch""#) == true)
    }

    /// Otherwise it would receive the secret throws of that name.
    @Test("a daemon that gives an anonymous watcher a name is disconnected")
    func aStrangerThatTheDaemonGivesANameIsSentAway() throws {
        rig.say(#"{"token":"\#(rig.token())","stranger":true}"#)
        rig.daemon.say(
            #"{"jsonrpc":"2.0","id":"diced-web","result":{"as":"ann","tables":["default"],"role":"watch"}}"#
        )
        #expect(try rig.heard()?.contains("noDaemon") == true)
        #expect(!rig.daemon.channel.isActive)
    }

    @Test("the page receives the daemon's refusal verbatim") func aDaemonThatRefusesIsQuoted()
        throws
    {
        rig.say(#"{"token":"\#(rig.token())"}"#)
        rig.daemon.say(
            #"{"jsonrpc":"2.0","id":"diced-web","error":{"code":14,"message":"you are x","data":{"reason":"notAllowed"}}}"#
        )
        #expect(
            try rig.heard()
                == #"{"error":{"reason":"notAllowed","message":"you are x"}}"#
        )
        #expect(try rig.closeCode() == 4_401)
    }

    @Test("each line becomes one message and each message one line")
    func linesAndMessagesPassOneToOne() throws {
        _ = try open()
        rig.daemon.takeAsked()
        rig.say("one")
        rig.say("two")
        #expect(rig.daemon.takeAsked() == "one\ntwo\n")
        rig.daemon.sayBytes("a\nbc")
        #expect(try rig.heard() == "a")
        #expect(try rig.heard() == nil)
        rig.daemon.sayBytes("d\n\ne\n")
        #expect(try rig.heard() == "bcd")
        #expect(try rig.heard() == "e")
    }

    @Test(
        "an invalid message closes the page and settles its dice",
        arguments: [
            ("a\nb", WebSocketOpcode.text, UInt16(1_008)), ("a", .binary, 1_003),
        ]
    )
    func whatIsNoLineClosesThePageAndSettlesItsDice(
        _ text: String,
        _ opcode: WebSocketOpcode,
        _ code: UInt16
    ) throws {
        let daemon = try open()
        rig.daemon.takeAsked()
        rig.say(text, opcode)
        #expect(try rig.closeCode() == code)
        #expect(!daemon.isActive)
        #expect(rig.daemon.takeAsked() == "")
    }

    @Test("a browser that closes also closes its daemon connection")
    func aBrowserThatClosesClosesItsDaemonConnection() throws {
        let daemon = try open()
        rig.say("", .connectionClose)
        #expect(try rig.closeCode() == 1_000)
        #expect(!daemon.isActive)
        #expect(!rig.browser.isActive)
        #expect(rig.sessions.count == 0)
    }

    @Test("a browser that disconnects also closes its daemon connection")
    func aBrowserThatIsGoneTakesItsDaemonConnectionAlong() throws {
        let daemon = try open()
        rig.browser.close(promise: nil)
        rig.loop.run()
        #expect(!daemon.isActive)
        #expect(rig.sessions.count == 0)
    }

    @Test("a browser that leaves before the daemon accepts leaves no connection")
    func aBrowserThatIsGoneBeforeTheDaemonAcceptsLeavesNoConnection() throws {
        let acceptance = rig.loop.makePromise(of: Void.self)
        rig.daemon.acceptance = acceptance
        rig.say(#"{"token":"\#(rig.token())"}"#)
        #expect(rig.daemon.channel.isActive)
        rig.browser.close(promise: nil)
        rig.loop.run()
        acceptance.succeed()
        rig.loop.run()
        #expect(!rig.daemon.channel.isActive)
        #expect(rig.sessions.count == 0)
    }

    @Test("a daemon that closes has its own close code") func aDaemonThatClosesIsToldApart() throws
    {
        let daemon = try open()
        daemon.close(promise: nil)
        rig.advance(.nanoseconds(1))
        #expect(try rig.closeCode() == 4_503)
    }

    @Test("the page may try again if the daemon is missing") func withoutADaemonThePageMayTryAgain()
        throws
    {
        rig.daemon.isThere = false
        rig.say(#"{"token":"\#(rig.token())"}"#)
        #expect(try rig.heard()?.contains(#""reason":"noDaemon""#) == true)
        #expect(try rig.closeCode() == 4_503)
    }

    @Test("a page ends when its link expires") func aPageEndsWithItsLink() throws {
        let daemon = try open()
        rig.advance(.seconds(3_599), speaking: true)
        #expect(try rig.closeCode() == nil)
        rig.advance(.seconds(1))
        #expect(try rig.heard()?.contains("tokenExpired") == true)
        #expect(try rig.closeCode() == 4_401)
        #expect(!daemon.isActive)
    }

    /// Timers are late after the machine was suspended, so each ping checks the expiry; they are
    /// early if the clock was set back.
    @Test("a link expires by the wall clock") func aLinkEndsByTheClockOnTheWall() throws {
        let daemon = try open()
        rig.sleep(seconds: -60)
        rig.advance(.seconds(3_600), speaking: true)
        #expect(try rig.closeCode() == nil)
        #expect(daemon.isActive)
        rig.sleep(seconds: 60)
        rig.advance(.seconds(30), speaking: true)
        #expect(try rig.heard()?.contains("tokenExpired") == true)
        #expect(try rig.closeCode() == 4_401)
    }

    @Test("the last expiry is that of the longest link") func theLastLinkIsTheOneThatLastsLongest()
        throws
    {
        let asker = LinkIssuer.Asker(name: "ann", mayNameOthers: true)
        let longest = try rig.issuer.make(LinkParams(seconds: 7_200), for: asker)
        _ = try rig.issuer.make(LinkParams(seconds: 60), for: asker)
        #expect(rig.issuer.lastExpiry == longest.expires)
    }

    @Test("a revocation closes all pages opened by its maker's links")
    func aRevocationEndsWhatItsMakersLinksOpened() throws {
        let daemon = try open()
        #expect(
            try rig.issuer.revokeAll(
                of: LinkIssuer.Asker(name: "cy", mayNameOthers: true)
            ).closed
                == 0
        )
        #expect(daemon.isActive)
        #expect(
            try rig.issuer.revokeAll(
                of: LinkIssuer.Asker(name: "ann", mayNameOthers: true)
            ).closed
                == 1
        )
        #expect(try rig.heard()?.contains("tokenRevoked") == true)
        #expect(try rig.closeCode() == 4_401)
        #expect(!daemon.isActive)
    }

    @Test("a silent browser is pinged and then disconnected")
    func aSilentBrowserIsAskedAndThenLeft() throws {
        let daemon = try open()
        rig.advance(.seconds(30))
        #expect(rig.takePings() == 1)
        rig.say("", .pong)
        rig.advance(.seconds(89))
        #expect(daemon.isActive)
        rig.advance(.seconds(31))
        #expect(try rig.closeCode() == 1_001)
        #expect(!daemon.isActive)
    }

    @Test("a ping is answered") func aPingIsAnswered() throws {
        _ = try open()
        rig.say("abc", .ping)
        let frame = try #require(try rig.browser.readOutbound(as: WebSocketFrame.self))
        #expect(frame.opcode == .pong)
        #expect(frame.data == ByteBuffer(string: "abc"))
    }

    /// A browser that does not read is owed one pong, for its last ping.
    @Test("at most one pong is pending") func atMostOnePongIsOwed() throws {
        _ = try open()
        let socket = HeldWrites()
        try rig.browser.pipeline.syncOperations.addHandler(socket, position: .first)
        for number in 1...1_000 {
            rig.say("\(number)", .ping)
        }
        #expect(socket.count == 1)
        socket.release()
        let first = try rig.frame()
        let last = try rig.frame()
        #expect(first?.data == ByteBuffer(string: "1"))
        #expect(last?.data == ByteBuffer(string: "1000"))
        #expect(try rig.frame() == nil)
        rig.say("again", .ping)
        #expect(try rig.frame()?.data == ByteBuffer(string: "again"))
    }

    /// A browser that does not read slows down the daemon's connection, and vice versa.
    @Test("a slow side slows down the other") func aSlowSideSlowsTheOther() throws {
        let daemon = try open()
        #expect(rig.daemon.isRead)
        #expect(rig.isRead)
        rig.browser.isWritable = false
        rig.browser.pipeline.fireChannelWritabilityChanged()
        #expect(!rig.daemon.isRead)
        rig.browser.isWritable = true
        rig.browser.pipeline.fireChannelWritabilityChanged()
        #expect(rig.daemon.isRead)
        daemon.isWritable = false
        daemon.pipeline.fireChannelWritabilityChanged()
        #expect(rig.daemon.isRead)
        #expect(!rig.isRead)
        daemon.isWritable = true
        daemon.pipeline.fireChannelWritabilityChanged()
        #expect(rig.isRead)
    }
}
