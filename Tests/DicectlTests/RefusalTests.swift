import DiceClient
import DiceModel
import DiceNotation
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
            let limits = [ExceededLimit.tables, .savedRolls, .savedRollsSize, .inFlight, .statistics]
            let errors =
                Self.told.contains(code)
                ? limits.filter { _ in code == .limitExceeded }.map { WireError.limit($0, 1_000, Self.foreign) }
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
                == "the table has no die 6; dicectl table show shows those it has; a die of 6 sides has a d: dicectl roll d6"
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
        for (name, word) in [("bo b", " 'bo b'"), ("o'neil", #" 'o'\''neil'"#), ("-x", "=-x"), ("zoë", " 'zoë'")] {
            #expect(RefusalText(WireError(.notYourTurn, "", up: name)).text.hasSuffix("dicectl roll --as\(word)"))
        }
        #expect(RefusalText(WireError(.notYourTurn, "")).text.hasPrefix("it is another player's turn"))
    }

    /// Their table, dice, name, values and options.
    @Test(
        arguments: [
            (.notYourTurn, ["lock", "1", "5"], "if you are ann: dicectl lock 1 5 --as ann"),
            (
                .notYourTurn, ["-t", "home", "lock", "1", "--as", "bo"],
                "if you are ann: dicectl -t home lock 1 --as ann"
            ),
            (
                .notYourTurn, ["roll", "-H", "box", "--shared", "--as=bo", "2", "--socket=/s", "--json", "--", "home"],
                "if you are ann: dicectl roll 2 --json --as ann -- home"
            ),
            (.noRollsLeft, ["roll", "home", "--as", "o'neil"], #"end it: dicectl end-turn --as 'o'\''neil' -t home"#),
            (.nothingRolled, ["lock", "2", "--as=-x"], "roll first: dicectl roll --as=-x -t home"),
        ] as [(ErrorCode, [String], String)])
    func theirOwnWordsComeBack(_ code: ErrorCode, _ words: [String], _ help: String) throws {
        let home = try #require(TableName("home"))
        let text = RefusalText(WireError(code, "", up: "ann"), table: home, command: "roll", typed: TypedWords(words))
        #expect(text.help == help)
    }

    @Test(
        arguments: [
            (["roll", "hom", "3"], "hom", "; did you mean \"home\"? dicectl roll home 3"),
            (["roll", "2W6", "--plain"], "2W6", "; did you mean \"2d6\"? dicectl roll 2d6 --plain"),
            (["end-turn", "turn"], "turn", "; did you mean \"end-turn\"? dicectl end-turn"),
            (
                ["roll", "attack", "3"], "attack",
                "; the saved roll of that name has no dice to choose from; dicectl roll attack rolls it, dicectl saved shows what it takes"
            ),
            (
                ["roll", "1d20+6", "dex", "save", "--as", "bo"], "dex",
                "; to say what the dice are for: dicectl roll 1d20+6 --label 'dex save' --as bo"
            ),
        ])
    func aMissingTableInTheirWords(_ words: [String], _ table: String, _ text: String) throws {
        let missing = RefusalText(
            missing: try #require(TableName(table)), among: ["home"], rolls: ["attack"], command: words[0],
            typed: TypedWords(words))
        #expect(missing.text == "there is no table \"\(table)\"\(text)")
    }

    /// What the daemon says, and what a person reads.
    private static let limits: [(ExceededLimit, command: String, told: String, read: String)] = [
        (
            .tables, "new", "no",
            "no more than 1000 tables can be there; dicectl list shows them, dicectl table rm NAME removes one"
        ),
        (
            .savedRolls, "save", "no",
            "1000 rolls are saved already; dicectl saved shows them, dicectl unsave NAME forgets one"
        ),
        (
            .savedRollsSize, "save", "no",
            "the saved rolls take up their room; dicectl saved shows them, dicectl unsave NAME forgets one"
        ),
        (
            .inFlight, "roll", "no",
            "no more than 1000 dice roll at the same time; try again in a second, or without motion: dicectl roll 9d6 --motion none"
        ),
        (
            .statistics, "stats", "no",
            "the faces of so many dice and players are too much for one answer; ask for one size of die (--sides), for one player (--by), or for both"
        ),
        (.throwsInFlight, "roll", "no more; try again in a second", "no more; try again in a second"),
        (.storage, "roll", "too much; try again in 20 milliseconds", "too much; try again in 20 milliseconds"),
        (.contributors, "contribute", "16 add to it; wait", "16 add to it; wait"),
        (.connections, "status", "ann has 64; close one first", "ann has 64; close one first"),
        (.values, "set", "at most 5 rolls", "at most 5 rolls"), (.batch, "roll", "send several", "send several"),
        (.replies, "roll", "send the rest later", "send the rest later"), (.link, "web", "name fewer", "name fewer"),
    ]

    @Test func eachLimitIsToldByItsWord() {
        for (limit, command, told, read) in Self.limits {
            let text = RefusalText(.limit(limit, 1_000, told), command: command, typed: TypedWords(["roll", "9d6"]))
                .text
            #expect(text == read, "\(limit)")
        }
        for limit in Set(ExceededLimit.allCases).subtracting(Self.limits.map(\.0)) {
            // A thousand of anything is no reason to forget saved rolls.
            var error = WireError(NotationError("no more", at: 0..<4, expected: [], reason: .limit(.dice, 1_000)))
            error.data.of = limit.rawValue
            #expect(RefusalText(error).text == "no more; man dice-notation tells the limits", "\(limit)")
            #expect(
                RefusalText(.limit(limit, 1_000, "a table has 1 to 1000 dice")).text == "a table has 1 to 1000 dice")
        }
        #expect(NotationLimit.allCases.allSatisfy { ExceededLimit(rawValue: $0.rawValue) != nil })
        var unknown = WireError.limit(.tables, 5, "no more moons")
        unknown.data.of = "moons"
        #expect(RefusalText(unknown).text.hasPrefix("no more moons; dicectl status"))
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
