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

    /// `4d6kh3+2 · "fire bolt" · ann · total 17`. If that is too wide, the expression is omitted
    /// first, then the saved roll's name, then the label. The thrower and the total remain.
    func caption(of thrown: ThrowFrame, columns: Int) -> String {
        let by = PlayerTag.text(thrown.by, among: players)
        let end = ending(of: thrown)
        let who = thrown.result == nil ? by + " throws" + glyphs.ellipsis : by
        let expression = Printable.text(thrown.headline)
        let purpose = thrown.purpose.map(Printable.text) ?? ""
        let label = thrown.label.map { Printable.text(Self.quoted($0)) }
        let subject = label ?? (purpose.isEmpty ? expression : purpose)
        let short = ending(of: thrown, isShort: true)
        let worth = thrown.result.map(shortWorth(of:)) ?? short
        let besides = [who, end].filter { !$0.isEmpty }.map { width($0) + width(glyphs.separator) }
        let room = columns - besides.reduce(0, +)
        let nameRoom = columns - width(glyphs.separator) - width(worth)
        let choices = [
            [expression, purpose, who, end],
            purpose.isEmpty ? [] : [purpose, who, end],
            [subject, who, end],
            room < Self.leastSubject
                ? [] : [glyphs.cut(glyphs.shown(subject), to: room), who, end],
            [who, end],
            [who, short],
            [who, worth],
            [glyphs.cut(by, to: max(Self.leastName, nameRoom)), worth],
            [end], [worth],
        ]
        return glyphs.firstFitting(choices.filter { !$0.isEmpty }, columns)
    }

    /// The least width at which a part of the expression or of the label is shown.
    private static let leastSubject = 8
    /// The least width at which a part of the thrower's name is shown.
    private static let leastName = 4

    private func width(_ text: String) -> Int {
        DisplayWidth.of(glyphs.shown(text))
    }

    /// `ann "fire bolt": 4d6kh3+2: ` and `[6 5 4 (1)] + 2 = 17`, for a settled throw.
    package func line(_ result: ThrowResult) -> (head: String, rest: String) {
        let label = ThrowFrame(result).purpose.map { " " + $0 } ?? ""
        if result.hidden == true {
            return (
                head(
                    result.by,
                    "\(label): \(ThrowFrame(result).headline): "
                ),
                EventText.secret(result)
            )
        }
        let (expression, rest) = result.screenText
        let end = EventText.ending(result) + EventText.viewers(result)
        return (
            head(result.by, "\(label): " + expression),
            glyphs.shown(Printable.text(rest + end))
        )
    }

    /// Returns the line of a settled throw after one of these starts, or only its caption if that
    /// is too wide.
    /// - Parameter starts: the starts, each of which is used if the thrower and the total do not
    ///   fit after the one before it.
    package func line(_ result: ThrowResult, after starts: [String], columns: Int) -> String {
        let (head, rest) = line(result)
        if let start = starts.first, width(start + head + rest) <= columns {
            return start + head + rest
        }
        let thrown = ThrowFrame(result)
        let least = [PlayerTag.text(result.by, among: players), shortWorth(of: result)].joined(
            separator: glyphs.separator
        )
        let start = starts.first { width($0 + least) <= columns } ?? starts.last ?? ""
        return start + caption(of: thrown, columns: columns - width(start))
    }

    func head(_ thrown: ThrowFrame) -> String {
        let label = thrown.purpose.map { " " + $0 } ?? ""
        return head(thrown.by, "\(label): \(thrown.headline): ")
    }

    private func head(_ by: String, _ rest: String) -> String {
        glyphs.shown(PlayerTag.text(by, among: players) + Printable.text(rest))
    }

    /// `total 17`, `total 25, made by 5, natural 20`, `5 successes`, `total 1 success, 2 threat`;
    /// for a secret throw `total 17, seen only by gm`; empty for a public one in flight.
    /// - Parameter isShort: true for `17` and `17, secret`.
    func ending(of thrown: ThrowFrame, isShort: Bool = false) -> String {
        var secret = EventText.viewersText(thrown)
        if isShort, secret != nil {
            secret = "secret"
        }
        guard let result = thrown.result else { return secret ?? "" }
        if result.hidden == true {
            return "hidden"
        }
        let text = [
            total(of: result, isShort: isShort), result.verdict?.words, secret,
            result.critical?.word,
        ].compactMap(\.self).joined(separator: ", ")
        return Printable.text(text + result.noDice + EventText.ending(result))
    }

    /// `17`, `95, missed by 40`: the total and its meaning alone.
    private func shortWorth(of result: ThrowResult) -> String {
        if result.hidden == true {
            return "hidden"
        }
        let words = [total(of: result, isShort: true), result.verdict?.words]
        return Printable.text(words.compactMap(\.self).joined(separator: ", "))
    }

    private func total(of result: ThrowResult, isShort: Bool) -> String {
        if let totals = result.totals {
            let word = result.countsSuccesses ? "successes " : "totals "
            return (isShort && !result.countsSuccesses ? "" : word)
                + totals.map(NumberText.text).joined(separator: " ")
        }
        guard let worth = result.worth else {
            return "no total: \(result.message ?? "it failed")"
        }
        return (isShort || result.countsSuccesses ? "" : "total ") + worth
    }
}

extension ThrowResult {
    /// `, no dice` if no die of two or more faces was rolled, else empty.
    var noDice: String { text.hasSuffix(Evaluation.noDice) ? Evaluation.noDice : "" }
}

extension ThrowFrame {
    /// The saved roll's name with the values given, and the label: `coc skill=55, "the last orc"`;
    /// `nil` if there is neither.
    package var purpose: String? {
        let label = label.map(ThrowWords.quoted)
        return saved.map { "\($0)\(values.given)" + (label.map { ", " + $0 } ?? "") } ?? label
    }

    /// The expression in a headline, with the values given if it does not show them.
    var headline: String {
        Expression.headline(expression) + (saved == nil && isShortened ? values.given : "")
    }

    private var isShortened: Bool { Expression.shortened(expression) != expression }
}

extension ParameterValues? {
    /// ` skill=55`; empty without values.
    fileprivate var given: String {
        (self?.values ?? [:]).sorted { $0.key < $1.key }
            .map { " \($0.key)=\(NumberText.text($0.value))" }.joined()
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
