internal import DiceModel
internal import DiceNotation

/// What is said of a throw beside its dice.
struct ThrowWords {
    var glyphs: Glyphs

    /// `4d6kh3+2 · fire bolt · ann · total 17`. Where that is too wide the label is left out first, then who threw, then
    /// the end of the expression, so that the total stays.
    func caption(of thrown: ThrowFrame, columns: Int) -> String {
        let by = Printable.text(thrown.by)
        let (expression, end) = (Printable.text(thrown.expression), ending(of: thrown))
        let label = thrown.label.map(Printable.text) ?? ""
        let who = thrown.result == nil ? by + " throws" + glyphs.ellipsis : by
        let short = glyphs.cut(expression, to: max(8, columns - DisplayWidth.of(end) - glyphs.separator.count))
        let lines = [[expression, label, who, end], [expression, who, end], [expression, end], [short, end], [end]].map
        {
            glyphs.shown($0.filter { !$0.isEmpty }.joined(separator: glyphs.separator))
        }
        let most = end.isEmpty ? 4 : 5
        return glyphs.cut(lines[..<most].first { DisplayWidth.of($0) <= columns } ?? lines[most - 1], to: columns)
    }

    /// `ann fire bolt: 4d6kh3+2: ` and `[6 5 4 (1)] + 2 = 17`, for a throw that has settled.
    func line(_ result: ThrowResult) -> (head: String, rest: String) {
        let label = result.label.map { " " + $0 } ?? ""
        let expression = result.expression + ": "
        let rest = result.text.hasPrefix(expression) ? String(result.text.dropFirst(expression.count)) : result.text
        let head = "\(result.by)\(label): " + (rest == result.text ? "" : expression)
        return (
            glyphs.shown(Printable.text(head)), glyphs.shown(Printable.text(rest + PlainLine.ending(of: result)))
        )
    }

    /// What stands before the dice of a throw in flight.
    func head(_ thrown: ThrowFrame) -> String {
        let label = thrown.label.map { " " + $0 } ?? ""
        return glyphs.shown(Printable.text("\(thrown.by)\(label): \(thrown.expression): "))
    }

    /// `total 17`; of a throw in flight nothing.
    private func ending(of thrown: ThrowFrame) -> String {
        guard let result = thrown.result else { return "" }
        let total = result.total.map { "total " + NumberText.text($0) }
        let totals = result.totals.map { "totals " + $0.map(NumberText.text).joined(separator: " ") }
        let words =
            totals.map { [$0] + [total].compactMap(\.self) } ?? [total ?? "no total: \(result.message ?? "it failed")"]
        return Printable.text(words.joined(separator: ", ") + PlainLine.ending(of: result))
    }
}

/// Parts of a text with the dropped dice in a style of their own.
enum DroppedDice {
    /// `[6 5 (1)]` as `[6 5 `, `(1)`, `]`.
    static func parts(of text: String) -> [(text: String, style: Style)] {
        var parts: [(text: String, style: Style)] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
            let next = rest.index(after: close)
            // In the parentheses of a calculation others may begin.
            let end = isDice(rest[rest.index(after: open)..<close]) ? next : rest.index(after: open)
            parts.append((String(rest[..<open]), .plain))
            parts.append((String(rest[open..<end]), end == next ? .dropped : .plain))
            rest = rest[end...]
        }
        return (parts + [(String(rest), .plain)]).filter { !$0.text.isEmpty }
    }

    /// Whether these are faces with their marks, and no sum.
    private static func isDice(_ text: Substring) -> Bool {
        let words = text.split(separator: " ")
        return !words.isEmpty && words.allSatisfy { isDie($0, isAlone: words.count == 1) }
    }

    private static func isDie(_ word: Substring, isAlone: Bool) -> Bool {
        var face = word
        while let last = face.last, "!r*_cf".contains(last) { face.removeLast() }
        if isAlone, face == "+" || face == "-" { return true }
        let digits = face.first == "-" ? face.dropFirst() : face
        return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
    }
}
