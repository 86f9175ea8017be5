import DiceClient
import DiceDrawing
import DiceGames
import DiceModel
import DiceWire
import Unix

/// An error from the daemon, worded for people: the cause in the daemon's words, and the command
/// that helps, which replaces the daemon's advice to clients in general.
struct RefusalText: Hashable {
    var what: String
    var help: String?

    var text: String {
        help.map { what + (what.hasSuffix("?") ? " " : "; ") + $0 } ?? what
    }

    /// - Parameters:
    ///   - table: the table of the request.
    ///   - command: the command's name, without its arguments.
    ///   - scoring: the unlocked dice that score most, if known.
    ///   - running: the status of the daemon that answered, if known.
    ///   - isShared: true if that daemon is the machine's shared one.
    ///   - typed: the command line.
    init(
        _ error: WireError,
        table: TableName = .default,
        command: String = "roll",
        scoring: [Int] = [],
        running: StatusResult? = nil,
        isShared: Bool = false,
        typed: TypedWords = TypedWords()
    ) {
        let dice = error.data.dice ?? []
        let at = TypedWords.at(table)
        let end = typed.acting + at
        let numbers = Self.list(dice)
        what = Self.cause(error)
        switch error.known {
        case .tableNotFound:
            self = Self(missing: table, among: [], command: command, typed: typed)
        case .tableExists:
            help =
                "choose another name, or remove that table first: dicectl table rm \(table)"
        case .busy, .dieAnimating:
            help =
                "try again when the dice have settled, or settle them now: dicectl settle\(end)"
        case .allLocked:
            help =
                "unlock them (dicectl unlock\(end)), or end the turn (dicectl end-turn\(end))"
        case .nothingRolled: help = "roll first: dicectl roll\(end)"
        case .noSuchDie:
            let sides = command == "roll" ? dice.first : nil
            help = "to see the dice: dicectl table show\(at)"
            help? +=
                sides.map { "; to roll a \($0)-sided die: dicectl roll d\($0)" }
                ?? ""
        case .dieLocked:
            let them = dice.count == 1 ? "it" : "them"
            help =
                "unlock \(them) (dicectl unlock \(numbers)\(end)), or roll without \(them)"
        case .invalidParams where command == "save" && error.data.param == "name":
            help = "choose a name that is not dice notation"
        case .invalidParams where error.data.param == "saved" || command == "unsave":
            help = "to list them: dicectl saved"
        case .invalidParams
        where command == "archive" && ["chain", "last"].contains(error.data.param):
            what = "the history of \(table) has changed in the meantime"
            help = "try again"
        case .unsupportedProtocol where error.data.supported?.isEmpty == false:
            let isNewer =
                error.data.supported?.contains { $0 > protocolVersion } == true
            help =
                isNewer
                ? "upgrade dicectl" : "upgrade diced, then start it again: dicectl stop"
        case .unsupportedProtocol, .methodNotFound, .invalidRequest, .invalidParams,
            .parseError:
            what = "the daemon does not understand this dicectl"
            help = "to find the reason: dicectl doctor"
            if let running, running.version != version {
                what =
                    "the running daemon is diced \(running.version), but this dicectl is \(version)"
                help =
                    "to restart it: \(running.restart(isShared: isShared)); to find out more: dicectl doctor"
            }
        case .notYourTurn:
            let up = error.data.up ?? "another player"
            let again =
                typed.with("--as", up) ?? TypedWords.line(
                    [command] + TypedWords.option("--as", up)
                )
                + at
            help = "to play as \(Printable.text(up)): \(again)"
        case .noRollsLeft: help = "to end the turn: dicectl end-turn\(end)"
        case .turnOpen: help = "end it first: dicectl end-turn\(end)"
        case .gameOpen where command == "archive":
            help = "name an earlier time with --before"
        case .gameOpen:
            help = "finish the match, or begin another: dicectl score --new\(end)"
        case .rollAllFirst: help = "roll all: dicectl roll\(end)"
        case .nothingToCorrect: help = "to roll: dicectl roll\(end)"
        case .wrongFaces where error.data.expected?.isEmpty == false:
            let sample =
                error.data.expected.map {
                    (1...min($0.count, 20)).map { String(1 + $0 % 2) }
                } ?? []
            let list = sample.joined(separator: ",")
            let again =
                typed.with("--faces", list) ?? "dicectl roll --faces \(list)\(end)"
            let isGrouped = error.data.expected?.contains { $0.contains(" x ") } == true
            help =
                "enter the face of each, in that order"
                + (isGrouped ? "" : ": \(again)")
        case .wrongFaces:
            help =
                "omit --faces, or switch the table to real dice: dicectl table set --hand\(at)"
        case .noGame: help = "to set one: dicectl table set --game yahtzee\(at)"
        case .gameOver: help = "to begin the next one: dicectl score --new\(end)"
        case .boxNeeded, .boxNotAllowed:
            let options = error.data.options ?? []
            let list = options.map { "\($0.box) (\($0.points))" }.joined(
                separator: ", "
            )
            if !list.isEmpty {
                what = "\(what.prefix { $0 != ":" }): \(Printable.text(list))"
            }
            let best = options.max { $0.points < $1.points }?.box
            let verb = command == "correct" ? command : "score"
            help =
                best.map {
                    "for example: dicectl \(verb) \(ShellWord.quoted($0))\(end)"
                }
                ?? "to see the open ones: dicectl score\(at)"
        case .boxTaken: help = "to see the open ones: dicectl score\(at)"
        case .noSuchBox: help = "to see the boxes: dicectl score\(at)"
        case .noScore where !dice.isEmpty: help = "roll all: dicectl roll\(end)"
        case .noScore where scoring.isEmpty:
            help = "to see what scores: dicectl games"
        case .noScore:
            let numbers = Self.list(scoring)
            help = "to keep the best: dicectl lock \(numbers)\(end)"
        case .badGame: help = "for the format: man dice-games"
        case .shuttingDown: help = "try again when it is running: dicectl status"
        case .commitmentChanged: help = "roll again: dicectl roll\(end)"
        case .revealMismatch where error.data.late == true:
            help = "your contribution now counts from the next turn on"
        case .limitExceeded, .notAllowed, .badExpression, .internalError,
            .storageFailed,
            .revealMismatch, nil:
            self = Self(told: error, command, typed)
        }
    }

