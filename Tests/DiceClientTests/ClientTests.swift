import ClientTestSupport
import DiceModel
import DiceWire
import Testing

@testable import DiceClient

struct ClientTests {
    private let roll = Method.roll(RollParams(table: .default, by: "ann"))
    private let ping = #"{"jsonrpc":"2.0","id":2,"result":{}}"#

    @Test("a safe request is sent together with hello") func aSafeRequestGoesOutTogetherWithHello()
        throws
    {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement, ping)
        _ = try daemon.client().call(Method.ping())
        let heard = daemon.heard()
        #expect(heard.count == 2)
        #expect(
            heard[0].contains(#""method":"hello""#)
                && heard[1].contains(#""method":"ping""#)
        )
    }

    @Test("a changing request waits until the daemon accepts hello")
    func aChangingRequestWaitsForTheDaemonsAgreement() throws {
        let daemon = try FakeDaemon()
        daemon.say(
            #"{"jsonrpc":"2.0","id":1,"error":{"code":10,"message":"no","data":{"reason":"unsupportedProtocol"}}}"#
        )
        let error = #expect(throws: ClientError.self) { try daemon.client().call(roll) }
        guard case .refused(let refusal) = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
        #expect(refusal.known == .unsupportedProtocol)
        #expect(daemon.heard().count == 1)
    }

