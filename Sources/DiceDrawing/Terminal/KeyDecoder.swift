import DiceNotation

/// Decodes keys from a terminal's input: ASCII, the cursor keys of ECMA-48 and of the VT52, and SGR
/// mouse reports (1006).
package struct KeyDecoder {
    private var pending: [UInt8] = []
    private var isPasting = false
    private var pasted: [UInt8] = []

    package init() {}

    /// True if the input is an Escape that may be the key or the beginning of a sequence; only time
    /// can tell. Longer sequences have no timeout, so that their digits never count as keys.
    package var isWaiting: Bool { pending == [0x1B] && !isPasting }

    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = isPasting ? endOfPaste() : next() {
            pending.removeFirst(length)
            if let key {
                keys.append(key)
            }
        }
        if pending.count > 64 {
            pending = []
        }
        return keys
    }

    /// Decodes a pending escape as the Escape key. Called if no more input has arrived for a while.
    package mutating func timeOut() -> [Key] {
        guard isWaiting else { return [] }
        pending = []
        return [.escape]
    }

    /// Collects pasted text (mode 2004) up to its end mark, cut to the length of a line.
    private mutating func endOfPaste() -> (Key?, Int)? {
        let mark = Array("\u{1B}[201~".utf8)
        let end = pending.firstRange(of: mark)
        let known = end?.lowerBound ?? max(0, pending.count - mark.count + 1)
        pasted += pending[..<known].prefix(4 * NotationLimits.length - pasted.count)
        guard let end else { return known > 0 ? (nil, known) : nil }
        defer {
            isPasting = false
            pasted = []
        }
        return (.paste(String(decoding: pasted, as: UTF8.self)), end.upperBound)
    }

    /// Returns the first key in `pending` and its length; a `nil` key is a sequence without a
    /// meaning here.
    private mutating func next() -> (Key?, Int)? {
        guard let first = pending.first else { return nil }
        switch first {
        case 0x1B: return sequence()
        case 0x09: return (.tab, 1)
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x15: return (.removeLine, 1)
        case 0x17: return (.removeWord, 1)
        case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(first))), 1)
        default: return (nil, 1)
        }
    }

    private mutating func sequence() -> (Key?, Int)? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["): return control()
        case UInt8(ascii: "O"):
            return pending.count > 2 ? (Self.cursorKeys[pending[2]], 3) : nil
        case 0x1B: return (.escape, 1)
        default: return (nil, 2)
        }
    }

    /// Decodes a control sequence (CSI): parameters, then one final byte. An escape inside it
    /// begins another.
    private mutating func control() -> (Key?, Int)? {
        let isEnd = { (byte: UInt8) in (0x40...0x7E).contains(byte) || byte == 0x1B }
        guard let end = pending[2...].firstIndex(where: isEnd) else { return nil }
        let parameters = String(decoding: pending[2..<end], as: UTF8.self)
        switch pending[end] {
        case 0x1B: return (nil, end)
        case UInt8(ascii: "~") where parameters == "200":
            isPasting = true
            return (nil, end + 1)
        case UInt8(ascii: "M") where parameters.hasPrefix("<"):
            return (Self.mouse(parameters), end + 1)
        case UInt8(ascii: "~"):
            return (Self.keypad[String(parameters.prefix { $0 != ";" })], end + 1)
        case let final: return (Self.cursorKeys[final], end + 1)
        }
    }

    /// The cursor keys, by the final byte of their sequence.
    private static let cursorKeys: [UInt8: Key] = [
        0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left, 0x46: .end, 0x48: .home,
        0x4D: .enter,
        0x5A: .backTab,
    ]
    private static let keypad: [String: Key] = [
        "1": .home, "7": .home, "3": .delete, "4": .end, "8": .end, "5": .pageUp,
        "6": .pageDown,
    ]

    /// Decodes `<button;column;row`, counted from 1. Ignores motion, releases and the other
    /// buttons.
    private static func mouse(_ parameters: String) -> Key? {
        let numbers = parameters.dropFirst().split(separator: ";").compactMap {
            Int($0)
        }
        guard numbers.count == 3 else { return nil }
        switch numbers[0] {
        case 0: return .click(row: numbers[2] - 1, column: numbers[1] - 1)
        case 64: return .wheel(-1)
        case 65: return .wheel(1)
        default: return nil
        }
    }
}

/// A person's input at the terminal: a key press or a mouse click.
package enum Key: Hashable {
    case character(Character)
    /// Pasted text, possibly truncated.
    case paste(String)
    /// Removes the character before the cursor, or the one under it.
    case backspace, delete
    /// Removes the text before the cursor: all of it (Ctrl-U), or a word (Ctrl-W).
    case removeLine, removeWord
    case enter, escape, tab, backTab, up, down, left, right, pageUp, pageDown, home, end
    /// A press of the left button at this position, counted from 0.
    case click(row: Int, column: Int)
    /// The wheel's movement in notches; down is positive.
    case wheel(Int)
}
