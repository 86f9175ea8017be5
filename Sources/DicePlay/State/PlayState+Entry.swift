import DiceDrawing
import DiceFollowing
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
        case .enter: return entry?.isForFaces == true ? enterTyped() : throwTyped()
        default: entry?.press(key)
        }
        return askForRolls()
    }

    /// Requests the saved rolls as soon as the line has names to throw for: the number of a name is
    /// the value of the saved roll's parameter.
    private mutating func askForRolls() -> [PlayAction] {
        guard let entry, entry.text.contains(Self.forNames), !awaitsRolls else { return [] }
        awaitsRolls = true
        return [.readRolls]
    }

    private static let forNames = "--for"

    /// Returns the prompt of the line.
    func asked(by entry: EntryLine) -> String {
        entry.isForFaces
            ? "faces of \(EventText.spoken.dice(rollable.map(\.die)))" : "throw"
    }

    /// The dice that a roll would roll. In a bank game, once all dice have scored, all are rolled
    /// again.
    private var rollable: [DieState] {
        locked.count == dice.count ? dice : dice.filter { !$0.locked }
    }

    /// Opens the line for entering faces, at a table with real dice. Returns true if it did.
    mutating func askForFaces() -> Bool {
        guard table?.snapshot.hand == true, canRoll else { return false }
        entry = EntryLine(isForFaces: true)
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
        entry = nil
        return [.enter(faces.compactMap(\.self))]
    }

    private mutating func throwTyped() -> [PlayAction] {
        guard let text = entry?.text, !text.allSatisfy(\.isWhitespace) else {
            entry = nil
            return []
        }
        do throws(EntryLine.Mistake) {
            let typed = try throwing(text, player, savedRolls)
            awaitsRolls = false
            if thrownLines.last != text {
                thrownLines.append(text)
            }
            entry = nil
            notice = ""
            return typed.map(PlayAction.throw)
        } catch {
            entry?.mistake = error
        }
        return []
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

    /// Shows a rejected line again, with the reason, unless another is being typed.
    mutating func reopen(_ typed: TypedThrow, _ error: WireError) {
        let message = Printable.text(error.problem)
        guard entry == nil, !isOld else {
            notice = message
            return
        }
        var reopened = EntryLine(typed.text, after: earlierLines)
        reopened.mistake = mistake(in: typed, error, message)
        entry = reopened
    }

    private func mistake(in typed: TypedThrow, _ error: WireError, _ message: String)
        -> EntryLine.Mistake
    {
        if let unread = typed.unread {
            // An offset in a saved expression does not apply to the typed text.
            guard error.data.offset == nil else {
                return EntryLine.Mistake(message: message)
            }
            return EntryLine.Mistake(
                message: "\(unread.message); \(message)",
                place: unread.place
            )
        }
        let bytes = typed.text.utf8.count
        let start = error.data.offset.map { max(0, min($0, bytes)) }
        let length = max(0, min(error.data.length ?? 0, bytes))
        return EntryLine.Mistake(
            message: message,
            place: start.map { $0..<$0 + length }
        )
    }
}
