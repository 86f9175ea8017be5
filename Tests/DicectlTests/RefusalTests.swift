import DiceClient
import DiceGames
import DiceModel
import DiceNotation
import DiceWire
import Testing
import Unix

@testable import DiceFollowing
@testable import dicectl

/// The text of the daemon's errors: the cause in the daemon's words, and a dicectl command in place
/// of the daemon's advice to clients in general.
struct RefusalTests {
    /// Words of the protocol. Some method names would also be ordinary words without their dot.
    private static let hidden = MethodTable.daemon.methods.map(\.name).filter {
        $0.contains(".")
    }

    /// The errors for which the daemon's sentence is sufficient.
    private static let told = [
        ErrorCode.internalError, .storageFailed, .limitExceeded, .badExpression,
        .notAllowed,
        .revealMismatch,
    ]

    @Test(
        "advice meant for other clients is not printed",
        arguments: ErrorCode.allCases,
        [nil, [2], [1, 3], Array(1...1_000)] as [[Int]?]
    )
    func helpForAnyClientIsNotTold(_ code: ErrorCode, _ dice: [Int]?) throws {
        for table in [TableName.default, try #require(TableName("home"))] {
            let text = RefusalText(
                WireError(code, "it is so; call table.list", dice: dice),
                table: table
            ).text
            #expect(text.contains("table.list") == Self.told.contains(code), "\(text)")
            #expect(text.count < 200, "\(text)")
        }
    }

    @Test(
        "no failure message names the protocol",
        arguments: [
            .noDaemon(socket: "/s"), .unreachable("x"), .garbled("x"),
        ] + MethodTable.daemon.methods.flatMap { [.lost($0), .timedOut($0)] }
            as [ClientError]
    )
    func noFailureNamesTheProtocol(_ error: ClientError) throws {
        let text = try #require(CommandError.client(error).message())
        for word in Self.hidden {
            #expect(!text.contains(word), "\(text)")
        }
    }

