import DiceModel
import DiceTestSupport
import FoundationEssentials
import Testing

@testable import DiceWire

@Suite("Written messages")
struct EncodingTests {
    @Test("the members of a response are in the documented order")
    func order() {
        let reply = Reply(id: .string("a"), result: .failure(WireError(.shuttingDown)))
        #expect(
            String(decoding: reply.jsonBytes(), as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":"a","error":{"code":11,"message":"the daemon is stopping; connect again once it is back","data":{"reason":"shuttingDown","cause":"shuttingDown","values":{}}}}"#
        )
    }

    @Test("every character survives the wire and never ends a message's line")
    func characters() throws {
        for scalar in (0..<0x300 as Range<UInt32>).compactMap({ Unicode.Scalar($0) })
            + [
                "\u{2028}", "\u{FFFF}", "🎲",
            ]
        {
            let text = "a\(scalar)b"
            let written = text.jsonBytes()
            #expect(written.allSatisfy { $0 >= 0x20 })
            #expect(try JSONParser.parse(written) == .string(text))
            #expect(try JSONDecoder().decode(String.self, from: Data(written)) == text)
        }
        #expect(
            String(decoding: "\u{1F}\u{7F}/".jsonBytes(), as: UTF8.self)
                == "\"\\u001f\u{7F}/\""
        )
    }

    @Test("codes and reasons match the protocol")
    func codes() {
        let codes: [(Int, String)] = [
            (-32_700, "parseError"),
            (-32_600, "invalidRequest"),
            (-32_601, "methodNotFound"),
            (-32_602, "invalidParams"),
            (-32_603, "internalError"),
            (1, "tableNotFound"),
            (2, "tableExists"),
            (3, "busy"),
            (4, "dieAnimating"),
            (5, "allLocked"),
            (6, "nothingRolled"),
            (7, "noSuchDie"),
            (8, "limitExceeded"),
            (9, "dieLocked"),
            (10, "unsupportedProtocol"),
            (11, "shuttingDown"),
            (12, "storageFailed"),
            (13, "badExpression"),
            (14, "notAllowed"),
            (15, "notYourTurn"),
            (16, "noRollsLeft"),
            (17, "turnOpen"),
            (18, "revealMismatch"),
            (19, "gameOpen"),
            (20, "gameOver"),
            (21, "boxNeeded"),
            (22, "boxTaken"),
            (23, "noSuchBox"),
            (24, "boxNotAllowed"),
            (25, "noScore"),
            (26, "badGame"),
            (27, "commitmentChanged"),
            (28, "rollAllFirst"),
            (29, "nothingToCorrect"),
            (30, "wrongFaces"),
            (31, "noGame"),
        ]
        #expect(ErrorCode.allCases.map(\.rawValue) == codes.map(\.0))
        #expect(ErrorCode.allCases.map(\.reason) == codes.map(\.1))
        #expect(WireError.lineTooLong.known == .invalidRequest)
        #expect(WireError.lineTooLong.data.reason == "lineTooLong")
        #expect(WireError.lineTooLong.data.limit == 65_536)
    }

    @Test("methods that change something are not safe to repeat")
    func repeating() {
        let safe = MethodTable.daemon.methods.filter(\.isSafeToRepeat).map(\.name)
        #expect(
            safe == [
                "hello", "ping", "rpc.discover", "session.confine", "server.status",
                "server.metrics",
                "server.watch", "server.unwatch", "table.list", "table.get",
                "table.game", "table.matches", "table.history",
                "table.stats", "table.watch", "table.unwatch", "roll.list",
            ]
        )
    }

    @Test("an error of a newer daemon is read, with or without data")
    func newerError() throws {
        let error = try WireError(
            json: JSONParser.parse(Array(#"{"code":99,"message":"m"}"#.utf8))
        )
        #expect(error.known == nil)
        #expect(error.code == 99)
        #expect(error.message == "m")
        #expect(error.data.reason == "code99")
    }

    @Test("a cause determines the code and the reason", arguments: Cause.allCases)
    func reasons(_ cause: Cause) throws {
        let error = WireError(example: cause)
        #expect(error.known == cause.code)
        #expect(error.data.reason == cause.reason)
        #expect(error.cause == cause)
        #expect(try WireError(json: JSONParser.parse(error.jsonBytes())) == error)
    }

    @Test("the result of a response is passed on unchanged")
    func rawResult() throws {
        let result = #"{"result":{"a":[1,"}]\"",{"result":2}]},"by":"x,y"}"#
        let line = try #require(
            ServerLine(Array(#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#.utf8))
        )
        #expect(line.resultBytes.map { String(decoding: $0, as: UTF8.self) } == result)
        #expect(
            ServerLine(Array(#"{"jsonrpc":"2.0","id":1}"#.utf8))?.resultBytes == nil
        )
    }

    @Test(
        "invalid messages are classified",
        arguments: [
            "", "{}", "[]", "x", #"{"id":1"#, #"{"id":[],"result":1}"#,
            #"{"id":1,"error":5}"#,
        ]
    )
    func garbage(_ text: String) {
        #expect(ServerLine(Array(text.utf8)) == nil)
    }

    @Test(
        "numbers are written in full",
        arguments: [
            (0, "0"),
            (-7, "-7"),
            (9, "9"),
            (10, "10"),
            (99, "99"),
            (100, "100"),
            (-1_000, "-1000"),
            (Int.max, "9223372036854775807"),
            (Int.min, "-9223372036854775808"),
        ]
    )
    func integers(number: Int, text: String) {
        #expect(String(decoding: number.jsonBytes(), as: UTF8.self) == text)
    }
}
