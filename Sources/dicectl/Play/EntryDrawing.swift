import DiceModel

/// Draws the line for dice notation at the bottom of the screen, and what is wrong in it below.
struct EntryDrawing {
    var glyphs: Glyphs

    func draw(_ entry: EntryLine, in buffer: inout CellBuffer) {
        let row = max(0, buffer.height - 2)
        let prompt = buffer.width >= 30 ? "throw: " : "/ "
        let room = max(1, buffer.width - prompt.count - 1)
        let first = Self.first(shown: entry, in: room)
        clear(row, &buffer)
        var column = buffer.write(prompt, row: row, column: 0, style: .strong)
        var caret: (start: Int, end: Int)?
        for index in first..<entry.characters.count + 1 {
            if entry.mistaken?.contains(index) == true { caret = (caret?.start ?? column, column + 1) }
            let character = index < entry.characters.count ? entry.characters[index] : " "
            let text = glyphs.shown(Printable.text(String(character)))
            column = buffer.write(text, row: row, column: column, style: index == entry.cursor ? .chosen : .plain)
        }
        guard let mistake = entry.mistake, row + 1 < buffer.height else { return clear(row + 1, &buffer) }
        clear(row + 1, &buffer)
        draw(glyphs.shown(Printable.text(mistake.message)), caret, below: row, &buffer)
    }

    /// The caret, and the message beside it if it has room, else above the line.
    private func draw(_ message: String, _ caret: (start: Int, end: Int)?, below row: Int, _ buffer: inout CellBuffer) {
        guard let caret else {
            buffer.write(glyphs.cut(message, to: buffer.width), row: row + 1, column: 0)
            return
        }
        let mark = String(repeating: "^", count: max(1, min(caret.end, buffer.width) - caret.start))
        buffer.write(mark, row: row + 1, column: caret.start, style: .alert)
        let width = DisplayWidth.of(message)
        if caret.end + 1 + width <= buffer.width {
            buffer.write(message, row: row + 1, column: caret.end + 1)
        } else if width + 1 <= caret.start {
            buffer.write(message, row: row + 1, column: caret.start - 1 - width)
        } else if row > 0 {
            let lines = Wrapping.lines(
                message.split(separator: " ").map(String.init), separator: " ", columns: buffer.width,
                atMost: min(3, row), glyphs)
            for (offset, line) in lines.enumerated() {
                clear(row - lines.count + offset, &buffer)
                buffer.write(line, row: row - lines.count + offset, column: 0)
            }
        }
    }

    private func clear(_ row: Int, _ buffer: inout CellBuffer) {
        buffer.write(String(repeating: " ", count: buffer.width), row: row, column: 0)
    }

    /// The first character that shows, so that the cursor does, or else the mistake.
    private static func first(shown entry: EntryLine, in room: Int) -> Int {
        let wanted = entry.mistaken?.lowerBound ?? entry.cursor
        var (first, width) = (min(wanted, entry.characters.count), 0)
        while first > 0 {
            width += DisplayWidth.of(entry.characters[first - 1])
            guard width <= room - 1 else { break }
            first -= 1
        }
        return first
    }
}

/// A line of dice notation that is being typed, with those before it.
struct EntryLine: Hashable {
    /// Why it cannot be thrown.
    struct Mistake: Hashable {
        var message: String
        /// The place of the mistake in bytes of UTF-8; nil if it has none.
        var place: Range<Int>?
    }

    private(set) var characters: [Character]
    /// How many characters stand before it.
    private(set) var cursor: Int
    var mistake: Mistake?
    /// Oldest first.
    private let earlier: [String]
    /// Which of them shows; after the last one the line that is new.
    private var position: Int
    private var draft: [Character]

    /// Characters of a line, as many as an expression may have.
    static let most = 1_024

    init(_ text: String = "", after earlier: [String]) {
        characters = Array(text)
        cursor = characters.count
        self.earlier = earlier
        position = earlier.count
        draft = characters
    }

    var text: String { String(characters) }

    /// Takes in a key that edits or moves; others change nothing.
    mutating func press(_ key: Key) {
        let before = characters
        switch key {
        case .character(let character) where characters.count < Self.most:
            characters.insert(character, at: cursor)
            cursor += 1
        case .paste(let text):
            // One line, without control characters.
            let line = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
            for character in line where character.unicodeScalars.allSatisfy(\.isPrintable) {
                press(.character(character))
            }
        case .backspace: remove(from: cursor - 1, to: cursor)
        case .delete: remove(from: cursor, to: cursor + 1)
        case .removeLine: remove(from: 0, to: cursor)
        case .removeWord: remove(from: startOfWord, to: cursor)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = characters.count
        case .up: recall(position - 1)
        case .down: recall(position + 1)
        default: break
        }
        if characters != before { mistake = nil }
    }

    private mutating func remove(from start: Int, to end: Int) {
        guard start >= 0, start < end, end <= characters.count else { return }
        characters.removeSubrange(start..<end)
        cursor = start
    }

    /// Blanks before the cursor go with the word before them.
    private var startOfWord: Int {
        var start = cursor
        while start > 0, characters[start - 1].isWhitespace { start -= 1 }
        while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
        return start
    }

    private mutating func recall(_ wanted: Int) {
        guard (0...earlier.count).contains(wanted), wanted != position else { return }
        if position == earlier.count { draft = characters }
        position = wanted
        characters = wanted == earlier.count ? draft : Array(earlier[wanted])
        cursor = characters.count
    }

    /// The mistake's place in characters, at least one wide.
    var mistaken: Range<Int>? {
        guard let place = mistake?.place else { return nil }
        let start = count(before: place.lowerBound)
        return start..<max(start + 1, count(before: place.upperBound))
    }

    /// How many characters end at this byte or before it.
    private func count(before byte: Int) -> Int {
        var (bytes, count) = (0, 0)
        for character in characters {
            bytes += String(character).utf8.count
            guard bytes <= byte else { break }
            count += 1
        }
        return count
    }
}
