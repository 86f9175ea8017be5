import DiceClient
import DiceModel
import DiceWire
import Glibc
import ProgramTestSupport
import Testing
import Unix

@testable import dicectl

/// What `play` makes of the daemon's lines, and of their end.
struct PlayLinkTests {
    /// The daemon's end of the connection of a link.
    private final class Peer {
        private let descriptor: Int32
        let link: PlayLink

        init(socket: String = "/nonexistent/diced.sock") throws {
            var ends: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            descriptor = ends[0]
            let client = DiceClient.Client(Connection(descriptor: ends[1]), name: "test/1")
            link = PlayLink(Session(socket: socket, startsDaemon: false), client)
        }

        deinit { close(descriptor) }

        func say(_ line: String) {
            let bytes = Array((line + "\n").utf8)
            #expect(send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        }

        func agree() { say(#"{"jsonrpc":"2.0","id":1,"result":\#(ScriptedDaemon.hello)}"#) }

        func answer(_ id: Int) { say(#"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#) }

        func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

        func heard(_ word: String) -> Int { lines(word).count }

        func lines(_ word: String) -> [Substring] {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
                .filter { $0.contains(word) }
        }
    }

    private let roll = Method.roll(RollParams(table: .default, by: "ann"))
    private let watch = Method.watch(WatchParams(table: .default))

    @Test func answersGoToWhatTheyWereAskedFor() throws {
        let peer = try Peer()
        peer.agree()
        #expect(peer.link.send(watch, for: .watch(.default)) == nil)
        #expect(peer.link.send(Method.list(), for: .list) == nil)
        #expect(
            peer.link.pending.values.contains(.list) && peer.link.pending.values.contains(.watch(.default))
                && !peer.link.pending.values.contains(.change(AnyMethod(.roll))))
        #expect(peer.link.next() == nil)
        peer.say(#"{"jsonrpc":"2.0","id":3,"result":{}}"#)
        guard case .answer(.list, _) = peer.link.next() else { throw Unexpected() }
        #expect(!peer.link.pending.values.contains(.list))
        peer.say(#"{"jsonrpc":"2.0","id":9,"result":{}}"#)
        peer.say(#"{"jsonrpc":"2.0","method":"weather"}"#)
        peer.say(#"{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"no","data":{"reason":"tableNotFound"}}}"#)
        guard case .refusal(.watch(.default), let error) = peer.link.next() else { throw Unexpected() }
        #expect(error.message == "no" && peer.link.isOpen)
    }

    private func toggle(_ die: Int) -> Request { Method.toggleLock(DiceParams(table: .default, dice: [die])) }

    @Test func requestsWaitInOrderWhileOneOfTheirKindIsUnanswered() throws {
        let peer = try Peer()
        peer.agree()
        #expect(peer.link.send(watch, for: .watch(.default)) == nil && peer.link.next() == nil)
        #expect(peer.heard("hello") == 1)
        for die in 1...600 { #expect(peer.link.send(toggle(die), for: .change(AnyMethod(.toggleLock))) == nil) }
        #expect(peer.link.send(Method.endTurn(PlayerParams(table: .default)), for: .change(AnyMethod(.endTurn))) == nil)
        for die in 1...600 {
            // What is asked for last goes with the last of them.
            #expect(peer.heard("") == (die == 600 ? 2 : 1))
            peer.answer(die + 2)
            guard case .answer(.change(AnyMethod(.toggleLock)), _) = peer.link.next() else { throw Unexpected() }
            #expect(peer.link.next() == nil)
        }
        #expect(Set(peer.link.pending.values) == [.watch(.default), .change(AnyMethod(.endTurn))])
    }

    @Test func whatWasNotSentWithTheConnectionIsNotSaidToBeUnknown() throws {
        let peer = try Peer()
        peer.agree()
        #expect(peer.link.send(toggle(1), for: .change(AnyMethod(.toggleLock))) == nil && peer.link.next() == nil)
        #expect(peer.link.send(toggle(2), for: .change(AnyMethod(.toggleLock))) == nil)
        #expect(peer.link.send(Method.endTurn(PlayerParams(table: .default)), for: .change(AnyMethod(.endTurn))) == nil)
        peer.hangUp()
        guard case .lost([AnyMethod(.toggleLock)]) = peer.link.next() else { throw Unexpected() }
    }

    @Test func nothingWaitsForTheAgreement() throws {
        let peer = try Peer()
        #expect(peer.link.send(roll, for: .change(AnyMethod(.roll))) == nil)
        #expect(peer.heard("hello") == 1 && peer.link.next() == nil && peer.heard("table.roll") == 0)
        peer.agree()
        #expect(peer.link.next() == nil && peer.heard("table.roll") == 1)
    }

    @Test func nothingWaitsForAPeerThatReadsNothing() throws {
        let peer = try Peer()
        peer.agree()
        let long = String(repeating: "+1d6", count: 1_000)
        for number in 1...500 {
            let params = ThrowParams(table: .default, expression: "\(number)d6\(long)")
            #expect(peer.link.send(Method.throw(params), for: .change(AnyMethod(.throw))) == nil)
        }
        #expect(peer.link.next() == nil)
        #expect(peer.link.interests.contains { $0.writing })
        var heard = 0
        while heard < 500 {
            let more = peer.heard(#""expression":""#)
            try #require(more > 0)
            heard += more
            #expect(peer.link.next() == nil)
        }
        #expect(!peer.link.interests.contains { $0.writing })
    }

    @Test func aLostConnectionTellsWhatWasUnanswered() throws {
        let peer = try Peer()
        peer.agree()
        #expect(peer.link.send(watch, for: .watch(.default)) == nil)
        #expect(peer.link.send(roll, for: .change(AnyMethod(.roll))) == nil && peer.link.next() == nil)
        #expect(peer.heard("table.roll") == 1)
        peer.hangUp()
        guard case .lost(let methods) = peer.link.next() else { throw Unexpected() }
        #expect(Set(methods) == [AnyMethod(.watch), AnyMethod(.roll)])
        #expect(
            !peer.link.isOpen && peer.link.interests.isEmpty && !peer.link.pending.values.contains(.watch(.default)))
        #expect(peer.link.retry < .never)
        #expect(peer.link.send(roll, for: .change(AnyMethod(.roll))) == nil, "nothing is sent, nor kept for later")
        #expect(!peer.link.pending.values.contains(.change(AnyMethod(.roll))) && peer.link.next() == nil)
    }

    @Test func aDaemonThatStopsIsOneThatIsGone() throws {
        let peer = try Peer()
        peer.agree()
        #expect(peer.link.send(roll, for: .change(AnyMethod(.roll))) == nil && peer.link.next() == nil)
        peer.say(#"{"jsonrpc":"2.0","id":2,"error":{"code":11,"message":"no","data":{"reason":"shuttingDown"}}}"#)
        guard case .lost(let methods) = peer.link.next() else { throw Unexpected() }
        #expect(methods == [AnyMethod(.roll)] && !peer.link.isOpen)
    }

    @Test func itConnectsAgainOnceThereIsADaemonAndNotBefore() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let socket = folder.path + "/diced.sock"
        let peer = try Peer(socket: socket)
        #expect(try !peer.link.reconnect(), "it is connected")
        // It has not agreed yet.
        #expect(peer.link.send(toggle(1), for: .change(AnyMethod(.toggleLock))) == nil)
        peer.hangUp()
        guard case .lost = peer.link.next() else { throw Unexpected() }
        func retry() throws -> Bool {
            while !peer.link.retry.hasPassed {
                try #require(peer.link.retry < .never)
                _ = Poll.wait(for: [], until: peer.link.retry)
            }
            return try peer.link.reconnect()
        }
        for _ in 1...2 { #expect(try !retry()) }
        let listener = try Descriptor.socket(.stream, socket, binding: true)
        try #require(listen(listener.number, 1) == 0)
        #expect(try retry())
        #expect(peer.link.isOpen && peer.link.retry == .never)
        // The pauses begin anew once it watches, and not with any answer.
        let pauses = peer.link.backoff
        let daemon = Descriptor(accept(listener.number, nil, nil))
        for request in [(Method.list(), .list), (watch, .watch(.default))] as [(Request, PlayLink.Purpose)] {
            #expect(peer.link.send(request.0, for: request.1) == nil)
        }
        for (id, expected) in [(1, pauses), (2, pauses), (3, Backoff())] {
            let line = Array(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(ScriptedDaemon.hello)}"#.utf8) + [10]
            #expect(write(daemon.number, line, line.count) == line.count)
            _ = peer.link.next()
            #expect(pauses != Backoff() && peer.link.backoff == expected)
        }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        bytes.removeLast(bytes.count - recv(daemon.number, &bytes, bytes.count, Int32(MSG_DONTWAIT)))
        let heard = String(decoding: bytes, as: UTF8.self)
        #expect(heard.contains("table.watch") && !heard.contains("table.toggleLock"), "nothing of the old connection")
    }

    /// A screen that nobody sees.
    private final class Nowhere: PlayScreen {
        let isMoving = true
        func enter() {}
        func leave() {}
        func show(_ state: PlayState) {}
        func react(to signal: Int32) {}
        func read() -> [UInt8]? { nil }
        func layout(of state: PlayState) -> PlayLayout {
            PlayLayout(state, size: Size(columns: 80, rows: 24), glyphs: .ascii)
        }
    }

    @Test func aDaemonThatKnowsNoPlansIsWatchedByItsFrames() throws {
        let peer = try Peer()
        peer.agree()
        let loop = PlayLoop(peer.link, Nowhere(), table: .default, by: nil, standing: nil)
        loop.join()
        #expect(peer.heard(#""table.watch","params":{"table":"default","frames":"plan"}"#) == 1)
        peer.say(
            #"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"unknown param \"frames\"; this method knows \"table\"","#
                + #""data":{"reason":"invalidParams","param":"frames"}}}"#)
        loop.handle(try #require(peer.link.next()))
        #expect(peer.heard(#""table.watch","params":{"table":"default"}}"#) == 1)
        #expect(loop.failure == nil && loop.state.notice == "")
        peer.say(#"{"jsonrpc":"2.0","id":3,"result":{}}"#)
        #expect(peer.link.next() != nil)
        loop.join()
        #expect(peer.heard(#""frames""#) == 0)
    }

    @Test func aSecondRollIsNotSentWhileOneIsOnItsWay() throws {
        let peer = try Peer()
        peer.agree()
        let loop = PlayLoop(peer.link, Nowhere(), table: .default, by: nil, standing: nil)
        loop.join()
        #expect(peer.link.next() == nil)
        loop.state.show(SampleTable.snapshot(dice: 5))
        _ = peer.heard("")
        // One that is not sent keeps none from being sent.
        loop.state.loseTable()
        #expect(loop.perform(.roll) && peer.heard("table.roll") == 0)
        loop.state.show(SampleTable.snapshot(dice: 5))
        for _ in 1...3 { #expect(loop.perform(.roll)) }
        #expect(peer.heard("table.roll") == 1)
        #expect(loop.state.notice == "ignored: a roll is on its way")
        loop.handle(.refusal(.roll("", isAgain: false), WireError(.busy, "busy")))
        #expect(loop.perform(.roll) && peer.heard("table.roll") == 1)
        // Nor does one whose answer is lost with the connection.
        peer.hangUp()
        loop.handle(try #require(peer.link.next()))
        #expect(!loop.state.awaitsRoll)
    }

    @Test func aRollThatEndsAFullTurnIsSentAgainOnce() throws {
        let peer = try Peer()
        peer.agree()
        let loop = PlayLoop(peer.link, Nowhere(), table: .default, by: nil, standing: nil)
        loop.join()
        #expect(peer.link.next() == nil)
        loop.state.show(SampleTable.snapshot(dice: 5))
        _ = peer.heard("")
        #expect(loop.perform(.roll))
        let sent = peer.lines("table.roll")
        loop.handle(.refusal(.roll("", isAgain: false), WireError(.commitmentChanged, "full")))
        let again = peer.lines("table.roll")
        #expect(sent.count == 1 && again.count == 1)
        #expect(Set((sent + again).map { $0.split(separator: "entropy").last }).count == 2, "with fresh entropy")
        #expect(loop.state.awaitsRoll && loop.state.notice == "")
        loop.handle(.refusal(.roll("", isAgain: true), WireError(.commitmentChanged, "full")))
        #expect(peer.lines("table.roll").isEmpty && loop.state.notice == "the turn was full and has ended")
    }

    private struct Unexpected: Error {}
}
