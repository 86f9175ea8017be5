import DiceClient
import DiceGames
import DiceModel
import DiceNotation
import DiceWire

/// An error of the daemon in words of the command line: what is wrong, and which command helps. The daemon's own sentence
/// is for every client; it is used if there is nothing to add.
struct RefusalText: Hashable {
    var what: String
    var help: String?

    var text: String { help.map { what + (what.hasSuffix("?") ? " " : "; ") + $0 } ?? what }

    /// - Parameters:
    ///   - table: the one that the request was about.
    ///   - command: what the person wanted, without its arguments.
    ///   - typed: what they typed for it.
    init(
        _ error: WireError, table: TableName = .default, command: String = "roll", typed: TypedWords = TypedWords()
    ) {
        let dice = error.data.dice ?? []
        let (isOne, list) = (dice.count == 1, EventText.spoken.dice(dice))
        let at = TypedWords.at(table)
        let end = typed.acting + at
        let numbers = dice.prefix(8).map(String.init).joined(separator: " ")
        switch error.known {
        case .tableNotFound: self = Self(missing: table, among: [], command: command, typed: typed)
        case .tableExists:
            what = "there is a table \"\(table)\" already"
            help = "choose another name, or remove that table first: dicectl table rm \(table)"
        case .busy:
            what = "dice are still rolling"
            help = "try again when they have settled, or settle them at once: dicectl settle\(end)"
        case .dieAnimating:
            what = "\(list) \(isOne ? "is" : "are") still rolling"
            help = "try again when \(isOne ? "it has" : "they have") settled, or settle at once: dicectl settle\(end)"
        case .allLocked:
            what = "every die is locked"
            help = "unlock them (dicectl unlock\(end)), or end the turn (dicectl end-turn\(end))"
        case .nothingRolled: (what, help) = ("the turn has no roll yet", "roll first: dicectl roll\(end)")
        case .noSuchDie:
            let other =
                command == "roll" ? dice.first.map { "; a die of \($0) sides has a d: dicectl roll d\($0)" } : nil
            what = "the table has no \(list)"
            help = "dicectl table show\(at) shows those it has\(other ?? "")"
        case .dieLocked:
            let them = isOne ? "it" : "them"
            what = "\(list) \(isOne ? "is" : "are") locked"
            help = "unlock \(them) (dicectl unlock \(numbers)\(end)), or roll without \(them)"
        case .limitExceeded: self = Self(limit: error, typed: typed)
        case .invalidParams where command == "save" && error.data.param == "name":
            (what, help) = ("that name means dice already", "choose one that is not dice notation")
        case .invalidParams where error.data.param == "saved" || command == "unsave":
            (what, help) = ("there is no saved roll of this name", "dicectl saved shows those there are")
        case .unsupportedProtocol where error.data.supported?.isEmpty == false:
            let spoken = error.data.supported?.max() ?? 0
            what = "the daemon speaks protocol \(spoken), this dicectl protocol \(protocolVersion)"
            help = spoken > protocolVersion ? "upgrade dicectl" : "upgrade diced, then start it anew: dicectl stop"
        case .unsupportedProtocol, .methodNotFound, .invalidRequest, .invalidParams, .parseError:
            what = "the daemon does not understand this dicectl"
            help = "use the same version of diced and of dicectl, as --version tells it"
        case .notYourTurn:
            let up = error.data.up ?? "another player"
            what = "it is \(Printable.text(up))'s turn"
            help =
                "if you are \(Printable.text(up)): "
                + (typed.with("--as", up) ?? TypedWords.line([command] + TypedWords.option("--as", up)) + at)
        case .noRollsLeft:
            let had = error.data.limit.map { $0 == 1 ? "has had its roll" : "has had its \($0) rolls" }
            (what, help) = ("the turn \(had ?? "has no roll left")", "end it: dicectl end-turn\(end)")
        case .turnOpen:
            what = "the turn is open, and dice, pace and game change only before its first roll"
            help = "end it first: dicectl end-turn\(end)"
        case .gameOpen:
            what = "a match goes on, or the game sets this"
            help = "play it to its end, or begin another one: dicectl score --new\(end)"
        case .rollAllFirst:
            what = "the first roll of a turn takes every die, and you left out \(list)"
            help = "roll all: dicectl roll\(end)"
        case .noGame:
            (what, help) = ("the table has no game", "give it one: dicectl table set --game yahtzee\(at)")
        case .gameOver: (what, help) = ("the match is over", "begin the next one: dicectl score --new\(end)")
        case .boxNeeded, .boxNotAllowed:
            let options = error.data.options ?? []
            let best = options.max { $0.points < $1.points }?.box
            what =
                error.known == .boxNeeded
                ? "the turn may fill one of several boxes" : "the joker's rule wants another box"
            help =
                best.map { "name one of \(Self.list(options)), as in dicectl score \(ShellWord.quoted($0))\(end)" }
                ?? "dicectl score\(at) shows the open ones"
        case .boxTaken: (what, help) = ("this box is filled", "dicectl score\(at) shows the open ones")
        case .noSuchBox: (what, help) = ("the game has no such box", "dicectl score\(at) shows those it has")
        case .noScore:
            what = "lock dice that score after each roll, all of a set at once; those you have locked bring too little"
            help =
                dice.isEmpty ? "dicectl games tells of each what scores" : "the best are: dicectl lock \(numbers)\(end)"
        case .badGame:
            let place = error.data.path.flatMap { $0.isEmpty ? nil : " at \(Printable.text($0))" } ?? ""
            what = "the game is wrong\(place): \(Printable.text(error.data.expected?.first ?? ""))"
            help = "man dice-games tells how a game is written"
        case .notAllowed where command == "show":
            let again = typed.with("--as", "NAME") ?? "--as NAME"
            (what, help) = (error.message, "on a daemon of your own say which one you are: \(again)")
        case .shuttingDown: (what, help) = ("the daemon is stopping", "try again when it is back: dicectl status")
        case .commitmentChanged: (what, help) = ("the turn was full and has ended", "roll again: dicectl roll\(end)")
        case .badExpression: (what, help) = (error.message, "man dice-notation tells what can be rolled")
        case .notAllowed: (what, help) = (error.message, "dicectl list shows the tables that there are for you")
        case .revealMismatch where error.data.late == true:
            what = "your answer came too late: the roll is void, and no die has moved"
            help = "what you promise from now on is for the rolls of the next turn"
        case .internalError, .storageFailed, .revealMismatch, nil: (what, help) = (error.message, Self.daemon)
        }
    }

