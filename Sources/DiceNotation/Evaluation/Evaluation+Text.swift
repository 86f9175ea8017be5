extension Evaluation {
    /// The result as text: `6 5 4 (1) + 2 = 17`, with the dice in order, and dice that do not count
    /// in parentheses.
    ///
    /// After a die, `!` means exploded, `r` rerolled, `*` a success, `_` a failure, `c` critical
    /// and `f` a fumble.
    public var text: String { text(in: .unlimited) }

    /// Returns the same text within a size limit. `… (+96 dice)` replaces omitted dice.
    public func text(in room: TextRoom) -> String {
        let words =
            dice.contains { $0.kind.customFaces != nil } ? step?.expression.symbolNames ?? [] : []
        let end =
            step.map { total(of: $0, words) + remark } ?? (dice.isEmpty ? "" : ": ")
            + (failure ?? "")
        let reserved =
            room == .unlimited
            ? 0 : room.size(of: Writer.remark(dice.count) + " " + end)
        var writer = Writer(
            dice: dice,
            symbolNames: words,
            verdicts: totals == nil ? [] : verdicts[...],
            showsSums: grammar != .third,
            room: room,
            left: room.maximum - reserved
        )
        if let step {
            writer.write(step, isWhole: true, isTight: false)
        } else {
            writer.write(order, isDropped: false)
        }
        var text = writer.text
        if writer.isFull {
            text += (text.last == " " ? "" : " ") + Writer.remark(writer.omitted)
        }
        text += end
        // The total alone may be too long, because it names every word on the dice.
        if case .bytes = room {
            return room.cut(text)
        }
        return text
    }
}

extension Evaluation {
    /// The end of the text of an expression without a die of two or more faces.
    public static let noDice = ", no dice"

    /// Returns the text after the dice.
    fileprivate func total(of step: Step, _ words: [String]) -> String {
        if case .check(_, _, let target) = step.expression.kind, !target.isWritten {
            return " = \(step.parts[1].value)"
                + (totals == nil ? verdicts.first ?? "" : "")
        }
        let isList = totals != nil && !step.rolled.parts.isEmpty
        return (isList ? "; total " : " = ") + step.rolled.worth(words, on: dice)
            + (isList ? "" : verdicts.first ?? "")
    }

    /// What tells a number from a roll: `, no dice` if no die of two or more faces was rolled.
    fileprivate var remark: String {
        !saysNoDice || dice.contains { $0.kind.sides > 1 } ? "" : Self.noDice
    }

    /// The text after each total.
    fileprivate var verdicts: [String] {
        checks.map { ", " + $0.text } + results.map { $0.map { ", " + $0 } ?? "" }
    }
}

extension Expression {
    /// True if the expression is a plain number.
    fileprivate var isWritten: Bool {
        switch kind {
        case .number, .parameter: true
        case .negated(let inner): inner.isWritten
        default: false
        }
    }
}

/// Writes text until the size limit is reached.
private struct Writer {
    let dice: [ThrownDie]
    /// The words on the dice.
    let symbolNames: [String]
    /// The text after the total of each round of the whole expression.
    var verdicts: ArraySlice<String>
    /// True if members of counted groups are shown with their totals.
    let showsSums: Bool
    /// The size limit, which determines the unit of measurement.
    let room: TextRoom
    /// The remaining size; negative once something did not fit.
    var left: Int
    var isFull: Bool { left < 0 }
    private(set) var text = ""
    /// The number of dice that were not written.
    private(set) var omitted = 0

    static func remark(_ left: Int) -> String {
        "… (+\(left) dice)"
    }

    private mutating func write(_ piece: String) {
        guard !isFull else { return }
        left -= room.size(of: piece)
        if !isFull {
            text += piece
        }
    }

    /// - Parameter start: the text before the first of the dice.
    mutating func write(_ indices: [Int], after start: String = "", isDropped: Bool) {
        for (place, index) in indices.enumerated() {
            let die = dice[index]
            if !isFull {
                let separator = place > 0 ? " " : start
                write(separator + (isDropped ? die.markedText : die.text))
            }
            if isFull {
                omitted += 1
            }
        }
    }

    private mutating func write(
        _ parts: [Step],
        separator: String,
        _ body: (inout Writer, Step) -> Void
    ) {
        for (place, part) in parts.enumerated() {
            if place > 0 {
                write(separator)
            }
            body(&self, part)
        }
    }

