/// Makes keys out of what a terminal sends: ASCII, the cursor keys of ECMA-48 and VT52's likes, SGR mouse reports (1006).
struct KeyDecoder {
    private var pending: [UInt8] = []
    private var isPasting = false

    /// Whether an escape sequence has begun, or the Escape key was pressed: time tells. The rest of a longer sequence is
    /// awaited for as long as it takes, as its digits are not to be taken for keys.
    var isWaiting: Bool { pending == [0x1B] && !isPasting }

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = isPasting ? endOfPaste() : next() {
            pending.removeFirst(length)
            if let key { keys.append(key) }
        }
        if pending.count > 64 { pending = [] }
        return keys
    }

    /// No more has come for a while: what began as a sequence was the Escape key.
    mutating func timeOut() -> [Key] {
        guard isWaiting else { return [] }
        pending = []
        return [.escape]
    }

    /// Skips pasted text (mode 2004), up to the mark behind it.
    private mutating func endOfPaste() -> (Key?, Int)? {
        let mark = Array("\u{1B}[201~".utf8)
        guard let end = pending.firstRange(of: mark)?.upperBound else {
            let useless = pending.count - mark.count + 1
            return useless > 0 ? (nil, useless) : nil
        }
        isPasting = false
        return (.paste, end)
    }

    /// The first thing in `pending`, and its length; the key is nil for what means nothing here.
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
        case UInt8(ascii: "O"): return pending.count > 2 ? (Self.cursor(pending[2]), 3) : nil
        case 0x1B: return (.escape, 1)
        default: return (nil, 2)
        }
    }

    /// A control sequence (CSI): parameters, then one final byte. An escape in its midst begins another.
    private mutating func control() -> (Key?, Int)? {
        let isEnd = { (byte: UInt8) in (0x40...0x7E).contains(byte) || byte == 0x1B }
        guard let end = pending[2...].firstIndex(where: isEnd) else { return nil }
        let parameters = String(decoding: pending[2..<end], as: UTF8.self)
        switch pending[end] {
        case 0x1B: return (nil, end)
        case UInt8(ascii: "~") where parameters == "200":
            isPasting = true
            return (nil, end + 1)
        case UInt8(ascii: "M") where parameters.hasPrefix("<"): return (Self.mouse(parameters), end + 1)
        case UInt8(ascii: "~"): return (Self.keypad(parameters), end + 1)
        case let final: return (Self.cursor(final), end + 1)
        }
    }

    private static func cursor(_ final: UInt8) -> Key? {
        switch Character(Unicode.Scalar(final)) {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "F": .end
        case "H": .home
        case "M": .enter
        case "Z": .backTab
        default: nil
        }
    }

    private static func keypad(_ parameters: String) -> Key? {
        switch parameters.prefix(while: { $0 != ";" }) {
        case "1", "7": .home
        case "3": .delete
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }

    /// `<button;column;row`, counted from 1. Motion, releases and the other buttons mean nothing here.
    private static func mouse(_ parameters: String) -> Key? {
        let numbers = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        switch numbers[0] {
        case 0: return .click(row: numbers[2] - 1, column: numbers[1] - 1)
        case 64: return .wheel(-1)
        case 65: return .wheel(1)
        default: return nil
        }
    }
}
