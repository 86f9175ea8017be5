import DiceClient
import DiceGames
import DiceModel
import DiceNotation
import DiceWire
import Testing
import Unix

@testable import DiceFollowing
@testable import dicectl

/// The text of the daemon's errors: what is wrong in the words of the cause, and a dicectl command in
/// place of the advice to clients in general.
struct RefusalTests {
    /// Words of the protocol. Some method names would also be ordinary words without their dot.
    private static let hidden = MethodTable.daemon.methods.map(\.name).filter {
        $0.contains(".")
    }

    @Test("advice meant for other clients is not printed", arguments: Cause.allCases)
    func helpForAnyClientIsNotTold(_ cause: Cause) throws {
        for table in [TableName.default, try #require(TableName("home"))] {
            let text = RefusalText(WireError(example: cause), table: table)
            #expect(text.help?.isEmpty == false)
            for word in Self.hidden + ["entropy", "restart"] where cause != .nothingToReveal {
                #expect(!text.text.contains(word), "\(text)")
            }
        }
    }

    @Test("only the message of a cause that is unknown or lacks a value is shown")
    func unknown() {
        var error = WireError(example: .notYourTurn)
        error.message = "no more moons"
        error.data.values = [:]
        #expect(RefusalText(error).text == "no more moons")
        error.data.cause = "moons"
        #expect(RefusalText(error).text == "no more moons")
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

    @Test("the box with the most points is an example")
    func boxes() {
        let options = [BoxOption("Full house", 25), BoxOption("Chance", 9)]
        let error = WireError(.boxNeeded, ["options": options])
        #expect(RefusalText(error).what.contains("Full house (25), Chance (9)"))
        #expect(RefusalText(error).help?.hasSuffix("dicectl score 'Full house'") == true)
    }

    @Test("the scoring dice are named unless all free dice roll")
    func whatScoresIsNamedUnlessAllFreeDiceRoll() {
        let error = WireError(.noneLocked)
        #expect(RefusalText(error).help?.hasSuffix("dicectl games") == true)
        #expect(
            RefusalText(error, scoring: [2, 5]).help?.hasSuffix("dicectl lock 2 5") == true
        )
        let omitting = WireError(.freeDiceOmitted, ["dice": [3, 4]])
        #expect(
            RefusalText(omitting, scoring: [2, 5]).help?.hasSuffix("dicectl roll") == true
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
        for cause in [Cause.methodNotFound, .unknownParam] {
            let error = WireError(example: cause)
            var text = RefusalText(error)
            text.blame(running, for: error, isShared: false)
            for word in ["1.9.0", version, restart, "dicectl doctor"] {
                #expect(text.text.contains(word), "\(text)")
            }
        }
        // A param that both versions know is wrong for another reason.
        let error = WireError(example: .diceOfGame)
        var text = RefusalText(error)
        let what = text.what
        text.blame(running, for: error, isShared: false)
        #expect(text.what == what)
        // With the same version there is another reason.
        var same = running
        same.version = version
        let unchanged = text
        text.blame(same, for: error, isShared: false)
        #expect(text == unchanged)
    }

    @Test("a single die is named in the singular") func oneDieIsOne() {
        func help(_ cause: Cause, _ dice: Int...) -> String? {
            RefusalText(WireError(cause, ["dice": dice])).help
        }
        #expect(help(.dieLocked, 2)?.contains("dicectl unlock 2)") == true)
        #expect(help(.dieLocked, 1, 3)?.contains("dicectl unlock 1 3)") == true)
        #expect(help(.noSuchDie, 6)?.hasSuffix("dicectl roll d6") == true)
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
            ("2w6", "lock", "2d6"), ("2w6", "play", "2d6"), ("night", "play", nil),
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
            text.contains("table new") == (meant == "home" || meant == nil),
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
        let error = WireError(.notYourTurn, ["up": "bo"])
        #expect(RefusalText(error).help?.hasSuffix("dicectl roll --as bo") == true)
        #expect(
            RefusalText(error, table: home, command: "end-turn").help?
                .hasSuffix("dicectl end-turn --as bo -t home") == true
        )
        #expect(RefusalText(error, mayActAs: false).help?.contains("--as") == false)
        for (name, word) in [
            ("bo b", " 'bo b'"),
            ("o'neil", #" 'o'\''neil'"#),
            ("-x", "=-x"),
            ("zoë", " 'zoë'"),
        ] {
            let error = WireError(.notYourTurn, ["up": name])
            #expect(RefusalText(error).text.hasSuffix("dicectl roll --as\(word)"))
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
        ] as [(Cause, [String], String)]
    )
    func theirOwnWordsComeBack(_ cause: Cause, _ words: [String], _ help: String)
        throws
    {
        let home = try #require(TableName("home"))
        let text = RefusalText(
            WireError(cause, ["up": "ann", "limit": 3]),
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

    @Test("a roll refused for dice in flight is advised without animation")
    func motion() {
        let text = RefusalText(
            WireError(.diceOfUser, ["limit": 9]),
            typed: TypedWords(["roll", "9d6"])
        )
        #expect(text.help?.hasSuffix("dicectl roll 9d6 --motion none") == true)
    }

    @Test("the advised commands name the table") func theCommandsNameTheTable() throws {
        let night = try #require(TableName("night"))
        let error = WireError(.nothingRolled)
        #expect(RefusalText(error, table: night).help?.hasSuffix("roll -t night") == true)
        #expect(RefusalText(error).help?.hasSuffix("dicectl roll") == true)
    }
}
