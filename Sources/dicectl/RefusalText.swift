internal import DiceGames
internal import DiceModel
internal import DiceNotation
internal import DiceWire

/// An error of the daemon in words of the command line: what is wrong, and which command helps. The daemon's own sentence
/// is for every client; it is used if there is nothing to add.
struct RefusalText: Hashable {
    var what: String
    var help: String?

    var text: String { help.map { what + (what.hasSuffix("?") ? " " : "; ") + $0 } ?? what }

    /// - Parameters:
    ///   - table: the one that the request was about.
    ///   - command: what the person wanted, without its arguments.
    init(_ error: WireError, table: TableName = .default, command: String = "roll") {
        let dice = error.data.dice ?? []
        let (isOne, list) = (dice.count == 1, EventText.spoken.dice(dice))
        let end = table == .default ? "" : " -t \(table)"
        switch error.known {
        case .tableNotFound: self = Self(missing: table, among: [], command: command)
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
            what = "the table has no \(list)"
            help = "dicectl table show\(end) shows those it has; other dice have a d: dicectl roll 1d20"
        case .dieLocked:
            let words = dice.prefix(8).map(String.init).joined(separator: " ")
            let them = isOne ? "it" : "them"
            what = "\(list) \(isOne ? "is" : "are") locked"
            help = "unlock \(them) (dicectl unlock \(words)\(end)), or roll without \(them)"
        case .limitExceeded where error.data.limit == Limits.tables:
            (what, help) = ("there are \(Limits.tables) tables already", "remove one first: dicectl table rm NAME")
        case .limitExceeded where error.data.limit == Limits.diceInFlight:
            what = "no more than \(Limits.diceInFlight) dice roll at the same time"
            help = "try again in a second, or add --motion none"
        case .limitExceeded where command == "stats":
            what = "the faces of so many dice and players are too much for one answer"
            help = "ask for one size of die (--sides), for one player (--by), or for both"
        case .limitExceeded where [Limits.savedRolls, Limits.savedRollsSize].contains(error.data.limit):
            let isFull = error.data.limit == Limits.savedRolls
            what = isFull ? "\(Limits.savedRolls) rolls are saved already" : "the saved rolls take up their room"
            help = "forget some first: dicectl unsave NAME"
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
            help = "use a dicectl and a diced of the same version, as --version tells them"
        case .notYourTurn:
            let up = error.data.up ?? "another player"
            what = "it is \(Printable.text(up))'s turn"
            help = "if you are \(Printable.text(up)): dicectl \(command) --as \(Self.word(up))\(end)"
        case .noRollsLeft:
            let had = error.data.limit.map { $0 == 1 ? "has had its roll" : "has had its \($0) rolls" }
            (what, help) = ("the turn \(had ?? "has no roll left")", "end it: dicectl end-turn\(end)")
        case .turnOpen:
            what = "the turn is open, and dice, pace and game change only before its first roll"
            help = "end it first: dicectl end-turn\(end)"
        case .gameOpen:
            what = "a match goes on, or the game sets this"
            help = "play it to its end, or begin another one: dicectl score --new\(end)"
        case .gameOver where error.message.contains("no game"):
            (what, help) = ("the table has no game", "give it one: dicectl table set --game yahtzee\(end)")
        case .gameOver: (what, help) = ("the match is over", "begin the next one: dicectl score --new\(end)")
        case .boxNeeded, .boxNotAllowed:
            let boxes = (error.data.options ?? []).map { "\(Printable.text($0.box)) (\($0.points))" }
            what =
                error.known == .boxNeeded
                ? "the turn may fill one of several boxes" : "the joker's rule wants another box"
            help = "choose one: dicectl score BOX\(end), with one of \(boxes.joined(separator: ", "))"
        case .boxTaken: (what, help) = ("this box is filled", "dicectl score\(end) shows the open ones")
        case .noSuchBox: (what, help) = ("the game has no such box", "dicectl score\(end) shows those it has")
        case .noScore:
            what = "lock dice that score after each roll, all of a set at once; those you have locked bring too little"
            help = "for two of them: dicectl lock 1 5\(end)"
        case .badGame:
            let place = error.data.path.flatMap { $0.isEmpty ? nil : " at \(Printable.text($0))" } ?? ""
            what = "the game is wrong\(place): \(Printable.text(error.data.expected?.first ?? ""))"
            help = "man dice-games tells how a game is written"
        case .notAllowed where command == "show":
            (what, help) = (error.message, "on a daemon of your own say which one you are: --as NAME")
        case .shuttingDown: (what, help) = ("the daemon is stopping", "try again when it is back: dicectl status")
        case .commitmentChanged: (what, help) = ("the turn was full and has ended", "roll again: dicectl roll\(end)")
        case .badExpression: (what, help) = (error.message, "man dice-notation tells what can be rolled")
        case .notAllowed: (what, help) = (error.message, "dicectl list shows the tables that there are for you")
        case .internalError, .limitExceeded, .storageFailed, .revealMismatch, nil:
            (what, help) = (error.message, "dicectl status shows how the daemon is doing, and where its log is")
        }
    }

    /// A table that is not among `tables`, nor, for a roll, among the saved `rolls`.
    init(missing table: TableName, among tables: [String], rolls: [String] = [], command: String = "") {
        let word = table.description
        let notation = Suggestion.notation(word)
        let meant =
            (command == "roll" ? notation : nil) ?? (word == "turn" && command == "end-turn" ? "end-turn" : nil)
            ?? Suggestion.nearest(word, tables + rolls)
        what = "there is no table \"\(word)\"" + (meant.map { "; did you mean \"\($0)\"?" } ?? "")
        let isNearTable = meant.map(tables.contains) ?? (notation == nil)
        let isGame = Game.all.contains { $0.name == word }
        help =
            isGame
            ? "to play that game there: dicectl table new \(word) --game \(word) --players ann,bo"
            : isNearTable ? Self.madeBy(table) : "dicectl list shows the tables"
    }

    /// The name as a word for the shell.
    private static func word(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { TableName("a" + String(decoding: [$0], as: UTF8.self)) != nil }
        return isPlain && name.first != "-" ? name : "'" + name.replacing("'", with: #"'\''"#) + "'"
    }

    private static func madeBy(_ table: TableName) -> String {
        "dicectl table list shows all, dicectl table new \(table) 5d6 makes it"
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