    @Test(
        "a safe request is refused if the daemon speaks another protocol",
        arguments: [
            Method.ping(), Method.status(), Method.list(),
            Method.watch(WatchParams(table: .default)),
        ]
    )
    func aSafeRequestToAnotherProtocolIsRefused(_ request: Request) throws {
        let daemon = try FakeDaemon()
        daemon.say(
            #"{"jsonrpc":"2.0","id":1,"error":{"code":10,"message":"no","data":{"reason":"unsupportedProtocol"}}}"#,
            #"{"jsonrpc":"2.0","id":2,"result":{}}"#
        )
        let error = #expect(throws: ClientError.self) {
            try daemon.client().call(request)
        }
        #expect(error?.refusal?.known == .unsupportedProtocol)
    }

    /// This holds even if the caller ignores the first refusal: later lines on the connection are
    /// not responses to `hello`.
    @Test("an unsupported protocol is the error of every request")
    func anotherProtocolIsTheAnswerToEveryRequest() throws {
        let daemon = try FakeDaemon()
        daemon.say(
            #"{"jsonrpc":"2.0","id":1,"error":{"code":10,"message":"no","data":{"reason":"unsupportedProtocol"}}}"#,
            ping,
            ping
        )
        let client = daemon.client()
        for request in [Method.ping(), roll, Method.ping()] {
            let refusal = #expect(throws: ClientError.self) {
                try client.call(request)
            }?.refusal
            #expect(refusal?.known == .unsupportedProtocol)
        }
        #expect(
            #expect(throws: ClientError.self) { try client.awaitAgreement() }?.refusal
                != nil
        )
        #expect(!client.hasAgreed)
        #expect(daemon.heard().count == 2)
    }

    @Test("a changing request is never sent twice") func aChangingRequestIsNeverSentTwice() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        daemon.hangUp()
        #expect(throws: ClientError.lost(Method.roll.any)) {
            try daemon.client().call(roll)
        }
        #expect(daemon.heard().filter { $0.contains("table.roll") }.count == 1)
    }

    @Test("a request is not sent if the connection ends at hello")
    func nothingWasAskedWhenTheConnectionEndsAtHello() throws {
        let daemon = try FakeDaemon()
        daemon.hangUp()
        #expect(throws: ClientError.lost(Method.hello.any)) {
            try daemon.client().call(roll)
        }
        #expect(daemon.heard().allSatisfy { !$0.contains("table.roll") })
    }

    @Test("a partial response does not count as a response") func aHalfSentAnswerIsNoAnswer() throws
    {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        daemon.sayHalf(#"{"jsonrpc":"2.0","id":2,"result":{}}"#)
        daemon.hangUp()
        #expect(throws: ClientError.lost(Method.ping.any)) {
            try daemon.client().call(Method.ping())
        }
    }

    @Test("a response may arrive in pieces") func anAnswerMayComeInPieces() throws {
        let daemon = try FakeDaemon()
        let client = daemon.client()
        daemon.sayHalf("\r\n" + FakeDaemon.agreement + "\r\n{\"jsonrpc\":\"2.0\",")
        let id = try client.begin([Method.ping()])[0]
        #expect(try client.next(by: .now, of: Method.ping.any) == nil)
        daemon.sayHalf("\"id\":2,\"result\":{}}\n")
        #expect(
            try client.next(by: .after(.patience), of: Method.ping.any)?.answers(id)
                == true
        )
    }

    @Test(
        "garbage is reported as another protocol",
        arguments: ["HTTP/1.1 400 Bad Request", "[]", "{}", "{\"id\":", "\u{0}"]
    )
    func garbageIsAnotherProtocol(_ line: String) throws {
        for request in [roll, Method.ping()] {
            let daemon = try FakeDaemon()
            daemon.say(line)
            #expect(throws: ClientError.garbled("it sent \"\(line)\"")) {
                try daemon.client().call(request)
            }
        }
    }

    @Test("a result of another shape is reported as another protocol")
    func aResultOfAnotherShapeIsAnotherProtocol() throws {
        let daemon = try FakeDaemon()
        daemon.say(
            FakeDaemon.agreement,
            #"{"jsonrpc":"2.0","id":2,"result":{"version":7}}"#
        )
        let error = #expect(throws: ClientError.self) {
            try daemon.client().call(.status)
        }
        guard case .garbled = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
    }

    @Test("a silent daemon times out") func silenceEndsAtTheTimeout() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        #expect(throws: ClientError.timedOut(Method.status.any)) {
            try daemon.client(timeout: .zero).call(Method.status())
        }
        #expect(daemon.heard().count == 2)
    }

    @Test("a silent daemon is pinged before a roll is given up")
    func aSilentDaemonIsAskedForASignOfLifeBeforeARollIsGivenUp() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        #expect(throws: ClientError.timedOut(Method.roll.any)) {
            try daemon.client(timeout: .zero).call(roll)
        }
        let methods = daemon.heard().map { ServerLine(Array($0.utf8))?.kind }
        #expect(
            methods == [
                .notification("hello"), .notification("table.roll"),
                .notification("ping"),
            ]
        )
    }

    @Test("a request keeps waiting if the daemon answers on another connection")
    func aDaemonThatAnswersElsewhereIsWaitedFor() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        var asked = 0
        var others: [FakeDaemon] = []
        daemon.connection.another = { () throws(ClientError) in
            asked += 1
            // By the time the second connection is opened, the response has arrived.
            if asked == 2 {
                daemon.say(#"{"jsonrpc":"2.0","id":2,"result":{"tables":[]}}"#)
            }
            guard asked < 4, let other = try? FakeDaemon() else {
                throw .noDaemon(socket: "")
            }
            other.say(FakeDaemon.agreement, #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
            others.append(other)
            return other.connection
        }
        #expect(try daemon.client(timeout: .zero).call(.list).tables.isEmpty)
        #expect(asked == 2)
        #expect(throws: ClientError.timedOut(Method.list.any)) {
            try daemon.client(timeout: .zero).call(.list)
        }
    }

    @Test("a request waits while the service manager starts the daemon")
    func aDaemonThatItsServiceManagerIsStartingIsWaitedFor() throws {
        let daemon = try FakeDaemon()
        var asked = 0
        daemon.connection.isStarting = {
            asked += 1
            if asked == 2 {
                daemon.say(FakeDaemon.agreement)
            }
            if asked == 4 {
                daemon.say(#"{"jsonrpc":"2.0","id":2,"result":{"tables":[]}}"#)
            }
            return asked < 5
        }
        let client = daemon.client(timeout: .zero)
        try client.awaitAgreement()
        #expect(asked == 2)
        #expect(try client.call(.list).tables.isEmpty)
        #expect(asked == 4)
        #expect(throws: ClientError.timedOut(Method.list.any)) {
            try client.call(.list)
        }
    }

    @Test("notifications before the response reach the caller")
    func whatComesBeforeTheAnswerIsHeard() throws {
        let daemon = try FakeDaemon()
        let progress =
            #"{"jsonrpc":"2.0","method":"progress","params":{"id":2,"done":1,"total":2}}"#
        daemon.say(
            FakeDaemon.agreement,
            progress,
            progress,
            #"{"jsonrpc":"2.0","id":2,"result":{"tables":[]}}"#
        )
        var heard = 0
        let line = try daemon.client().call(Method.list()) { _ in
            heard += 1
            return true
        }
        #expect(heard == 2)
        #expect(line != nil)
        let other = try FakeDaemon()
        other.say(FakeDaemon.agreement, progress)
        #expect(try other.client().call(Method.list()) { _ in false } == nil)
    }

    @Test("any line from the daemon is a sign of life") func whateverTheDaemonSendsIsASignOfLife()
        throws
    {
        let start = Deadline.now
        var responseTimeout = ResponseTimeout(
            over: Method.roll.any,
            timeout: .seconds(10),
            at: start
        )
        #expect(
            try responseTimeout.expire(at: start + .seconds(10))?.method
                == Method.ping.any
        )
        #expect(responseTimeout.deadline == start + .seconds(20))
        #expect(throws: ClientError.timedOut(Method.roll.any)) {
            try responseTimeout.expire(at: start + .seconds(20))
        }
        responseTimeout.hear(at: start + .seconds(15))
        #expect(responseTimeout.deadline == start + .seconds(25))
        _ = try responseTimeout.expire(at: start + .seconds(25))
    }

    /// A slow line may take longer than the maximum silence of the daemon. A busy table sends other
    /// lines.
    @Test("a wait continues while more of a line arrives")
    func aLineIsWaitedForAsLongAsMoreOfItComes() throws {
        var now = Deadline.now
        var responseTimeout = ResponseTimeout(
            over: Method.list.any,
            timeout: .seconds(10),
            at: now
        )
        for bytes in [1, 2, 50_000] {
            now = now + .seconds(10)
            #expect(
                try responseTimeout.expire(
                    at: now,
                    Connection.Arrival(line: 3, bytes: bytes)
                )
                    == nil
            )
            #expect(responseTimeout.deadline == now + .seconds(10))
        }
        for stopped in [
            Connection.Arrival(line: 3, bytes: 50_000),
            Connection.Arrival(line: 4, bytes: 60_000),
        ] {
            var other = responseTimeout
            #expect(throws: ClientError.timedOut(Method.list.any)) {
                try other.expire(at: now, stopped)
            }
        }
    }

    @Test("a connection counts the bytes of the line that is arriving")
    func aConnectionCountsTheLineThatComes() throws {
        let daemon = try FakeDaemon()
        daemon.say(ping)
        daemon.sayHalf("12345")
        let connection = daemon.connection
        #expect(try connection.line(by: .now) != nil)
        #expect(try connection.line(by: .now) == nil)
        #expect(connection.arrival.line == 1)
        #expect(connection.arrival.bytes == 5)
    }

    /// Otherwise a busy table would keep a call waiting forever.
    @Test("only its own response prolongs the wait for a safe request")
    func nothingButTheAnswerProlongsAnotherWait() throws {
        let start = Deadline.now
        var responseTimeout = ResponseTimeout(
            over: Method.list.any,
            timeout: .seconds(10),
            at: start
        )
        responseTimeout.hear(at: start + .seconds(5))
        #expect(responseTimeout.deadline == start + .seconds(10))
        #expect(throws: ClientError.timedOut(Method.list.any)) {
            try responseTimeout.expire(at: start + .seconds(10))
        }
    }

    @Test("unrelated lines before the response are dropped")
    func whatComesBeforeTheAnswerIsDropped() throws {
        let daemon = try FakeDaemon()
        daemon.say(
            FakeDaemon.agreement,
            #"{"jsonrpc":"2.0","id":9,"result":{}}"#,
            #"{"jsonrpc":"2.0","method":"event"}"#,
            ping
        )
        #expect(try daemon.client().call(Method.ping()).bytes == Array(ping.utf8))
    }

    @Test("an error without an id belongs to the pending request") func anErrorWithoutIdIsOurs()
        throws
    {
        let daemon = try FakeDaemon()
        daemon.say(
            FakeDaemon.agreement,
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"long","data":{"reason":"lineTooLong"}}}"#
        )
        let error = #expect(throws: ClientError.self) { try daemon.client().call(roll) }
        #expect(error?.refusal?.data.reason == "lineTooLong")
    }

    @Test("several lines may arrive at once and keep their order")
    func severalLinesMayComeAtOnceAndStayInOrder() throws {
        let daemon = try FakeDaemon()
        let client = daemon.client()
        let ids = try client.begin([Method.ping(), Method.status(), Method.list()])
        #expect(daemon.heard().count == 4)
        let lines = [4, 2, 3].map { #"{"jsonrpc":"2.0","id":\#($0),"result":{}}"# }
        daemon.sayHalf(
            ([FakeDaemon.agreement] + lines).joined(separator: "\n\n")
                + "\n{\"jsonrpc\""
        )
        var order: [Int] = []
        while let line = try client.next(by: .now, of: Method.ping.any) {
            order.append(try #require(try ids.firstIndex { try line.answers($0) }))
        }
        #expect(order == [2, 0, 1])
        #expect(
            try client.next(by: .now, of: Method.ping.any) == nil,
            "the half line waits"
        )
    }

    @Test("a line may be 16 MiB long") func aLineMayBeSixteenMebibytesLong() throws {
        for (more, isTooLong) in [(0, false), (1, true)] {
            let daemon = try FakeDaemon()
            let client = daemon.client()
            let head = #"{"jsonrpc":"2.0","method":""#
            let text =
                head
                + String(repeating: "x", count: (16 << 20) - head.utf8.count - 2 + more)
                + "\"}"
            daemon.sayFromAThread(text + "\n")
            do {
                let line = try client.connection.line(by: .after(.patience))
                #expect(!isTooLong)
                #expect(line?.count == 16 << 20)
            } catch {
                #expect(isTooLong)
                #expect(error == .lineTooLong)
            }
        }
    }

    @Test("a line that is too long is reported as another protocol")
    func aLineThatIsTooLongIsAnotherProtocol() throws {
        let daemon = try FakeDaemon()
        daemon.sayFromAThread(String(repeating: "x", count: (16 << 20) + 2))
        let error = #expect(throws: ClientError.self) { try daemon.client().call(roll) }
        guard case .garbled = error else {
            return #expect(Bool(false), "\(String(describing: error))")
        }
    }

    @Test("a batch with a changing request waits until hello is accepted")
    func requestsOfWhichOneChangesSomethingWaitForTheAgreement() throws {
        let daemon = try FakeDaemon()
        let client = daemon.client(timeout: .zero)
        #expect(throws: ClientError.timedOut(Method.hello.any)) {
            try client.begin([Method.watch(WatchParams(table: .default)), roll])
        }
        #expect(daemon.heard().count == 1)
        daemon.say(FakeDaemon.agreement)
        let ids = try client.begin([Method.watch(WatchParams(table: .default)), roll])
        #expect(ids == [.integer(2), .integer(3)])
        #expect(daemon.heard().map { $0.contains("table.roll") } == [false, true])
    }

    @Test("a request that cannot be sent is reported as lost") func aRequestThatCannotBeSentIsLost()
        throws
    {
        let daemon = try FakeDaemon()
        let client = daemon.client()
        daemon.say(FakeDaemon.agreement)
        try client.awaitAgreement()
        daemon.goAway()
        #expect(throws: ClientError.lost(Method.roll.any)) { try client.begin([roll]) }
    }

    @Test("lines from the daemon are read while a long request is sent")
    func whatTheDaemonSaysFirstIsTakenInWhileMuchIsSent() throws {
        let daemon = try FakeDaemon()
        let news = String(
            repeating: #"{"jsonrpc":"2.0","method":"weather"}"# + "\n",
            count: 50_000
        )
        let bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: 2_000_000)
        daemon.sayFromAThread(news, thenReading: bytes.count)
        try daemon.connection.send(bytes)
        for _ in 1...50_000 {
            #expect(try daemon.connection.line(by: .after(.patience)) != nil)
        }
    }

    @Test("later calls do not send hello again") func secondCallsSayNoHello() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement, ping, #"{"jsonrpc":"2.0","id":3,"result":{}}"#)
        let client = daemon.client()
        _ = try client.call(Method.ping())
        _ = try client.call(Method.ping())
        #expect(daemon.heard().filter { $0.contains("hello") }.count == 1)
    }
}

extension ClientError {
    fileprivate var refusal: WireError? {
        if case .refused(let error) = self {
            error
        } else {
            nil
        }
    }
}
