package import DiceModel
import DiceNotation

/// The text about a throw beside its dice.
package struct ThrowWords {
    var glyphs: Glyphs
    /// The players of the table, whose places determine their colors.
    var players: [String]

    package init(glyphs: Glyphs, players: [String] = []) {
        self.glyphs = glyphs
        self.players = players
    }

    /// Returns a label in quotes, so that it is not taken for an expression or its dice.
    package static func quoted(_ label: String) -> String {
        "\"\(label.replacing("\"", with: "'"))\""
    }

    /// `4d6kh3+2 · "fire bolt" · ann · total 17`. If that is too wide, the following are omitted in
    /// this order, so that the total remains: the label (for a saved roll, the expression), the
    /// player's name, the end of the expression.
    func caption(of thrown: ThrowFrame, columns: Int) -> String {
        let by = PlayerTag.text(thrown.by, among: players)
        let expression = Printable.text(Expression.shortened(thrown.expression))
        let end = ending(of: thrown)
        let label = thrown.purpose.map(Printable.text) ?? ""
        let who = thrown.result == nil ? by + " throws" + glyphs.ellipsis : by
        let short = glyphs.cut(
            expression,
            to: max(8, columns - DisplayWidth.of(end) - glyphs.separator.count)
        )
        let named = thrown.saved?.description ?? expression
        let parts = [
            [expression, label, who, end],
            [named, who, end],
            [named, end],
            [short, end],
            [end],
        ]
        return glyphs.firstFitting(end.isEmpty ? parts.dropLast() : parts, columns)
    }

    /// `ann "fire bolt": 4d6kh3+2: ` and `[6 5 4 (1)] + 2 = 17`, for a settled throw.
    package func line(_ result: ThrowResult) -> (head: String, rest: String) {
        let label = ThrowFrame(result).purpose.map { " " + $0 } ?? ""
        let expression = result.expression + ": "
        if result.hidden == true {
            return (
                head(
                    result.by,
                    "\(label): \(Expression.shortened(result.expression)): "
                ),
                EventText.secret(result)
            )
        }
        let words = result.shownText
        let rest =
            words.hasPrefix(expression)
            ? String(words.dropFirst(expression.count)) : words
        let end = EventText.ending(result) + EventText.viewers(result)
        return (
            head(result.by, "\(label): " + (rest == words ? "" : expression)),
            glyphs.shown(Printable.text(rest + end))
        )
    }

    func head(_ thrown: ThrowFrame) -> String {
        let label = thrown.purpose.map { " " + $0 } ?? ""
        return head(thrown.by, "\(label): \(Expression.shortened(thrown.expression)): ")
    }

    private func head(_ by: String, _ rest: String) -> String {
        glyphs.shown(PlayerTag.text(by, among: players) + Printable.text(rest))
    }

    /// `total 17`, `total 25, made by 5, natural 20`, `total 1 success, 2 threat`; for a secret
    /// throw `total 17, seen by gm alone`; empty for a public one in flight.
    func ending(of thrown: ThrowFrame) -> String {
        let secret = EventText.viewersText(thrown)
        guard let result = thrown.result else { return secret ?? "" }
        if result.hidden == true {
            return "hidden"
        }
        let total = result.totals == nil ? result.worth.map { "total " + $0 } : nil
        let totals = result.totals.map {
            "totals " + $0.map(NumberText.text).joined(separator: " ")
        }
        let words = [
            totals,
            total
                ?? (totals == nil ? "no total: \(result.message ?? "it failed")" : nil),
            result.verdict?.words, secret, result.critical?.word,
        ]
        let text = words.compactMap(\.self).joined(separator: ", ")
        return Printable.text(text + result.noDice + EventText.ending(result))
    }
}

extension ThrowResult {
    /// `, no dice` if no die of two or more faces was rolled, else empty.
    var noDice: String { text.hasSuffix(Evaluation.noDice) ? Evaluation.noDice : "" }
}

extension ThrowFrame {
    /// The saved roll's name and the label: `attack, "the last orc"`; `nil` if there is neither.
    package var purpose: String? {
        let label = label.map(ThrowWords.quoted)
        return saved.map { "\($0)" + (label.map { ", " + $0 } ?? "") } ?? label
    }
}

/// A summary of a throw whose dice do not all fit.
enum ThrowSummary {
    /// `100 dice:`, `17x 1,`, `15x 2` and so on, for the dice that count; empty while any die is in
    /// flight.
    static func counts(of faces: [ShownDie]) -> [String] {
        guard !faces.contains(where: \.isRolling) else { return [] }
        let kept = faces.filter(\.isKept)
        var counts: [String: (count: Int, value: Int)] = [:]
        for face in kept {
            if let value = face.value, let name = face.number {
                counts[name, default: (0, value)].count += 1
            }
        }
        let dropped = faces.count - kept.count
        let head = "\(faces.count) dice\(dropped > 0 ? ", \(dropped) dropped" : ""):"
        let parts = counts.sorted {
            ($0.value.value, $0.key) < ($1.value.value, $1.key)
        }
        .map { "\($0.value.count)x \($0.key)" }
        return [head]
            + parts.enumerated().map {
                $0.offset == parts.count - 1 ? $0.element : $0.element + ","
            }
    }
}
