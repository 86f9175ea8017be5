import DiceModel
import DiceWire
import Testing

@testable import DiceClient

struct ClientTests {
    private let roll = Request.roll(RollParams(table: .default, by: "ann"))
    private let ping = #"{"jsonrpc":"2.0","id":2,"result":{}}"#

    @Test func aSafeRequestGoesOutTogetherWithHello() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement, ping)
        _ = try daemon.client().call(.ping)
        let heard = daemon.heard()
        #expect(heard.count == 2)
        #expect(heard[0].contains(#""method":"hello""#) && heard[1].contains(#""method":"ping""#))
    }

    @Test func aChangingRequestWaitsForTheDaemonsAgreement() throws {
        let daemon = try FakeDaemon()
        daemon.say(
            #"{"jsonrpc":"2.0","id":1,"error":{"code":10,"message":"no","data":{"reason":"unsupportedProtocol"}}}"#)
        let error = #expect(throws: ClientError.self) { try daemon.client().call(roll) }
        guard case .refused(let refusal) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(refusal.known == .unsupportedProtocol)
        #expect(daemon.heard().count == 1)
    }

    @Test(arguments: [Request.ping, .status, .list, .watch(TableParams(table: .default))])
    func aSafeRequestToAnotherProtocolIsRefused(_ request: Request) throws {
        let daemon = try FakeDaemon()
        daemon.say(
            #"{"jsonrpc":"2.0","id":1,"error":{"code":10,"message":"no","data":{"reason":"unsupportedProtocol"}}}"#,
            #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
        let error = #expect(throws: ClientError.self) { try daemon.client().call(request) }
        #expect(error?.refusal?.known == .unsupportedProtocol)
    }

    @Test func aChangingRequestIsNeverSentTwice() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        daemon.hangUp()
        #expect(throws: ClientError.lost(.roll)) { try daemon.client().call(roll) }
        #expect(daemon.heard().filter { $0.contains("table.roll") }.count == 1)
    }

    @Test func nothingWasAskedWhenTheConnectionEndsAtHello() throws {
        let daemon = try FakeDaemon()
        daemon.hangUp()
        #expect(throws: ClientError.lost(.hello)) { try daemon.client().call(roll) }
        #expect(daemon.heard().allSatisfy { !$0.contains("table.roll") })
    }

    @Test func aHalfSentAnswerIsNoAnswer() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        daemon.sayHalf(#"{"jsonrpc":"2.0","id":2,"result":{}}"#)
        daemon.hangUp()
        #expect(throws: ClientError.lost(.ping)) { try daemon.client().call(.ping) }
    }

    @Test func anAnswerMayComeInPieces() throws {
        let daemon = try FakeDaemon()
        let client = daemon.client()
        daemon.sayHalf("\r\n" + FakeDaemon.agreement + "\r\n{\"jsonrpc\":\"2.0\",")
        let id = try client.begin([.ping])[0]
        #expect(try client.next(by: .now, of: .ping) == nil)
        daemon.sayHalf("\"id\":2,\"result\":{}}\n")
        #expect(try client.next(by: .after(.seconds(5)), of: .ping)?.answers(id) == true)
    }

    @Test(arguments: ["HTTP/1.1 400 Bad Request", "[]", "{}", "{\"id\":", "\u{0}"])
    func garbageIsAnotherProtocol(_ line: String) throws {
        let daemon = try FakeDaemon()
        daemon.say(line)
        let error = #expect(throws: ClientError.self) { try daemon.client().call(roll) }
        guard case .garbled = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func aResultOfAnotherShapeIsAnotherProtocol() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement, #"{"jsonrpc":"2.0","id":2,"result":{"version":7}}"#)
        let error = #expect(throws: ClientError.self) {
            try daemon.client().call(.status, as: StatusResult.self)
        }
        guard case .garbled = error else { return #expect(Bool(false), "\(String(describing: error))") }
    }

    @Test func silenceEndsAtTheTimeout() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement)
        #expect(throws: ClientError.timedOut(.roll)) { try daemon.client(timeout: .milliseconds(20)).call(roll) }
        #expect(daemon.heard().count == 2)
    }

    @Test func notificationsBeforeTheAnswerAreHandedOn() throws {
        let daemon = try FakeDaemon()
        daemon.say(
            FakeDaemon.agreement,
            #"{"jsonrpc":"2.0","method":"event","params":{"table":"default","revision":2,"event":"tableDeleted"}}"#,
            ping)
        var received: [ServerLine] = []
        _ = try daemon.client().call(.ping) { received.append($0) }
        #expect(received.map(\.kind) == [.notification("event")])
    }

    @Test func anErrorWithoutIdIsOurs() throws {
        let daemon = try FakeDaemon()
        daemon.say(
            FakeDaemon.agreement,
            #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"long","data":{"reason":"lineTooLong"}}}"#)
        let error = #expect(throws: ClientError.self) { try daemon.client().call(roll) }
        #expect(error?.refusal?.data.reason == "lineTooLong")
    }

    @Test func secondCallsSayNoHello() throws {
        let daemon = try FakeDaemon()
        daemon.say(FakeDaemon.agreement, ping, #"{"jsonrpc":"2.0","id":3,"result":{}}"#)
        let client = daemon.client()
        _ = try client.call(.ping)
        _ = try client.call(.ping)
        #expect(daemon.heard().filter { $0.contains("hello") }.count == 1)
    }
}

extension ClientError {
    fileprivate var refusal: WireError? {
        if case .refused(let error) = self { error } else { nil }
    }
}
