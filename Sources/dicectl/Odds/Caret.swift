internal import DiceNotation

/// What is wrong with an expression, and where.
enum Caret {
    static func text(_ error: NotationError, in expression: String) -> String {
        let bytes = Array(expression.utf8)
        let start = min(max(0, error.place.lowerBound), bytes.count)
        let end = min(max(start, error.place.upperBound), bytes.count)
        func width(_ part: ArraySlice<UInt8>) -> Int {
            DisplayWidth.of(Printable.text(String(decoding: part, as: UTF8.self)))
        }
        let mark = String(repeating: "^", count: max(1, width(bytes[start..<end])))
        let space = String(repeating: " ", count: width(bytes[..<start]))
        return "\(error.message)\n  \(Printable.text(expression))\n  \(space)\(mark)"
    }
}