    @Test("boxes are listed with their points") func boxesAreListedWithTheirPoints() {
        var error = WireError(
            .boxNeeded,
            "several boxes are open: fullHouse, chance; one of them"
        )
        error.data.options = [BoxOption("Full house", 25), BoxOption("Chance", 9)]
        #expect(
            RefusalText(error).text
                == "several boxes are open: Full house (25), Chance (9); for example: dicectl score 'Full house'"
        )
    }

    @Test("the scoring dice are named unless all free dice roll")
    func whatScoresIsNamedUnlessAllFreeDiceRoll() {
        let error = WireError(.noScore, "so it is")
        #expect(RefusalText(error).help == "to see what scores: dicectl games")
        #expect(
            RefusalText(error, scoring: [2, 5]).help == "to keep the best: dicectl lock 2 5"
        )
        let omitting = WireError(.noScore, "so it is", dice: [3, 4])
        #expect(
            RefusalText(omitting, scoring: [2, 5]).help == "roll all: dicectl roll"
        )
    }

    @Test(
        "an older running daemon is named with the command that restarts it",
        arguments: [
            ("dicectl", "dicectl stop"),
            ("systemd", "systemctl --user restart diced.service"),
            (nil, "kill 12"),
        ]
    )
    func anOlderDaemonThatRunsIsNamedWithWhatStartsItAgain(
        _ starter: String?,
        _ restart: String
    ) {
        let running = StatusResult(
            version: "1.9.0",
            pid: 12,
            uptime: 1,
            tables: 1,
            clients: 1,
            watchers: 0,
            animating: 0,
            seeded: false,
            startedBy: starter
        )
        let text = RefusalText(WireError(.methodNotFound, "so it is"), running: running)
            .text
        for word in ["1.9.0", version, restart, "dicectl doctor"] {
            #expect(text.contains(word), "\(text)")
        }
        // With the same version there is another reason.
        var same = running
        same.version = version
        let help = RefusalText(WireError(.methodNotFound, "so it is"), running: same)
            .help
        #expect(help == "to find the reason: dicectl doctor")
    }

    @Test("a single die is named in the singular") func oneDieIsOne() {
        func help(_ code: ErrorCode, _ dice: Int...) -> String? {
            RefusalText(WireError(code, "", dice: dice)).help
        }
        #expect(
            help(.dieLocked, 2) == "unlock it (dicectl unlock 2), or roll without it"
        )
        #expect(
            help(.dieLocked, 1, 3)
                == "unlock them (dicectl unlock 1 3), or roll without them"
        )
        #expect(
            help(.noSuchDie, 6)
                == "to see the dice: dicectl table show; to roll a 6-sided die: dicectl roll d6"
        )
    }

    @Test("a missing table gets a suggestion of a similar name") func aMissingTableIsLikeAnother()
        throws
    {
        let help = "to list them: dicectl table list; to create it: dicectl table new hom 5d6"
        let hom = try #require(TableName("hom"))
        #expect(
            RefusalText(missing: hom, among: ["away", "home"]).text
                == "no table \"hom\"; did you mean \"home\"? \(help)"
        )
        #expect(
            RefusalText(missing: hom, among: ["away"]).text
                == "no table \"hom\"; \(help)"
        )
    }

    @Test(
        "a misspelled word gets a suggestion of the nearest one",
        arguments: [
            ("advantage", "roll", "adv"),
            ("2W6", "roll", "2d6"),
            ("disadvantag", "roll", "dis"),
            ("W20", "roll", "d20"),
            ("atack", "roll", "attack"),
            ("turn", "end-turn", "end-turn"),
            ("hom", "lock", "home"),
            ("2w6", "lock", nil),
        ] as [(String, String, String?)]
    )
    func aWordThatIsNearlyAnother(_ word: String, _ command: String, _ meant: String?)
        throws
    {
        let table = try #require(TableName(word))
        let text = RefusalText(
            missing: table,
            among: ["home"],
            rolls: ["attack"],
            command: command
        )
        .text
        #expect(text.contains("did you mean") == (meant != nil))
        if let meant {
            #expect(text.contains("did you mean \"\(meant)\"?"))
        }
        #expect(
            text.contains("table new") == (meant == "home"),
            "a word that is nearly something else is no table"
        )
    }

    @Test("a missing table named after a game gets advice to create it with that game")
    func aMissingTableWithTheNameOfAGameIsMadeWithIt() throws {
        let farkle = try #require(TableName("farkle"))
        #expect(
            RefusalText(missing: farkle, among: []).text
                == "no table \"farkle\"; to create one for that game: dicectl table new farkle --game farkle --players ann,bo"
        )
    }

    @Test("a refusal out of turn names the current player and how to play as them")
    func whoIsUpSaysSo() throws {
        let home = try #require(TableName("home"))
        let error = WireError(.notYourTurn, "it is bo's turn", up: "bo")
        #expect(
            RefusalText(error).text
                == "it is bo's turn; to play as bo: dicectl roll --as bo"
        )
        #expect(
            RefusalText(error, table: home, command: "end-turn").help
                == "to play as bo: dicectl end-turn --as bo -t home"
        )
        for (name, word) in [
            ("bo b", " 'bo b'"),
            ("o'neil", #" 'o'\''neil'"#),
            ("-x", "=-x"),
            ("zoë", " 'zoë'"),
        ] {
            #expect(
                RefusalText(WireError(.notYourTurn, "", up: name)).text.hasSuffix(
                    "dicectl roll --as\(word)"
                )
            )
        }
    }

    /// The table, dice, name, values and options that the user typed.
    @Test(
        "advice repeats the words that the user typed",
        arguments: [
            (
                .notYourTurn, ["lock", "1", "5"],
                "to play as ann: dicectl lock 1 5 --as ann"
            ),
            (
                .notYourTurn, ["-t", "home", "lock", "1", "--as", "bo"],
                "to play as ann: dicectl -t home lock 1 --as ann"
            ),
            (
                .notYourTurn,
                [
                    "roll", "-H", "box", "--shared", "--as=bo", "2", "--socket=/s",
                    "--json", "--",
                    "home",
                ],
                "to play as ann: dicectl roll 2 --json --as ann -- home"
            ),
            (
                .noRollsLeft, ["roll", "home", "--as", "o'neil"],
                #"to end the turn: dicectl end-turn --as 'o'\''neil' -t home"#
            ),
            (
                .nothingRolled, ["lock", "2", "--as=-x"],
                "roll first: dicectl roll --as=-x -t home"
            ),
        ] as [(ErrorCode, [String], String)]
    )
    func theirOwnWordsComeBack(_ code: ErrorCode, _ words: [String], _ help: String)
        throws
    {
        let home = try #require(TableName("home"))
        let text = RefusalText(
            WireError(code, "", up: "ann"),
            table: home,
            command: "roll",
            typed: TypedWords(words)
        )
        #expect(text.help == help)
    }

    @Test(
        "a message about a missing table repeats the words that the user typed",
        arguments: [
            (
                ["roll", "hom", "3"], "hom",
                "; did you mean \"home\"? dicectl roll home 3"
            ),
            (
                ["roll", "2W6", "--plain"], "2W6",
                "; did you mean \"2d6\"? dicectl roll 2d6 --plain"
            ),
            (
                ["end-turn", "turn"], "turn",
                "; did you mean \"end-turn\"? dicectl end-turn"
            ),
            (
                ["roll", "attack", "3"], "attack",
                "; the saved roll of that name cannot be combined with dice of the table; to roll it: dicectl roll attack; to see its parameters: dicectl saved"
            ),
            (
                ["roll", "1d20+6", "dex", "save", "--as", "bo"], "dex",
                "; to label the throw: dicectl roll 1d20+6 '# dex save' --as bo"
            ),
        ]
    )
    func aMissingTableInTheirWords(_ words: [String], _ table: String, _ text: String)
        throws
    {
        let missing = RefusalText(
            missing: try #require(TableName(table)),
            among: ["home"],
            rolls: ["attack"],
            command: words[0],
            typed: TypedWords(words)
        )
        #expect(missing.text == "no table \"\(table)\"\(text)")
    }

    /// The daemon's sentence, and the text for a person.
    private static let limits: [(ExceededLimit, command: String, told: String, read: String)] = [
        (
            .tables, "new", "there are 10 tables; delete one",
            "there are 10 tables; to list them: dicectl list; to remove one: dicectl table rm NAME"
        ),
        (
            .savedRolls, "save", "10 rolls are saved",
            "10 rolls are saved; to list them: dicectl saved; to delete one: dicectl unsave NAME"
        ),
        (
            .savedRollsSize, "save", "they are too long; delete one",
            "they are too long; to list them: dicectl saved; to delete one: dicectl unsave NAME"
        ),
        (
            .inFlight, "roll", "9 dice roll; wait, or roll without animation",
            "9 dice roll; try again in a second, or without animation: dicectl roll 9d6 --motion none"
        ),
        (
            .statistics, "stats", "the counts take 9 bytes; say \"sides\"",
            "the counts take 9 bytes; limit the count to one size of die (--sides), one player (--by), or both"
        ),
        (
            .throwsInFlight, "roll", "no more; try again in a second",
            "no more; try again in a second"
        ),
        (
            .storage, "roll", "too much; try again in 20 milliseconds",
            "too much; try again in 20 milliseconds"
        ),
        (
            .quota, "roll",
            "it takes the 1 MiB that you may keep; delete something",
            "it takes the 1 MiB that you may keep; remove one of your tables: dicectl table rm NAME; or archive its history: "
                + "dicectl archive NAME --before monday FILE; or ask the administrator for more"
        ),
        (.contributors, "contribute", "16 add to it; wait", "16 add to it; wait"),
        (
            .connections, "status", "ann has 64; close one first",
            "ann has 64; close one first"
        ),
        (.values, "set", "at most 5 rolls", "at most 5 rolls"),
        (.batch, "roll", "send several", "send several"),
        (.replies, "roll", "send the rest later", "send the rest later"),
        (.link, "web", "name fewer", "name fewer"),
    ]

    @Test("each limit is reported with its own words") func eachLimitIsToldByItsWord() {
        for (limit, command, told, read) in Self.limits {
            let text = RefusalText(
                .limit(limit, 1_000, told),
                command: command,
                typed: TypedWords(["roll", "9d6"])
            )
            .text
            #expect(text == read, "\(limit)")
        }
        for limit in Set(ExceededLimit.allCases).subtracting(Self.limits.map(\.0)) {
            // Another limit of a thousand is no reason to delete saved rolls.
            var error = WireError(
                NotationError(
                    "no more",
                    at: 0..<4,
                    expected: [],
                    reason: .limit(.dice, 1_000)
                )
            )
            error.data.of = limit.rawValue
            #expect(
                RefusalText(error).text
                    == "no more; for the limits: man dice-notation",
                "\(limit)"
            )
            #expect(
                RefusalText(.limit(limit, 1_000, "a table has 1 to 1000 dice")).text
                    == "a table has 1 to 1000 dice"
            )
        }
        #expect(
            NotationLimit.allCases.allSatisfy {
                ExceededLimit(rawValue: $0.rawValue) != nil
            }
        )
        var unknown = WireError.limit(.tables, 5, "no more moons")
        unknown.data.of = "moons"
        #expect(RefusalText(unknown).text.hasPrefix("no more moons; "))
    }

    @Test("the advised commands name the table") func theCommandsNameTheTable() throws {
        let night = try #require(TableName("night"))
        #expect(
            RefusalText(WireError(.nothingRolled, ""), table: night).help
                == "roll first: dicectl roll -t night"
        )
        #expect(
            RefusalText(WireError(.nothingRolled, "")).help
                == "roll first: dicectl roll"
        )
    }
}

extension WireError {
    /// Creates an error as a daemon without causes sends it.
    init(
        _ code: ErrorCode,
        _ message: String,
        dice: [Int]? = nil,
        limit: Int? = nil,
        up: String? = nil
    ) {
        self.init(code: code.rawValue, message: message, reason: code.reason)
        data.dice = dice
        data.limit = limit
        data.up = up
    }

    static func limit(_ what: ExceededLimit, _ limit: Int, _ message: String) -> WireError {
        var error = WireError(.limitExceeded, message, limit: limit)
        error.data.of = what.rawValue
        return error
    }
}
