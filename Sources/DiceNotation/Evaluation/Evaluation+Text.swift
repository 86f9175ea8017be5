extension Evaluation {
    /// `6 5 4 (1) + 2 = 17`: the dice as they came, those that do not count in parentheses.
    ///
    /// Behind a die `!` is exploded, `r` rolled again, `*` a success, `_` a failure, `c` critical and `f` a fumble.
    public var text: String {
        guard let step, let total else {
            let dice = order.map { self.dice[$0].text }.joined(separator: " ")
            return (dice.isEmpty ? "" : dice + ": ") + (failure ?? "")
        }
        let end = step.parts.isEmpty || totals == nil ? " = " : "; total "
        return Writer(dice: dice).text(of: step, isWhole: true, isTight: false) + end + NumberText.text(total)
    }
}

private struct Writer {
    let dice: [ThrownDie]
    /// Whether it writes a member of a group that was dropped as a whole.
    var isDropped = false

    /// - Parameters:
    ///   - isWhole: whether nothing stands beside it.
    ///   - isTight: whether it stands beside something that holds more tightly than a sum.
    func text(of step: Step, isWhole: Bool, isTight: Bool) -> String {
        let plain = bareText(of: step, isWhole: isWhole, isTight: isTight)
        return step.expression.label.map { plain + " " + $0 } ?? plain
    }

    private func bareText(of step: Step, isWhole: Bool, isTight: Bool) -> String {
        let parts = step.parts
        switch step.expression.kind {
        case .number, .parameter: return NumberText.text(step.value)
        case .dice:
            guard !step.dice.isEmpty else { return "0" }
            let text = step.dice.map { isDropped ? dice[$0].markedText : dice[$0].text }.joined(separator: " ")
            return isWhole || step.dice.count == 1 ? text : "[\(text)]"
        case .negated: return "-" + text(of: parts[0], isWhole: false, isTight: true)
        case .binary(let name, _, _):
            let isSum = name == .add || name == .subtract
            let left = text(of: parts[0], isWhole: false, isTight: !isSum)
            let right = text(of: parts[1], isWhole: false, isTight: name != .add)
            let text = left + " \(name.rawValue) " + right
            return isTight ? "(\(text))" : text
        case .call(let function, _):
            return function.rawValue + "("
                + parts.map { text(of: $0, isWhole: false, isTight: false) }.joined(separator: ", ") + ")"
        case .group: return "{" + parts.map(member).joined(separator: ", ") + "}"
        case .repeated:
            let rounds = parts.map { part in
                text(of: part, isWhole: true, isTight: false) + " = " + NumberText.text(part.value)
            }.joined(separator: "; ")
            return isWhole ? rounds : "(\(rounds))"
        }
    }

    private func member(_ part: Step) -> String {
        guard !part.isKept else { return text(of: part, isWhole: false, isTight: false) + part.flags.marks }
        let dropped = Writer(dice: dice, isDropped: true)
        return "(\(dropped.text(of: part, isWhole: true, isTight: false))\(part.flags.marks))"
    }
}

extension ThrownDie {
    /// `6`, `6!`, `(1)`, and of a Fate die `+`, `0` or `-`.
    public var text: String { isKept ? markedText : "(\(markedText))" }

    fileprivate var markedText: String {
        let isSign = fate != nil && (-1...1).contains(value)
        let face = isSign ? (value > 0 ? "+" : value < 0 ? "-" : "0") : String(value)
        return face + flags.marks
    }
}

extension DieFlags {
    /// One character for each that is set.
    public var marks: String {
        let marks: [(DieFlags, String)] = [
            (.exploded, "!"), (.rerolled, "r"), (.success, "*"), (.failure, "_"), (.critical, "c"), (.fumble, "f"),
        ]
        return marks.filter { contains($0.0) }.map(\.1).joined()
    }
}
