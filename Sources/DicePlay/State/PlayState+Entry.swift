import DiceDrawing
import DiceFollowing
import DiceGames
import DiceModel
import DiceNotation
import DiceWire

/// The input line for dice notation.
extension PlayState {
    /// Handles a key in the open line; `nil` for a key that the line does not use.
    mutating func type(_ key: Key) -> [PlayAction]? {
        switch key {
        case .click, .wheel: return nil
        case .escape: entry = nil
        case .enter: return entry?.purpose == .notation ? throwTyped() : enterTyped()
        default: entry?.press(key)
        }
        return []
    }

    /// Returns the prompt of the line.
    func asked(by entry: EntryLine) -> String {
        let dice = EventText.spoken.dice(rollable.map(\.die))
        return switch entry.purpose {
        case .notation: "throw"
        case .faces: "faces of \(dice)"
        case .facesAgain: "last roll's faces again, of \(dice)"
        }
    }

    /// The dice that a roll would roll. In a bank game, once all dice have scored, all are rolled
    /// again.
    private var rollable: [DieState] {
        let kept = locked + diceToKeep(before: .roll)
        return kept.count == dice.count ? dice : dice.filter { !kept.contains($0.die) }
    }

    /// Opens the line for entering faces, at a table with real dice. Returns true if it did.
    mutating func askForFaces() -> Bool {
        guard table?.snapshot.hand == true, canRoll else { return false }
        entry = EntryLine(purpose: .faces)
        return true
    }

    /// Opens the line for replacing the faces of the last roll. Returns true if it did.
    mutating func askForFacesAgain() -> Bool {
        guard let snapshot = table?.snapshot, snapshot.hand == true, snapshot.roll > 0 else {
            return false
        }
        entry = EntryLine(purpose: .facesAgain)
        return true
    }

    /// Reads the entered faces; those of one digit need no separator.
    private mutating func enterTyped() -> [PlayAction] {
        let words = (entry?.text ?? "").split { $0 == "," || $0.isWhitespace }
        let isOneByOne = words.count == 1 && rollable.allSatisfy { $0.sides < 10 }
        let faces =
            isOneByOne ? words[0].map(\.wholeNumberValue) : words.map { Int($0) }
        guard faces.count == rollable.count,
            zip(faces, rollable).allSatisfy({ face, die in
                face.map((1...die.sides).contains) == true
            })
        else {
            let sides = rollable.map { "d\($0.sides)" }.joined(separator: " ")
            entry?.mistake = .init(
                message:
                    "enter one face for each die, in this order: \(sides)"
            )
            return []
        }
        if let bank = table?.game?.bank, !bank.scores(anyOf: faces.compactMap(\.self)),
            let text = entry?.text, entry?.questioned != text
        {
            entry?.questioned = text
            entry?.mistake = .init(
                message: "these faces lose the turn; if they are right, press enter again"
            )
            return []
        }
        let replaces = entry?.purpose == .facesAgain
        entry = nil
        let action = PlayAction.enter(faces.compactMap(\.self), replaces: replaces)
        return replaces ? [action] : keeping(before: .roll, action)
    }

    private mutating func throwTyped() -> [PlayAction] {
        guard let text = entry?.text, !text.allSatisfy(\.isWhitespace) else {
            entry = nil
            return []
        }
        return read(text)
    }

    /// Returns the throws of a line, or the request for the saved rolls on which it depends. If any
    /// part of the line cannot be thrown, nothing is, and the line is shown with the reason.
    mutating func read(_ line: String, among rolls: [SavedRoll]? = nil) -> [PlayAction] {
        do throws(EntryLine.Mistake) {
            let typed = try throwing(line, player, rolls)
            if entry?.text == line {
                entry = nil
            }
            notice = ""
            guard let typed else { return [.readRolls(line: line)] }
            if thrownLines.last != line {
                thrownLines.append(line)
            }
            return typed.map(PlayAction.throw)
        } catch {
            reopen(line, error)
        }
        return []
    }

    /// Shows the notes on a throw of the players here.
    mutating func tell(_ notes: [NotationNote]) {
        guard !notes.isEmpty else { return }
        let texts = notes.map(NoteText.text).map(Printable.text)
        announcements += texts
        notice = texts.joined(separator: "; ")
    }

    /// The history of the line: the other public throws of the players here, then the typed lines.
    /// Both are oldest first and without duplicates.
    var earlierLines: [String] {
        let own = (lastEntries ?? []).reversed().compactMap(\.thrown).filter {
            players.contains($0.by) && $0.seenBy == nil && $0.hidden != true
        }
        return (own.map { $0.saved?.description ?? $0.expression } + thrownLines)
            .reduce(into: []) { lines, text in
                lines = lines.filter { $0 != text } + [text]
            }
    }

    /// Shows a throw's line again, with the daemon's reason for rejecting it.
    mutating func reopen(_ typed: TypedThrow, _ error: WireError) {
        let message = Printable.text(error.problem)
        // An offset in a saved expression does not apply to the typed text.
        guard let start = error.data.offset, let expression = typed.params.expression else {
            return reopen(typed.text, EntryLine.Mistake(message: message))
        }
        let bytes = expression.utf8.count
        let first = max(0, min(start, bytes))
        let length = max(0, min(error.data.length ?? 0, bytes - first))
        reopen(
            typed.text,
            EntryLine.Mistake(
                message: message,
                place: first..<first + length,
                of: expression,
                in: typed.text
            )
        )
    }

    /// Shows a line again, with the reason why it is not thrown, unless another is being typed.
    mutating func reopen(_ line: String, _ mistake: EntryLine.Mistake) {
        if entry?.text == line {
            entry?.mistake = mistake
            return
        }
        guard entry == nil, !isOld else {
            notice = mistake.message
            return
        }
        entry = EntryLine(line, after: earlierLines)
        entry?.mistake = mistake
    }
}
