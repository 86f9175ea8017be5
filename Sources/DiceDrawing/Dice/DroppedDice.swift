/// Splits a text so that dropped dice get their own style.
enum DroppedDice {
    /// Splits `[6 5 (1)]` into `[6 5 `, `(1)`, `]`.
    static func parts(of text: String) -> [(text: String, style: CellStyle)] {
        var parts: [(text: String, style: CellStyle)] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "("),
            let close = rest[open...].firstIndex(of: ")")
        {
            let next = rest.index(after: close)
            // The parentheses of a calculation may contain dropped dice.
            let end =
                isDice(rest[rest.index(after: open)..<close])
                ? next : rest.index(after: open)
            parts.append((String(rest[..<open]), .plain))
            parts.append((String(rest[open..<end]), end == next ? .dropped : .plain))
            rest = rest[end...]
        }
        return (parts + [(String(rest), .plain)]).filter { !$0.text.isEmpty }
    }

    /// Returns true if these are faces with their marks, not a sum.
    private static func isDice(_ text: Substring) -> Bool {
        let words = text.split(separator: " ")
        return !words.isEmpty
            && words.allSatisfy { isDie($0, isAlone: words.count == 1) }
    }

    private static func isDie(_ word: Substring, isAlone: Bool) -> Bool {
        var face = word
        while let last = face.last, "!r*_cf".contains(last) {
            face.removeLast()
        }
        if isAlone, face == "+" || face == "-" {
            return true
        }
        let digits = face.first == "-" ? face.dropFirst() : face
        return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
    }
}
