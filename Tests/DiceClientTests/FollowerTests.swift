import ClientTestSupport
import DiceModel
import DiceWire
import Glibc
import ProgramTestSupport
import Testing
import Unix

@testable import DiceClient

/// Tests a follower's use of its connection.
struct FollowerTests {
    private func toggle(_ die: Int) -> Request {
        Method.toggleLock(DiceParams(table: .default, dice: [die]))
    }

    @Test("the example appears verbatim in the documentation")
    func theExampleStandsInTheDocumentationWordForWord() throws {
        let comment = try SourceText.lines(
            "Sources/DiceClient/Following/Follower.swift"
        ).drop {
            !$0.hasPrefix("///")
        }
        .prefix { $0.hasPrefix("///") }.map {
            $0.dropFirst($0.hasPrefix("/// ") ? 4 : 3)
        }
        let example = comment.drop { $0 != "```swift" }.dropFirst().prefix {
            $0 != "```"
        }
        #expect(
            try example + [""]
                == SourceText.lines("Tests/DiceClientTests/FollowExample.swift")
        )
    }

    @Test("the first watch request is sent together with hello")
    func theFirstWatchGoesOutTogetherWithHello() throws {
        let daemon = try FakeDaemon()
        let follower = Follower(daemon.client(), tables: [.default])
        #expect(try follower.next(by: .now) == nil)
        #expect(daemon.heard().map { $0.contains("table.watch") } == [false, true])
    }

    @Test("no call blocks while hello is pending") func nothingWaitsForTheAgreement() throws {
        let daemon = try FakeDaemon()
        let follower = Follower(daemon.client(), tables: [])
        follower.send(toggle(1))
        #expect(try follower.next(by: .now) == nil)
        #expect(daemon.heard().map { $0.contains("hello") } == [true])
        daemon.say(FakeDaemon.agreement)
        #expect(try follower.next(by: .now) == nil)
        #expect(daemon.heard().map { $0.contains("table.toggleLock") } == [true])
    }

    @Test("no call blocks on a peer that does not read") func nothingWaitsForAPeerThatReadsNothing()
        throws
    {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        let follower = Follower(daemon.client(), tables: [])
        let long = String(repeating: "+1d6", count: 1_000)
        for number in 1...500 {
            follower.send(
                Method.throw(
                    ThrowParams(table: .default, expression: "\(number)d6\(long)")
                )
            )
        }
        #expect(try follower.next(by: .now) == nil)
        #expect(follower.interests.contains { $0.writing })
        var heard = 0
        while heard < 500 {
            let more = daemon.heard().count { $0.contains(#""expression":""#) }
            try #require(more > 0)
            heard += more
            #expect(try follower.next(by: .now) == nil)
        }
        #expect(!follower.interests.contains { $0.writing })
    }

    /// A follower that is far behind handles the available input before it declares the daemon
    /// silent.
    @Test("a response that has already arrived is not late") func anAnswerThatIsThereIsNotLate()
        throws
    {
        let daemon = try FakeDaemon()
        let follower = Follower(daemon.client(), tables: [], patience: .zero)
        follower.send(Method.list())
        daemon.say(
            FakeDaemon.agreement,
            #"{"jsonrpc":"2.0","method":"weather"}"#,
            #"{"jsonrpc":"2.0","id":2,"result":{}}"#
        )
        guard case .notification = try follower.next(),
            case .answer = try follower.next()
        else {
            throw Unexpected()
        }
    }

    @Test("a lost connection is thrown if reconnecting is impossible")
    func anEndWithoutAWayBackIsThrown() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        let follower = Follower(daemon.client(), tables: [.default])
        #expect(try follower.next(by: .now) == nil)
        daemon.hangUp()
        #expect(throws: ClientError.lost(Method.watch.any)) { try follower.next() }
    }

    @Test("the follower reconnects once a daemon exists and not before")
    func itConnectsAgainOnceThereIsADaemonAndNotBefore() throws {
        let folder = try TemporaryFolder()
        defer {
            folder.remove()
        }
        let socket = SocketPath(path: "\(folder.path)/diced.sock")
        var tries = 0
        let follower = Follower(
            tables: [.default],
            backoff: Backoff(longest: .milliseconds(1))
        ) {
            () throws(ClientError) in
            tries += 1
            return Client(try Connection.open(socket), name: "test/1")
        }
        guard case .gone = try follower.next() else { throw Unexpected() }
        follower.send(toggle(1))
        while tries < 4 {
            #expect(try follower.next(by: follower.deadline) == nil)
        }
        #expect(follower.client == nil)
        #expect(follower.interests.isEmpty)
        let listener = try Descriptor.socket(.stream, socket.path, binding: true)
        try #require(listen(listener.number, 1) == 0)
        let patience = Deadline.after(.patience)
        while follower.client == nil, !patience.hasPassed {
            #expect(try follower.next(by: min(patience, follower.deadline)) == nil)
        }
        let daemon = Connection(descriptor: accept(listener.number, nil, nil))
        for method in ["hello", "table.watch"] {
            let line = try #require(try daemon.line(by: .after(.patience)))
            #expect(String(decoding: line, as: UTF8.self).contains(method))
        }
        #expect(
            try daemon.line(by: .now) == nil,
            "nothing that was asked for without a connection"
        )
    }

    /// The records of an observer.
    private final class Log: ClientObserver {
        var lines: [String] = []
        func sent(_ request: Request) {
            lines.append("sent \(request.method)")
        }
        func answered(_ request: Request, _ line: ServerLine) {
            lines.append("answered \(request.method)")
        }
        func received(_ news: Follower.News) {
            if case .answer(let request, _) = news {
                lines.append("told \(request.method)")
            }
        }
    }

    @Test("the observer sees calls and notifications of each connection")
    func theObserverSeesCallsAndWhatIsToldOnEachConnection() throws {
        let first = try FakeDaemon()
        let second = try FakeDaemon()
        let log = Log()
        let answer = #"{"jsonrpc":"2.0","id":2,"result":{}}"#
        first.say(FakeDaemon.agreement, answer)
        second.say(FakeDaemon.agreement, answer)
        let client = first.client()
        client.observer = log
        _ = try client.call(Method.list())
        let follower = Follower(client, tables: [])
        follower.begin(on: second.client())
        follower.send(Method.status())
        _ = try follower.next()
        #expect(
            log.lines == [
                "sent table.list", "answered table.list", "sent server.status",
                "told server.status",
            ]
        )
    }

    private struct Unexpected: Error {}
}
