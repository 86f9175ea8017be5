import ArgumentParser
import DiceClient
import DiceModel
import DiceWire
import Testing

@testable import dicectl

struct FailureTests {
    @Test(
        arguments: [
            (.client(.refused(WireError(.busy, "x"))), 75),
            (.client(.refused(WireError(.unsupportedProtocol, "x"))), 76),
            (.client(.refused(WireError(.tableNotFound, "x"))), 1),
            (.client(.refused(WireError(.internalError, "x"))), 1),
            (.client(.garbled("x")), 76),
            (.client(.noDaemon(socket: "/s")), 69),
            (.client(.unreachable("x")), 69),
            (.client(.lost(.roll)), 69),
            (.client(.timedOut(.roll)), 69),
            (.interrupted, 130),
            (.outputClosed, 0),
            (.outputFailed("x"), 1),
            (.declined("x"), 1),
        ] as [(Failure, Int32)])
    func everyFailureHasItsStatus(_ failure: Failure, _ status: Int32) {
        #expect(failure.status == status)
    }

    @Test func aRefusalShowsMessageAndReason() {
        #expect(Failure.client(.refused(WireError(.busy, "dice fly"))).message == "dice fly (busy)")
    }

    @Test func aLostChangeSaysThatItsFateIsUnknown() {
        #expect(Failure.client(.lost(.roll)).message?.contains("dicectl history") == true)
        #expect(Failure.client(.lost(.status)).message?.contains("nothing was changed") == true)
    }

    @Test(
        arguments: [
            ["roll", "x"], ["roll", "0"], ["roll", "-1"], ["roll", "--as", ""], ["roll", "--as", "a\u{7}"],
            ["roll", "--table", "../x"], ["lock"], ["unlock"], ["toggle", "a"], ["history", "--limit", "0"],
            ["history", "--limit", "1001"], ["history", "--before", "0"], ["table", "new"], ["table", "new", "fate"],
            ["table", "new", "a/b", "4d6"], ["table", "rm", "--yes"], ["table", "show", "a", "--table", "b"],
            ["status", "--socket", ""], ["nonsense"], ["roll", "--nonsense"],
        ])
    func wrongArgumentsAreUsageErrors(_ arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try Dicectl.parseAsRoot(arguments) }
        guard let error else { return }
        #expect(Dicectl.exitCode(for: error).rawValue == 64)
    }

    @Test func aTableIsNamedByArgumentOrOption() throws {
        let byOption = try #require(try Dicectl.parseAsRoot(["table", "show", "--table", "fate"]) as? TableShow)
        #expect(try byOption.session.table(named: byOption.name).description == "fate")
        let neither = try #require(try Dicectl.parseAsRoot(["table", "show"]) as? TableShow)
        #expect(try neither.session.table(named: neither.name) == .default)
    }
}
