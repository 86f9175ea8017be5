import DiceClient
import DiceModel
import DiceWire
import Testing

@testable import dicectl

/// What is said of the daemon's errors: commands of dicectl, and nothing of the protocol.
struct RefusalTests {
    /// A sentence for any client, with all that a person is not to see.
    private static let foreign =
        (MethodTable.daemon.methods.map(\.name) + ["roll with restart", "delete it", "unlock them", "\"param\""])
        .joined(
            separator: ", ")

    /// Words of the protocol. Some of its methods are words of the language, too, but for the dot.
    private static let hidden =
        MethodTable.daemon.methods.map(\.name).filter { $0.contains(".") } + ["restart", "param", "delete"]

    /// Those whose cause only the daemon's sentence tells.
    private static let told = [
        ErrorCode.internalError, .storageFailed, .limitExceeded, .badExpression, .notAllowed, .revealMismatch,
    ]

    @Test(arguments: ErrorCode.allCases, [nil, [2], [1, 3], Array(1...1_000)] as [[Int]?])
    func noErrorNamesTheProtocol(_ code: ErrorCode, _ dice: [Int]?) throws {
        let home = try #require(TableName("home"))
        for table in [TableName.default, home] {
            let limits = [Limits.tables, Limits.diceInFlight]
            let errors =
                Self.told.contains(code)
                ? limits.filter { _ in code == .limitExceeded }.map { WireError(code, Self.foreign, limit: $0) }
                : [WireError(code, Self.foreign, dice: dice)]
            for error in errors {
                let text = RefusalText(error, table: table).text
                for word in Self.hidden { #expect(!text.contains(word), "\(text)") }
                #expect(text.count < 200, "\(text)")
            }
        }
        if Self.told.contains(code) { #expect(RefusalText(WireError(code, "full")).text.hasPrefix("full; ")) }
    }

    @Test(
        arguments: [
            .noDaemon(socket: "/s"), .unreachable("x"), .garbled("x"),
        ] + MethodTable.daemon.methods.flatMap { [.lost($0), .timedOut($0)] } as [ClientError])
    func noFailureNamesTheProtocol(_ error: ClientError) throws {
        let text = try #require(CommandError.client(error).message())
        for word in Self.hidden { #expect(!text.contains(word), "\(text)") }
    }

    @Test func oneDieIsOne() {
        func text(_ code: ErrorCode, _ dice: Int...) -> String { RefusalText(WireError(code, "", dice: dice)).text }
        #expect(text(.dieLocked, 2) == "die 2 is locked; unlock it (dicectl unlock 2), or roll without it")
        #expect(
            text(.dieLocked, 1, 3) == "dice 1 and 3 are locked; unlock them (dicectl unlock 1 3), or roll without them")
        #expect(text(.dieAnimating, 4).hasPrefix("die 4 is still rolling; try again when it has settled"))
        #expect(
            text(.noSuchDie, 6)
                == "the table has no die 6; dicectl table show shows those it has; other dice have a d: dicectl roll 1d20"
        )
    }

    @Test func aMissingTableIsLikeAnother() throws {
        let help = "dicectl table list shows all, dicectl table new hom 5d6 makes it"
        let hom = try #require(TableName("hom"))
        #expect(
            RefusalText(missing: hom, among: ["away", "home"]).text
                == "there is no table \"hom\"; did you mean \"home\"? \(help)")
        #expect(RefusalText(missing: hom, among: ["away"]).text == "there is no table \"hom\"; \(help)")
    }

    @Test(
        arguments: [
            ("advantage", "roll", "adv"), ("2W6", "roll", "2d6"), ("disadvantag", "roll", "dis"),
            ("W20", "roll", "d20"),
            ("atack", "roll", "attack"), ("turn", "end-turn", "end-turn"), ("hom", "lock", "home"),
            ("2w6", "lock", nil),
        ] as [(String, String, String?)])
    func aWordThatIsNearlyAnother(_ word: String, _ command: String, _ meant: String?) throws {
        let table = try #require(TableName(word))
        let text = RefusalText(missing: table, among: ["home"], rolls: ["attack"], command: command).text
        #expect(text.contains("did you mean") == (meant != nil))
        if let meant { #expect(text.contains("did you mean \"\(meant)\"?")) }
        #expect(text.contains("table new") == (meant == "home"), "a word that is nearly something else is no table")
    }

    @Test func aMissingTableWithTheNameOfAGameIsMadeWithIt() throws {
        let farkle = try #require(TableName("farkle"))
        #expect(
            RefusalText(missing: farkle, among: []).text
                == "there is no table \"farkle\"; to play that game there: dicectl table new farkle --game farkle --players ann,bo"
        )
    }

    @Test func whoIsUpSaysSo() throws {
        let home = try #require(TableName("home"))
        let error = WireError(.notYourTurn, "", up: "bo")
        #expect(RefusalText(error).text == "it is bo's turn; if you are bo: dicectl roll --as bo")
        #expect(
            RefusalText(error, table: home, command: "end-turn").help
                == "if you are bo: dicectl end-turn --as bo -t home")
        for (name, word) in [("bo b", "'bo b'"), ("o'neil", #"'o'\''neil'"#), ("-x", "'-x'"), ("zoë", "'zoë'")] {
            #expect(RefusalText(WireError(.notYourTurn, "", up: name)).text.hasSuffix("dicectl roll --as \(word)"))
        }
        #expect(RefusalText(WireError(.notYourTurn, "")).text.hasPrefix("it is another player's turn"))
    }

    @Test func aTurnIsEndedFirst() {
        #expect(
            RefusalText(WireError(.noRollsLeft, "", limit: 3)).text
                == "the turn has had its 3 rolls; end it: dicectl end-turn")
        #expect(RefusalText(WireError(.noRollsLeft, "", limit: 1)).what == "the turn has had its roll")
        #expect(
            RefusalText(WireError(.turnOpen, "")).text
                == "the turn is open, and dice, pace and game change only before its first roll; end it first: dicectl end-turn"
        )
    }

    @Test func theCommandsNameTheTable() throws {
        let night = try #require(TableName("night"))
        #expect(RefusalText(WireError(.nothingRolled, ""), table: night).help == "roll first: dicectl roll -t night")
        #expect(RefusalText(WireError(.nothingRolled, "")).help == "roll first: dicectl roll")
    }
}
