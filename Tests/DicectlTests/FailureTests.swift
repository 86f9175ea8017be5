import ArgumentParser
import DiceClient
import DiceModel
import DiceWire
import Testing

@testable import DiceFollowing
@testable import dicectl

struct FailureTests {
    @Test(
        "every failure has its exit status",
        arguments: [
            (.client(.garbled("x")), 76),
            (.client(.noDaemon(socket: "/s")), 69),
            (.client(.unreachable("x")), 69),
            (.client(.lost(Method.roll.any)), 69),
            (.client(.timedOut(Method.roll.any)), 69),
            (.interrupted, 130),
            (.outputClosed, 0),
            (.outputFailed("x"), 1),
            (.declined("x"), 1),
        ] as [(CommandError, Int32)]
    )
    func everyFailureHasItsStatus(_ failure: CommandError, _ status: Int32) {
        #expect(failure.status == status)
    }

    @Test("every refusal has its exit status and reason", arguments: Cause.allCases)
    func everyRefusalHasItsStatusAndItsReason(_ cause: Cause) {
        let error = WireError(example: cause)
        let failure = CommandError.client(.refused(error))
        switch cause.code {
        case .busy, .dieAnimating: #expect(failure.status == 75)
        case .unsupportedProtocol: #expect(failure.status == 76)
        case .badExpression: #expect(failure.status == 64)
        default: #expect(failure.status == 1)
        }
        let words = failure.message() ?? ""
        #expect(
            failure.message(in: CommandContext(verbose: true))
                == "\(words) (\(error.data.reason))"
        )
    }

    @Test("a refusal shows its message and reason") func aRefusalShowsMessageAndReason() {
        let full = WireError(.storeFailed, ["problem": "the disk is full"])
        let message = CommandError.client(.refused(full)).message()
        #expect(message?.contains("the disk is full; ") == true)
    }

    @Test(
        "a failure is written as JSON",
        arguments: [
            (.declined("x"), #"{"code":0,"message":"x","data":{"reason":"declined"}}"#),
            (
                .outputFailed("x"),
                #"{"code":0,"message":"cannot write the result: x","data":{"reason":"outputFailed"}}"#
            ),
            (
                .client(.unreachable("x")),
                #"{"code":69,"message":"x","data":{"reason":"unreachable"}}"#
            ),
            (
                .client(.refused(WireError(.gameOver))),
                #"{"code":20,"message":"the match is over; begin the next one","data":{"reason":"gameOver","cause":"gameOver","values":{}}}"#
            ),
            (.interrupted, nil),
            (.terminated(15), nil),
            (.outputClosed, nil),
        ] as [(CommandError, String?)]
    )
    func aFailureAsJSON(_ failure: CommandError, _ line: String?) {
        #expect(
            ErrorLine.object(failure).map {
                String(decoding: $0.jsonBytes(), as: UTF8.self)
            }
                == line
        )
    }

    /// No error code of dicectl equals one of the daemon's.
    @Test(
        "errors of the command itself have codes that the daemon does not use",
        arguments: [
            .declined("x"), .outputFailed("x"), .client(.garbled("x")),
            .client(.lost(Method.roll.any)),
        ]
            as [CommandError]
    )
    func ownCodes(_ failure: CommandError) throws {
        let error = try #require(ErrorLine.object(failure))
        #expect(error.known == nil)
        #expect(!ErrorCode.allCases.map(\.reason).contains(error.data.reason))
    }

    @Test("a lost change is reported as having an unknown outcome")
    func aLostChangeSaysThatItsFateIsUnknown() {
        #expect(
            CommandError.client(.lost(Method.roll.any)).message()?.contains(
                "dicectl history"
            )
                == true
        )
        #expect(
            CommandError.client(.lost(Method.status.any)).message()?.contains(
                "nothing was changed"
            )
                == true
        )
    }

    @Test(
        "wrong arguments are usage errors",
        arguments: [
            ["roll", "0"],
            ["roll", "-1"],
            ["roll", "--as", ""],
            ["roll", "--as", "a\u{7}"],
            ["roll", "--table", "../x"],
            ["lock"],
            ["toggle", "a"],
            ["lock", "a", "b", "1"],
            ["history", "--limit", "0"],
            ["history", "--limit", "1001"],
            ["history", "--before", "0"],
            ["table", "new"],
            ["table", "new", "fate"],
            ["table", "new", "a/b", "4d6"],
            ["table", "rm", "--yes"],
            ["table", "show", "a", "--table", "b"],
            ["end-turn", "a", "--table", "b"],
            ["roll", "1", "a", "-t", "b"],
            ["roll", "3d6", "2"],
            ["roll", "--blind", "d6"],
            ["roll", "--secret", "--blind", "--to", "a", "d6"],
            ["roll", "--secret"],
            ["roll", "--secret", "3"],
            ["roll", "--secret", "t", "3", "b=1"],
            ["roll", "--to", "a\u{7}", "d6"],
            ["roll", "d6"] + (1...16).flatMap { ["--to", "n\($0)"] }, ["show"],
            ["show", "0"],
            ["verify", "--as", "a", "f"],
            ["roll", "--times", "2"],
            ["roll", "d6", "--times", "0"],
            ["roll", "d6", "--restart"],
            ["explain"],
            ["settle", "--throw", "0"],
            ["history", "--kind", "dice"],
            ["lock", "1-"],
            ["lock", "all", "1"],
            ["status", "--table", "x"],
            ["table", "list", "-t", "x"],
            ["backup", "f", "-t", "x"],
            ["history", "--all", "-t", "a"],
            ["history", "--since", "tomorrow"],
            ["history", "--json", "--csv"],
            ["history", "--json", "--totals"],
            ["history", "--since", "2026-11-14", "--until", "2026-11-14"],
            ["save"],
            ["save", "attack"],
            ["save", "attack", "d6", "--force"],
            ["save", "--system", "genesis"],
            ["save", "loot", "d6", "--from", "x"],
            ["save", "loot", "d6", "--dice", "d6"],
            ["roll", "--check"],
            ["save", "1a", "d6"],
            ["save", "a.b", "d6"],
            ["save", "all", "d6"],
            ["unsave"],
            ["unsave", ""],
            ["unsave", "a", "b c"],
            ["saved", "a"],
            ["saved", "-t", "x"],
            ["stats", "--by", ""],
            ["stats", "--sides", "1"],
            ["stats", "--sides", "2d6"],
            ["stats", "--sides", "1001"],
            ["stats", "a", "-t", "b"],
            ["history", "--by", ""],
            ["export", "a", "--all"],
            ["table", "set"],
            ["table", "set", "a"],
            ["table", "set", "--rolls", "0"],
            ["table", "set", "--rolls", "1001"],
            ["table", "set", "--rolls", "few"],
            ["table", "set", "--players", "ann,ann"],
            ["table", "set", "--players", "ann,"],
            ["table", "set", "--players", ""],
            ["table", "set", "--dice", "0d6"],
            ["table", "set", "--dice", ""],
            ["table", "new", "a", "d6", "--rolls", "-1"],
            ["table", "set", "--pace", "0.24"],
            ["table", "set", "--pace", "4.01"],
            ["table", "new", "a", "d6", "--pace", "nan"],
            ["table", "set", "--pace", "fast"],
            ["status", "--socket", ""],
            ["nonsense"],
            ["roll", "--nonsense"],
        ]
    )
    func wrongArgumentsAreUsageErrors(_ arguments: [String]) {
        // The words are parsed by the command itself, which does not depend on the other commands.
        let command = Dicectl.configuration.groupedSubcommands.flatMap(\.subcommands)
            .first { $0.configuration.commandName == arguments[0] }
        let words = Array(arguments.dropFirst(command == nil ? 0 : 1))
        let error = #expect(throws: (any Error).self) {
            try (command ?? Dicectl.self).parseAsRoot(words)
        }
        guard let error else { return }
        #expect((command ?? Dicectl.self).exitCode(for: error).rawValue == 64)
    }

    @Test(
        "a table is named by an argument or an option",
        arguments: [
            (["table", "show", "--table", "fate"], "fate"),
            (["table", "show", "fate"], "fate"),
            (["table", "show"], nil),
            (["end-turn", "fate"], "fate"),
            (["history", "-t", "fate"], "fate"),
            (["settle", "fate"], "fate"),
            (["play", "fate", "--table", "fate"], "fate"),
            (["roll", "fate"], "fate"),
            (["lock", "fate", "1"], "fate"),
            (["unlock", "-t", "fate"], "fate"),
            (["watch", "fate"], "fate"),
            (["toggle", "2", "fate"], "fate"),
            (["keep", "fate"], "fate"),
            (["keep", "2", "-t", "fate"], "fate"),
            (["end-turn", "3d6"], "3d6"),
            (["roll", "-t", "3d6"], "3d6"),
            (["roll", "-t", "7"], "7"),
        ] as [([String], String?)]
    )
    func aTableIsNamedByArgumentOrOption(_ arguments: [String], _ table: String?) throws {
        let command = try #require(
            try Dicectl.parseAsRoot(arguments) as? any DaemonCommand
        )
        #expect(command.context.tables.map(\.description) == [table].compactMap(\.self))
    }
}
