import DiceModel
import DiceNotation

/// What is said of a throw beside its dice.
struct ThrowWords {
    var glyphs: Glyphs

    /// `4d6kh3+2 · fire bolt · ann · total 17`. If that is too wide the label is left out first, then who threw, then the end
    /// of the expression, so that the total stays.
    func caption(of thrown: ThrowFrame, columns: Int) -> String {
        let by = PlayerTag.text(thrown.by)
        let (expression, end) = (Printable.text(thrown.expression), ending(of: thrown))
        let label = thrown.label.map(Printable.text) ?? ""
        let who = thrown.result == nil ? by + " throws" + glyphs.ellipsis : by
        let short = glyphs.cut(expression, to: max(8, columns - DisplayWidth.of(end) - glyphs.separator.count))
        let parts = [[expression, label, who, end], [expression, who, end], [expression, end], [short, end], [end]]
        return glyphs.firstFitting(end.isEmpty ? parts.dropLast() : parts, columns)
    }

    /// `ann fire bolt: 4d6kh3+2: ` and `[6 5 4 (1)] + 2 = 17`, for a throw that has settled.
    func line(_ result: ThrowResult) -> (head: String, rest: String) {
        let label = result.label.map { " " + $0 } ?? ""
        let expression = result.expression + ": "
        if result.hidden == true {
            return (head(result.by, "\(label): \(expression)"), EventText.secret(result))
        }
        let rest = result.text.hasPrefix(expression) ? String(result.text.dropFirst(expression.count)) : result.text
        let end = EventText.ending(result.outcome, result.reason) + EventText.viewers(result.seenBy)
        return (
            head(result.by, "\(label): " + (rest == result.text ? "" : expression)),
            glyphs.shown(Printable.text(rest + end))
        )
    }

    func head(_ thrown: ThrowFrame) -> String {
        let label = thrown.label.map { " " + $0 } ?? ""
        return head(thrown.by, "\(label): \(thrown.expression): ")
    }

    private func head(_ by: String, _ rest: String) -> String {
        glyphs.shown(PlayerTag.text(by) + Printable.text(rest))
    }

    /// `total 17`, `total 25, natural 20`; of a secret throw `total 17, seen by gm alone`; of another one in flight nothing.
    func ending(of thrown: ThrowFrame) -> String {
        let secret = (thrown.seenBy ?? thrown.result?.seenBy).map(EventText.seenBy)
        guard let result = thrown.result else { return secret ?? "" }
        if result.hidden == true { return "hidden" }
        let total = result.total.map { "total " + NumberText.text($0) }
        let totals = result.totals.map { "totals " + $0.map(NumberText.text).joined(separator: " ") }
        let words = [
            totals, total ?? (totals == nil ? "no total: \(result.message ?? "it failed")" : nil), secret,
            result.critical?.word,
        ]
        let text = words.compactMap(\.self).joined(separator: ", ")
        return Printable.text(text + EventText.ending(result.outcome, result.reason))
    }
}

/// Parts of a text with the dropped dice in a style of their own.
enum DroppedDice {
    /// `[6 5 (1)]` as `[6 5 `, `(1)`, `]`.
    static func parts(of text: String) -> [(text: String, style: CellStyle)] {
        var parts: [(text: String, style: CellStyle)] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
            let next = rest.index(after: close)
            // In the parentheses of a calculation there may be others.
            let end = isDice(rest[rest.index(after: open)..<close]) ? next : rest.index(after: open)
            parts.append((String(rest[..<open]), .plain))
            parts.append((String(rest[open..<end]), end == next ? .dropped : .plain))
            rest = rest[end...]
        }
        return (parts + [(String(rest), .plain)]).filter { !$0.text.isEmpty }
    }

    /// Whether these are faces with their marks, and not a sum.
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

/// A throw of more dice than have room, in few words.
enum ThrowSummary {
    /// `100 dice:`, `17x 1,`, `15x 2` and so on, of the dice that count; nothing while one is in flight.
    static func counts(of faces: [ShownDie]) -> [String] {
        guard !faces.contains(where: \.isRolling) else { return [] }
        let kept = faces.filter(\.isKept)
        var counts: [Int: (count: Int, name: String)] = [:]
        for face in kept {
            if let value = face.value, let name = face.number { counts[value, default: (0, name)].count += 1 }
        }
        let dropped = faces.count - kept.count
        let head = "\(faces.count) dice\(dropped > 0 ? ", \(dropped) dropped" : ""):"
        let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value.count)x \($0.value.name)" }
        return [head] + parts.enumerated().map { $0.offset == parts.count - 1 ? $0.element : $0.element + "," }
    }
}

/// How a total was made, as a tree of the parts of its expression.
enum ExplainedThrow {
    static func lines(_ evaluation: Evaluation, text: String) -> [String] {
        guard let step = evaluation.step else { return [text + ": " + evaluation.text] }
        return head(step, evaluation) + below(step, evaluation, "")
    }

    private static func head(_ step: Step, _ evaluation: Evaluation) -> [String] {
        var line = step.expression.description
        if case .number = step.expression.kind {} else { line += " = " + step.value.description }
        if !step.isKept { line = "(\(line)) left out" }
        line += step.flags.marks
        if !step.dice.isEmpty { line += "   " + step.dice.map { evaluation.dice[$0].text }.joined(separator: " ") }
        return [Printable.text(line)]
    }

    private static func below(_ step: Step, _ evaluation: Evaluation, _ indent: String) -> [String] {
        step.parts.enumerated().flatMap { index, part in
            let isLast = index == step.parts.count - 1
            return head(part, evaluation).map { indent + (isLast ? "└─ " : "├─ ") + $0 }
                + below(part, evaluation, indent + (isLast ? "   " : "│  "))
        }
    }
}
