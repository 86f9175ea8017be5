import DiceClient
import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceWire
import Unix

/// An error from the daemon, worded for people: the cause in the words that `Cause` has for it, and
/// the command that helps, which replaces the advice to clients in general.
///
/// Of a cause that only a newer daemon has, or of none, there is only the daemon's message.
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
    ///   - mayActAs: true if the person may play under another name.
    ///   - typed: the command line.
    init(
        _ error: WireError,
        table: TableName = .default,
        command: String = "roll",
        scoring: [Int] = [],
        mayActAs: Bool = true,
        typed: TypedWords = TypedWords()
    ) {
        what = error.problem
        guard let cause = error.cause, let values = error.data.values,
            cause.what(values) != nil
        else { return }
        let dice = error.data.dice ?? []
        let at = Advice.at(table)
        let end = typed.acting + at
        let numbers = dice.prefix(8).map(String.init).joined(separator: " ")
        let them = dice.count == 1 ? "it" : "them"
        help = cause.advice(values)
        switch cause {
        case .tableNotFound:
            self = Self(missing: table, among: [], command: command, typed: typed)
        case .tableExists:
            help =
                "choose another name, or remove that table first: dicectl table rm \(table)"
        case .neitherDiceNorGame:
            help = "name them: dicectl table new \(table) 5d6"
        case .diceOfGame: help = "name the game alone, without dice"
        case .noDiceNamed: help = "name at least one die: dicectl lock 1\(end)"
        case .busy, .dieAnimating:
            help =
                "try again when the dice have settled, or settle them now: dicectl settle\(end)"
        case .allLocked:
            help =
                "unlock them (dicectl unlock\(end)), or end the turn (dicectl end-turn\(end))"
        case .nothingRolled: help = "roll first: dicectl roll\(end)"
        case .noSuchDie:
            help = "to see the dice: dicectl table show\(at)"
            if command == "roll", let sides = dice.first {
                help? += "; to roll a \(sides)-sided die: dicectl roll d\(sides)"
            }
        case .dieLocked:
            help =
                "unlock \(them) (dicectl unlock \(numbers)\(end)), or roll without \(them)"
        case .noSavedRoll: help = "to list them: dicectl saved"
        case .noSuchEntry, .otherChain:
            help = "the history has changed in the meantime; try again"
        case .methodNotFound, .methodNotOfLinks, .unknownParam, .takesNoParams,
            .paramsInOrder, .invalidMember, .notObject, .notJSON, .notUTF8:
            help = "to find the reason: dicectl doctor"
        case .unsupportedProtocol:
            let isNewer =
                error.data.supported?.contains { $0 > protocolVersion } == true
            help =
                isNewer
                ? "upgrade dicectl" : "upgrade diced, then start it again: dicectl stop"
        case .notYourTurn where mayActAs:
            let up = error.data.up ?? ""
            let again =
                typed.with("--as", up) ?? TypedWords.line(
                    [command] + TypedWords.option("--as", up)
                )
                + at
            help = "to play as \(up): \(again)"
        case .actsOnlyAs where typed.player == nil:
            if (try? Player.standing()) != nil {
                help = "unset DICECTL_AS"
            }
        case .noRollsLeft: help = "to end the turn: dicectl end-turn\(end)"
        case .turnOpen, .rolledInTurn: help = "end it first: dicectl end-turn\(end)"
        case .entryOfMatch, .entryOfLastTurn: help = "name an earlier time with --before"
        case .matchInProgress, .tableDamaged:
            help = "finish the match, or begin another: dicectl score --new\(end)"
        case .rollAllFirst, .freeDiceOmitted: help = "roll all: dicectl roll\(end)"
        case .lastPlayer: help = "let another player return first: dicectl rest --back NAME\(at)"
        case .noTurnToCorrect, .rolledSince, .correctedTooOften, .noOtherBox:
            help = "to see the sheets: dicectl score\(at)"
        case .wrongFaces, .facesMissing:
            let expected = error.data.expected ?? []
            help = "enter the face of each, in that order"
            if !expected.contains(where: { $0.contains(" x ") }) {
                let sample = expected.prefix(20).enumerated().map { "\(1 + ($0.offset + 1) % 2)" }
                let list = sample.joined(separator: ",")
                let again =
                    typed.with("--faces", list) ?? "dicectl roll --faces \(list)\(end)"
                help? += ": \(again)"
            }
        case .noRealDice:
            help =
                "omit --faces, or switch the table to real dice: dicectl table set --hand\(at)"
        case .nothingToReplace: help = "to see the dice: dicectl table show\(at)"
        case .noGame: help = Advice.newGame
        case .gameOver: help = "to begin the next one: dicectl score --new\(end)"
        case .boxNeeded, .boxNotAllowed:
            let best = error.data.options?.max { $0.points < $1.points }?.box
            let verb = command == "correct" ? command : "score"
            help = best.map {
                "for example: dicectl \(verb) \(ShellWord.quoted($0))\(end)"
            }
        case .boxTaken: help = "to see the open ones: dicectl score\(at)"
        case .noSuchBox: help = "to see the boxes: dicectl score\(at)"
        case .noBoxes: help = "end the turn without one: dicectl end-turn\(end)"
        case .noneLocked, .locksDoNotScore, .belowMinimum, .belowBankMinimum, .locksStay:
            let numbers = scoring.prefix(8).map(String.init).joined(separator: " ")
            help =
                scoring.isEmpty
                ? "to see what scores: dicectl games"
                : "to keep the best: dicectl lock \(numbers)\(end)"
        case .badGame, .noSuchGame, .gameTooLarge: help = "for the format: man dice-games"
        case .shuttingDown: help = "try again when it is running: dicectl status"
        case .commitmentChanged: help = "roll again: dicectl roll\(end)"
        case .revealedLate: help = "your contribution now counts from the next turn on"
        case .tablesOfDaemon, .tablesOfUser:
            help = "to list them: dicectl list; to remove one: dicectl table rm NAME"
        case .quota:
            help =
                "remove one of your tables: dicectl table rm NAME; or archive its history: "
                + "dicectl archive NAME --before monday FILE; or ask the administrator for more"
        case .savedRollsOfDaemon, .savedRollsOfUser, .savedBytesOfDaemon, .savedBytesOfUser:
            help = "to list them: dicectl saved; to delete one: dicectl unsave NAME"
        case .statisticsTooLarge:
            help =
                "limit the count to one size of die (--sides), one player (--by), or both"
        case .diceInFlight, .diceOfUser, .thrownByUser, .thrownByConnection:
            help =
                "try again in a second"
                + (typed.with("--motion", "none").map { ", or without animation: \($0)" }
                    ?? "")
        case .notationLimit: help = "for the limits: man dice-notation"
        case .badExpression: help = "for the notation: man dice-notation"
        case .noThrowToShow where mayActAs:
            let again = typed.with("--as", "NAME") ?? "--as NAME"
            help = "to act under another name: \(again)"
        case .tableOfAnother, .tableOfDaemon: help = "to list your tables: dicectl list"
        case .storeFailed, .notRead, .internalError, .notImplemented:
            help = "to see the daemon's state and log: dicectl status"
        default: break
        }
    }

    /// Adds that the running daemon has another version. For a method or a param that it does not
    /// know, this is the reason.
    mutating func blame(_ running: StatusResult, for error: WireError, isShared: Bool) {
        guard running.version != version else { return }
        if error.known == .methodNotFound || error.cause == .unknownParam {
            what =
                "the running daemon is diced \(running.version), but this dicectl is \(version)"
        }
        help =
            "to restart it: \(running.restart(isShared: isShared)); to find out more: dicectl doctor"
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
        if command == "roll", SecretOptions.foreignWords.contains(word.lowercased()) {
            help = typed.with(["--secret"], for: word).map { "for a secret throw: \($0)" }
            return
        }
        let notation = Suggestion.notation(word)
        if let notation, command != "roll", Suggestion.nearest(word, tables) == nil {
            let sides = notation.lowercased().wholeMatch(of: /1?d(\d+)/)?.output.1
            if command == "stats", let sides {
                help = "to count the faces of these dice: dicectl stats --sides \(sides)"
            } else {
                what += "; did you mean \"\(notation)\"?"
                help = "to roll it: dicectl roll \(notation)"
            }
            return
        }
        if let hyphen = word.firstIndex(of: "-"), rolls.contains(String(word[..<hyphen])) {
            let meant = [String(word[..<hyphen]), String(word[hyphen...])]
            what += "; did you mean \"\(meant.joined(separator: " "))\"?"
            help = typed.with(meant, for: word)
            return
        }
        let meant =
            notation
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
                command == "roll" && !typed.namesTable(word)
                ? "to save a roll of this name: dicectl save \(word) d20+2; "
                    + "to create the table: dicectl table new \(word) 5d6"
                : "to list them: dicectl table list; to create it: dicectl table new \(word) 5d6"
            help = isNearTable ? shown : "to list the tables: dicectl list"
        }
    }
}