    private static let daemon = "dicectl status shows how the daemon is doing, and where its log is"

    private static func list(_ options: [BoxOption]) -> String {
        options.map { "\(Printable.text($0.box)) (\($0.points))" }.joined(separator: ", ")
    }

    /// A limit by its word alone. Of most of them the daemon's own sentence says all.
    private init(limit error: WireError, typed: TypedWords) {
        let most = error.data.limit.map(String.init) ?? "that many"
        (what, help) = (error.message, nil)
        switch error.data.of.flatMap(ExceededLimit.init) {
        case .dice, .sides, .repeats, .members, .steps, .chain, .length, .depth, .digits, .bound, .work:
            if error.data.offset != nil { help = "man dice-notation tells the limits" }
        case .tables:
            what = "no more than \(most) tables can be there"
            help = "dicectl list shows them, dicectl table rm NAME removes one"
        case .savedRolls, .savedRollsSize:
            what =
                error.data.of == "savedRolls" ? "\(most) rolls are saved already" : "the saved rolls take up their room"
            help = "dicectl saved shows them, dicectl unsave NAME forgets one"
        case .inFlight:
            what = "no more than \(most) dice roll at the same time"
            help = "try again in a second" + (typed.with("--motion", "none").map { ", or without motion: \($0)" } ?? "")
        case .statistics:
            what = "the faces of so many dice and players are too much for one answer"
            help = "ask for one size of die (--sides), for one player (--by), or for both"
        case .throwsInFlight, .storage, .contributors, .connections, .values, .batch, .replies, .link: break
        case nil: help = Self.daemon
        }
    }

    /// A table that is not among `tables`, nor, for a roll, among the saved `rolls`.
    init(
        missing table: TableName, among tables: [String], rolls: [String] = [], command: String = "",
        typed: TypedWords = TypedWords()
    ) {
        let word = table.description
        what = "there is no table \"\(word)\""
        if rolls.contains(word) {
            what += "; the saved roll of that name has no dice to choose from"
            help = "dicectl roll \(word) rolls it, dicectl saved shows what it takes"
            return
        }
        let notation = Suggestion.notation(word)
        let meant =
            (command == "roll" ? notation : nil) ?? (word == "turn" && command == "end-turn" ? "end-turn" : nil)
            ?? Suggestion.nearest(word, tables + rolls)
        let isNearTable = meant.map(tables.contains) ?? (notation == nil)
        if let meant {
            what += "; did you mean \"\(meant)\"?"
            help = typed.with(meant == command ? [] : [meant], for: word)
        } else if command == "roll" {
            help = typed.labelled(from: word).map { "to say what the dice are for: \($0)" }
        }
        if help != nil { return }
        if Game.all.contains(where: { $0.name == word }) {
            help = "to play that game there: dicectl table new \(word) --game \(word) --players ann,bo"
        } else {
            let shown = "dicectl table list shows all, dicectl table new \(word) 5d6 makes it"
            help = isNearTable ? shown : "dicectl list shows the tables"
        }
    }
}

/// What was probably meant by a wrong word.
enum Suggestion {
    /// `; did you mean "home"?`, or nil.
    static func didYouMean(_ word: String, _ words: some Sequence<String>) -> String? {
        nearest(word, words).map { "; did you mean \"\($0)\"?" }
    }

    /// The dice notation that a word nearly is: `2d6` for `2W6`, `adv` for `advantage`; nil for other words.
    static func notation(_ word: String) -> String? {
        let small = word.lowercased()
        let known = ["advantage": "adv", "disadvantage": "dis"]
        if let meant = known[small] ?? nearest(small, known.keys.sorted()).flatMap({ known[$0] }) { return meant }
        // Dice are called W in German, T in Swedish, K in Polish; an O looks like a zero.
        guard let letter = small.firstIndex(where: { !$0.isNumber }),
            "wtk".contains(small[letter]) || small[letter] == "d"
        else { return nil }
        let dice = small[..<letter] + "d" + small[small.index(after: letter)...].replacing("o", with: "0")
        return (try? Expression(parsing: String(dice))).map { _ in String(dice) }
    }

    /// The first of the words that are the least edits away: at most two, and fewer than half of the letters.
    static func nearest(_ word: String, _ words: some Sequence<String>) -> String? {
        let near = words.map { ($0, distance(word, $0)) }.filter { $0.1 <= 2 && 2 * $0.1 < word.count }
        return near.min { $0.1 < $1.1 }?.0
    }

    /// How many letters must be inserted, left out, replaced, or swapped with the next.
    static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var (last, row) = ([Int](), Array(0...b.count))
        for i in a.indices {
            var next = [i + 1]
            for j in b.indices {
                next.append(min(row[j + 1], next[j], row[j] - (a[i] == b[j] ? 1 : 0)) + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { next[j + 1] = min(next[j + 1], last[j - 1] + 1) }
            }
            (last, row) = (row, next)
        }
        return row[b.count]
    }
}
