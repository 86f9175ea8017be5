import DiceDrawing
import DiceModel
import DiceNotation

/// An input line for dice notation or faces, with its history.
package struct EntryLine: Hashable {
    /// The reason why the line cannot be thrown.
    package struct Mistake: Error, Hashable {
        var message: String
        /// The mistake's range in UTF-8 bytes; `nil` if it has none.
        var place: Range<Int>?

        package init(message: String, place: Range<Int>? = nil) {
            self.message = message
            self.place = place
        }

        /// Creates a mistake in a part of a line, which may have other blanks there.
        /// - Parameter place: the mistake's range in the part, in UTF-8 bytes.
        package init(message: String, place: Range<Int>, of part: String, in line: String) {
            self.init(message: message, place: TypedPart(part, in: line)?.place(of: place))
        }
    }

    /// What is typed into the line.
    enum Purpose: Hashable {
        case notation
        /// The faces of real dice.
        case faces
        /// Faces that replace those entered for the last roll.
        case facesAgain
    }

    private(set) var characters: [Character]
    /// The number of characters before the cursor.
    private(set) var cursor: Int
    var mistake: Mistake?
    /// The text after which the player was asked to press Enter again.
    var questioned: String?
    let purpose: Purpose
    /// The earlier lines, oldest first.
    private let earlier: [String]
    /// The index of the visible line in the history; after the last one, the new line.
    private var position: Int
    private var draft: [Character]

    /// The maximum length in characters, equal to that of an expression.
    static let maximum = NotationLimits.length

    init(
        _ text: String = "",
        after earlier: [String] = [],
        purpose: Purpose = .notation
    ) {
        self.purpose = purpose
        characters = Array(text)
        cursor = characters.count
        self.earlier = earlier
        position = earlier.count
        draft = characters
    }

    var text: String { String(characters) }

    /// Handles an editing or cursor key; others change nothing.
    mutating func press(_ key: Key) {
        let before = characters
        switch key {
        case .character(let character) where characters.count < Self.maximum:
            characters.insert(character, at: cursor)
            cursor += 1
        case .paste(let text):
            // Reduces pasted text to one line without control characters.
            let line = text.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
            for character in line
            where character.unicodeScalars.allSatisfy(\.isPrintable) {
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
        if characters != before {
            mistake = nil
        }
    }

    private mutating func remove(from start: Int, to end: Int) {
        guard start >= 0, start < end, end <= characters.count else { return }
        characters.removeSubrange(start..<end)
        cursor = start
    }

    /// The start of the word before the cursor; blanks between them belong to the word.
    private var startOfWord: Int {
        var start = cursor
        while start > 0, characters[start - 1].isWhitespace {
            start -= 1
        }
        while start > 0, !characters[start - 1].isWhitespace {
            start -= 1
        }
        return start
    }

    private mutating func recall(_ wanted: Int) {
        guard (0...earlier.count).contains(wanted), wanted != position else { return }
        if position == earlier.count {
            draft = characters
        }
        position = wanted
        characters = wanted == earlier.count ? draft : Array(earlier[wanted])
        cursor = characters.count
    }

    /// The mistake's range in characters, at least one wide.
    var mistaken: Range<Int>? {
        guard let place = mistake?.place else { return nil }
        let start = count(before: place.lowerBound)
        return start..<max(start + 1, count(before: place.upperBound))
    }

    /// Returns how many characters end at or before this byte.
    private func count(before byte: Int) -> Int {
        var bytes = 0
        var count = 0
        for character in characters {
            bytes += String(character).utf8.count
            guard bytes <= byte else { break }
            count += 1
        }
        return count
    }
}