    /// - Parameters:
    ///   - isWhole: true if nothing else is written beside this step.
    ///   - isTight: true if an operator next to this step binds more tightly than a sum.
    ///   - isDropped: true if the step is, or is part of, a group member that was dropped as a
    ///     whole.
    mutating func write(
        _ step: Step,
        isWhole: Bool,
        isTight: Bool,
        isDropped: Bool = false
    ) {
        let parts = step.parts
        switch step.expression.kind {
        case .number, .parameter: write(step.value.description)
        case .dice:
            let isBare = isWhole || step.dice.count < 2
            if step.dice.isEmpty {
                write("0")
            }
            write(step.dice, after: isBare ? "" : "[", isDropped: isDropped)
            if !isBare {
                write("]")
            }
        case .negated:
            write("-")
            write(parts[0], isWhole: false, isTight: true, isDropped: isDropped)
        case .binary(let name, _, _):
            let isSum = name == .add || name == .subtract
            if isTight {
                write("(")
            }
            write(parts[0], isWhole: false, isTight: !isSum, isDropped: isDropped)
            write(" \(name.rawValue) ")
            write(parts[1], isWhole: false, isTight: name != .add, isDropped: isDropped)
            if isTight {
                write(")")
            }
        case .call(let function, _):
            write(function.rawValue + "(")
            write(parts, separator: ", ") {
                $0.write($1, isWhole: false, isTight: false, isDropped: isDropped)
            }
            write(")")
        case .group(_, let modifiers):
            let isCounted = showsSums && modifiers.contains(where: \.isCount)
            write("{")
            write(parts, separator: ", ") {
                $0.write(member: $1, isCounted: isCounted, isDropped: isDropped)
            }
            write("}")
        case .repeated:
            if !isWhole {
                write("(")
            }
            var verdicts = verdicts
            self.verdicts = []
            write(parts, separator: "; ") { writer, part in
                writer.write(part, isWhole: true, isTight: false, isDropped: isDropped)
                writer.write(
                    " = \(part.worth(writer.symbolNames, on: writer.dice))"
                        + (verdicts.popFirst() ?? "")
                )
            }
            if !isWhole {
                write(")")
            }
        case .outcomes: write(parts[0], isWhole: true, isTight: false)
        case .check(_, _, let target):
            let body = parts[0]
            write(body, isWhole: true, isTight: false)
            guard !target.isWritten else { break }
            if case .repeated = body.expression.kind {
                write("; total \(body.value); vs ")
            } else {
                write(" = \(body.value) vs ")
            }
            write(parts[1], isWhole: true, isTight: false)
        }
        if let label = step.expression.label {
            write(" " + label)
        }
    }

    private mutating func write(member: Step, isCounted: Bool, isDropped: Bool) {
        if !member.isKept {
            write("(")
        }
        write(
            member,
            isWhole: !member.isKept,
            isTight: false,
            isDropped: isDropped || !member.isKept
        )
        if isCounted, member.isKept, member.dice.count > 1 || !member.parts.isEmpty {
            write(" = \(member.value)")
        }
        write(member.flags.marks(weight: member.weight) + (member.isKept ? "" : ")"))
    }
}

extension ThrownDie {
    /// The die as text: `6`, `6!`, `(1)`; for a Fate die `+`, `0` or `-`.
    public var text: String { isKept ? markedText : "(\(markedText))" }

    fileprivate var markedText: String {
        let marks = flags.marks(weight: weight.map(Int.init))
        if let customFace, !customFace.symbols.isEmpty || customFace.isBlank && value == 0 {
            return "(\(customFace))" + marks
        }
        guard fate != nil, (-1...1).contains(value) else {
            return String(value) + marks
        }
        let sign =
            switch value {
            case 1: "+"
            case -1: "-"
            default: "0"
            }
        return sign + marks
    }
}

extension DieFlags {
    /// Returns the marks, with `x2` for a weight in place of success and failure marks.
    fileprivate func marks(weight: Int?) -> String {
        weight.map { subtracting([.success, .failure]).marks + "x\($0)" } ?? marks
    }

    /// One character for each flag that is set.
    public var marks: String {
        if isEmpty {
            return ""
        }
        let marks: [(DieFlags, String)] = [
            (.exploded, "!"),
            (.rerolled, "r"),
            (.success, "*"),
            (.failure, "_"),
            (.critical, "c"),
            (.fumble, "f"),
        ]
        return marks.filter { contains($0.0) }.map(\.1).joined()
    }
}