    private static func list(_ dice: [Int]) -> String {
        dice.prefix(8).map(String.init).joined(separator: " ")
    }

    /// For most of these errors the daemon's sentence is sufficient.
    private init(told error: WireError, _ command: String, _ typed: TypedWords) {
        what = error.data.values?.text("problem") ?? error.message
        switch (error.known, error.data.of.flatMap(ExceededLimit.init)) {
        case (.limitExceeded, .tables?):
            what = Self.cause(error)
            help = "to list them: dicectl list; to remove one: dicectl table rm NAME"
        case (.limitExceeded, .quota?):
            what = Self.cause(error)
            help =
                "remove one of your tables: dicectl table rm NAME; or archive its history: "
                + "dicectl archive NAME --before monday FILE; or ask the administrator for more"
        case (.limitExceeded, .savedRolls?), (.limitExceeded, .savedRollsSize?):
            what = Self.cause(error)
            help = "to list them: dicectl saved; to delete one: dicectl unsave NAME"
        case (.limitExceeded, .statistics?):
            what = Self.cause(error)
            help =
                "limit the count to one size of die (--sides), one player (--by), or both"
        case (.limitExceeded, .inFlight?):
            what = Self.cause(error)
            help =
                "try again in a second"
                + (typed.with("--motion", "none").map { ", or without animation: \($0)" }
                    ?? "")
        case (.limitExceeded, _?):
            help = error.data.offset.map { _ in "for the limits: man dice-notation" }
        case (.badExpression, _): help = "for the notation: man dice-notation"
        case (.notAllowed, _) where command == "show":
            let again = typed.with("--as", "NAME") ?? "--as NAME"
            help = "to act under another name: \(again)"
        case (.notAllowed, _) where command == "correct" || command == "backup":
            help = nil
        case (.storageFailed, _) where command == "backup": help = nil
        case (.notAllowed, _):
            help = "to list your tables: dicectl list"
        default:
            help = "to see the daemon's state and log: dicectl status"
        }
    }

    /// Returns the daemon's sentence without the daemon's advice to clients in general.
    private static func cause(_ error: WireError) -> String {
        error.message.firstRange(of: "; ").map {
            String(error.message[..<$0.lowerBound])
        }
            ?? error.message
    }

    /// Explains a name that is not among `tables` nor, for a roll, among the saved `rolls`.
    init(
        missing table: TableName,
        among tables: [String],
        rolls: [String] = [],
        command: String = "",
        typed: TypedWords = TypedWords()
    ) {
        let word = table.description
        what = "no table \"\(word)\""
        if rolls.contains(word) {
            what += "; the saved roll of that name cannot be combined with dice of the table"
            help = "to roll it: dicectl roll \(word); to see its parameters: dicectl saved"
            return
        }
        let notation = Suggestion.notation(word)
        let meant =
            (command == "roll" ? notation : nil)
            ?? (word == "turn" && command == "end-turn" ? "end-turn" : nil)
            ?? Suggestion.nearest(word, tables + rolls)
        let isNearTable = meant.map(tables.contains) ?? (notation == nil)
        if let meant {
            what += "; did you mean \"\(meant)\"?"
            help = typed.with(meant == command ? [] : [meant], for: word)
        } else if command == "roll" {
            help = typed.labelled(from: word).map {
                "to label the throw: \($0)"
            }
        }
        if help != nil {
            return
        }
        if Game.all.contains(where: { $0.name == word }) {
            help =
                "to create one for that game: dicectl table new \(word) --game \(word) --players ann,bo"
        } else {
            let shown =
                "to list them: dicectl table list; to create it: dicectl table new \(word) 5d6"
            help = isNearTable ? shown : "to list the tables: dicectl list"
        }
    }
}
