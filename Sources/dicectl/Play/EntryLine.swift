import DiceModel
import DiceNotation

/// A line of dice notation, or of faces, that is being typed, with those before it.
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
    /// Whether it is for what real dice show.
    let isForFaces: Bool
    /// Oldest first.
    private let earlier: [String]
    /// Which of them shows; after the last one the line that is new.
    private var position: Int
    private var draft: [Character]

    /// Characters of a line, as many as an expression may have.
    static let most = NotationLimits.length

    init(_ text: String = "", after earlier: [String] = [], isForFaces: Bool = false) {
        self.isForFaces = isForFaces
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

    /// Blanks before the cursor go with the word before them.
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

    /// The mistake's place in characters, at least one wide.
    var mistaken: Range<Int>? {
        guard let place = mistake?.place else { return nil }
        let start = count(before: place.lowerBound)
        return start..<max(start + 1, count(before: place.upperBound))
    }

    /// How many characters end at this byte or before it.
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
