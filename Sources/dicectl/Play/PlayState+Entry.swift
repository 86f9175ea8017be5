import ArgumentParser
import DiceModel
import DiceNotation
import DiceWire

/// The line for dice notation.
extension PlayState {
    /// Takes in a key for the open line; nil for a key that the line does not use.
    mutating func type(_ key: Key, on layout: () -> PlayLayout) -> [PlayAction]? {
        guard entry != nil else { return nil }
        switch key {
        case .click(let row, let column):
            // The line stands over the buttons.
            if case .key = layout().target(row: row, column: column) { return [] }
            return nil
        case .wheel: return nil
        case .escape: entry = nil
        case .enter: return throwTyped()
        default: entry?.press(key)
        }
        return []
    }

    private mutating func throwTyped() -> [PlayAction] {
        guard let text = entry?.text, !text.allSatisfy(\.isWhitespace) else {
            entry = nil
            return []
        }
        do {
            let typed = try TypedThrow(text)
            if thrownLines.last != text { thrownLines.append(text) }
            entry = nil
            notice = ""
            return [.throw(typed)]
        } catch let error as NotationError {
            entry?.mistake = EntryLine.Mistake(message: error.message, place: error.place)
        } catch {
            entry?.mistake = EntryLine.Mistake(message: SecretOptions.message(for: error))
        }
        return []
    }

    /// The daemon has refused it: the line shows again with the reason, unless another is being typed.
    mutating func reopen(_ typed: TypedThrow, _ error: WireError) {
        let message = Printable.text(RefusalText(error, table: name).what)
        guard entry == nil, !isOld else {
            notice = message
            return
        }
        var reopened = EntryLine(typed.text, after: thrownLines)
        reopened.mistake = mistake(in: typed, error, message)
        entry = reopened
    }

    private func mistake(in typed: TypedThrow, _ error: WireError, _ message: String) -> EntryLine.Mistake {
        if let unread = typed.unread {
            // A place in a saved expression is not a place in the typed text.
            guard error.data.offset == nil else { return EntryLine.Mistake(message: message) }
            return EntryLine.Mistake(message: "\(unread.message); \(message)", place: unread.place)
        }
        let bytes = typed.text.utf8.count
        let start = error.data.offset.map { max(0, min($0, bytes)) }
        let length = max(0, min(error.data.length ?? 0, bytes))
        return EntryLine.Mistake(message: message, place: start.map { $0..<$0 + length })
    }
}

/// What was typed to be thrown.
struct TypedThrow: Hashable {
    let text: String
    /// The text without the options of a secret throw.
    private let notation: String
    private let viewers: Viewers?
    /// The name of a saved roll and its values, if the text is not an expression.
    private var saved: SavedText?
    /// Why the text is not an expression; nil if it is one.
    private(set) var unread: NotationError?

    private struct SavedText: Hashable {
        var name: RollName
        var values: [String: Double] = [:]
    }

    /// An expression, which may have names of saved rolls in it, else such a name with values: `attack bonus=9`; before or
    /// after it may stand who sees it: `--to gm`. Throws `NotationError` if it can be neither, and what is wrong with the
    /// options.
    init(_ text: String) throws {
        self.text = text
        (viewers, notation) = try SecretOptions.take(from: text)
        do {
            let expression = try Expression(parsing: try Expression.filling(notation, with: [:]))
            try expression.check(dice: Limits.diceOfThrow)
        } catch {
            (saved, unread) = (Self.saved(notation), error)
            guard saved != nil || SavedNames.mayStand(in: notation) else { throw error }
        }
    }

    /// - Parameter own: the thrower's name, also where `by` is left to the daemon.
    func params(table: TableName, by: String?, own: String, entropy: String) -> ThrowParams {
        let seenBy = viewers?.seenBy(thrower: own)
        guard let saved else {
            return ThrowParams(table: table, expression: notation, by: by, entropy: entropy, seenBy: seenBy)
        }
        let values = saved.values.isEmpty ? nil : ParameterValues(saved.values)
        return ThrowParams(table: table, saved: saved.name, values: values, by: by, entropy: entropy, seenBy: seenBy)
    }

    private static func saved(_ text: String) -> SavedText? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let name = words.first.flatMap({ RollName(String($0)) }) else { return nil }
        var saved = SavedText(name: name)
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let value = Double(parts[1]), value.isFinite else { return nil }
            saved.values[String(parts[0])] = value
        }
        return saved
    }
}
