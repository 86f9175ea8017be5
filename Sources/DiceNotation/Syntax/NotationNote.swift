/// A part of a valid expression that may not mean what its author thinks.
public struct NotationNote: Sendable, Hashable {
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// No die of a term can meet the condition of a modifier.
        case neverMet
        /// `d66` is a die of 66 sides, not two dice for tens and ones.
        case tensAndOnes
        /// A comparison counts the successes of a single die: 1 or 0.
        case countsOneDie
        /// A target of a d100 is met by rolling at least that.
        case atLeast
        /// `cs` marks many of several dice, but counts none.
        case marksOnly
        /// A number is repeated as often as dice say: `(1d8)x2`.
        case repeatsNumber
    }

    public struct Values: Sendable, Hashable {
        /// The condition: `>=7`.
        public var condition: String?
        /// The die: `d6`.
        public var die: String?
        /// The expression that may be meant: `10*d6+d6`.
        public var meant: String?

        public init(condition: String? = nil, die: String? = nil, meant: String? = nil) {
            self.condition = condition
            self.die = die
            self.meant = meant
        }
    }

    /// A value of `Reason`, or one that only a newer daemon defines.
    public var reason: String
    /// The position in the expression, in bytes of UTF-8.
    public var at: Int
    /// The length in bytes.
    public var length: Int
    public var values: Values

    public var known: Reason? { Reason(rawValue: reason) }

    public init(reason: String, at: Int, length: Int, values: Values) {
        self.reason = reason
        self.at = at
        self.length = length
        self.values = values
    }

    init(_ reason: Reason, at place: Range<Int>, _ values: Values) {
        self.init(
            reason: reason.rawValue,
            at: place.lowerBound,
            length: place.count,
            values: values
        )
    }

    /// Returns the notes on the throws of a text, except on those that name saved rolls.
    public static func all(in text: String) -> [NotationNote] {
        let rolls = (try? RollText.all(of: text)) ?? []
        let notes = rolls.flatMap { (try? $0.written().notes) ?? [] }
        return notes.prefix(maximum).map { $0.located(in: text) }
    }

    /// The maximum number of notes on a text.
    static let maximum = 16

    /// Returns the note, located in the whole text if reading has changed the text's length.
    public func located(in text: String) -> NotationNote {
        text.utf8.count == RollText.read(text).utf8.count ? self : about(0..<text.utf8.count)
    }

    /// Returns the same note, located at another place.
    func about(_ place: Range<Int>) -> NotationNote {
        NotationNote(reason: reason, at: place.lowerBound, length: place.count, values: values)
    }
}

extension Expression {
    /// The notes on the expression, in the order of the text.
    var notes: [NotationNote] {
        let own =
            switch kind {
            case .dice(let term): term.notes
            default: [NotationNote]()
            }
        return (own + parts.flatMap(\.notes)).sorted { $0.at < $1.at }
    }
}

extension WrittenExpression {
    /// The first notes on the expression, located in the text that was typed.
    public var notes: [NotationNote] {
        (expression.notes + expression.notesOnWhole).prefix(NotationNote.maximum).map { note in
            replaced.map(note.about) ?? note
        }
    }
}

extension Expression {
    /// The note on a single die with a comparison or a target, if that is the whole expression.
    fileprivate var notesOnWhole: [NotationNote] {
        switch kind {
        case .dice(let term): term.comparedDie(with: nil).map { [$0] } ?? []
        case .binary(let sign, let left, let right):
            left.noteOnSum(sign, right).map { [$0] } ?? []
        case .repeated(let count, let body): count.noteOnRounds(of: body).map { [$0] } ?? []
        case .check(let body, .atLeast, let target): body.noteOnTarget(target).map { [$0] } ?? []
        default: []
        }
    }

    private func noteOnSum(_ sign: BinaryOperator, _ number: Expression) -> NotationNote? {
        guard case .dice(let term) = kind, case .number = number.kind else { return nil }
        return term.comparedDie(with: "\(sign.rawValue)\(number)")
    }

    private func noteOnRounds(of body: Expression) -> NotationNote? {
        guard hasDice, case .number(let number) = body.kind else { return nil }
        return NotationNote(
            .repeatsNumber,
            at: body.range,
            NotationNote.Values(condition: "\(number)", meant: "\(number)x(\(self))")
        )
    }

    private func noteOnTarget(_ target: Expression) -> NotationNote? {
        guard case .dice(let term) = kind, term.isOne, term.modifiers.isEmpty,
            term.knownKind == DieKind(sides: 100)
        else { return nil }
        return NotationNote(
            .atLeast,
            at: target.range,
            NotationNote.Values(
                condition: ">=\(target)",
                die: term.plainDie,
                meant: "\(term.plainDie) vs <=\(target)"
            )
        )
    }
}

extension DiceTerm {
    fileprivate var notes: [NotationNote] {
        guard let die = knownKind else { return [] }
        return tensAndOnes + modifiersWithoutEffect(on: die) + mere(marksOn: die)
    }

    /// True for one die.
    fileprivate var isOne: Bool { count.kind == .number(1) }

    /// Returns the note on a single die whose only modifier is a comparison.
    ///
    /// - Parameter rest: the arithmetic after it, such as `+20`.
    fileprivate func comparedDie(with rest: String?) -> NotationNote? {
        guard isOne, modifiers.count == 1, case .success(let comparison) = modifiers[0],
            comparison.relation != .unequal, knownKind?.customFaces == nil
        else { return nil }
        let target = rest.map { "(\(comparison.number)\($0))" } ?? "\(comparison.number)"
        let relation = comparison.relation == .atLeast ? "" : comparison.relation.rawValue
        return NotationNote(
            .countsOneDie,
            at: comparison.number.range,
            NotationNote.Values(
                condition: "\(comparison.relation.rawValue)\(comparison.number)",
                die: plainDie,
                meant: "\(plainDie) vs \(relation)\(target)"
            )
        )
    }

    /// Returns the notes on `cs` with a range of more than a fifth of the faces, which are meant to
    /// be counted as successes elsewhere.
    private func mere(marksOn die: DieKind) -> [NotationNote] {
        guard !modifiers.contains(where: \.isCount), die.customFaces == nil else { return [] }
        return modifiers.compactMap { modifier in
            guard case .critical(let condition?) = modifier, condition.relation != .equal,
                let number = condition.number.literal,
                (1...die.sides).count(where: {
                    condition.relation.holds(Fraction(die.value(ofFace: $0)), number)
                }) * 5 > die.sides
            else { return nil }
            let written = "\(condition.relation.rawValue)\(number)"
            var plain = self
            plain.modifiers = []
            return NotationNote(
                .marksOnly,
                at: condition.number.range,
                NotationNote.Values(
                    condition: written,
                    die: plainDie,
                    meant: "\(Expression(.dice(plain)))\(written)"
                )
            )
        }
    }

    /// The note on `d66` and `d666`.
    private var tensAndOnes: [NotationNote] {
        guard case .number(let sides) = sides, let number = sides.literal,
            let meant = ["66": "10*d6+d6", "666": "100*d6+10*d6+d6"]["\(number)"]
        else { return [] }
        return [
            NotationNote(
                .tensAndOnes,
                at: sides.range,
                NotationNote.Values(die: "d\(number)", meant: meant)
            )
        ]
    }

    /// Returns the notes on conditions that no die can meet, up to the first modifier that changes
    /// what the dice show. Computed numbers may have any value.
    private func modifiersWithoutEffect(on die: DieKind) -> [NotationNote] {
        var notes: [NotationNote] = []
        for modifier in modifiers {
            if let condition = modifier.condition, let number = condition.number.literal,
                !die.meets(condition.relation, number).any
            {
                notes.append(
                    NotationNote(
                        .neverMet,
                        at: condition.number.range,
                        NotationNote.Values(
                            condition: condition.relation.rawValue + "\(number)",
                            die: plainDie
                        )
                    )
                )
            }
            guard !modifier.changesValues else { break }
        }
        return notes
    }

    /// The die alone: `d6`.
    fileprivate var plainDie: String {
        let one = Expression(.number(1))
        let die = Expression(.dice(DiceTerm(count: one, sides: sides))).description
        return die.hasPrefix("1d") ? String(die.dropFirst()) : die
    }
}

extension Modifier {
    /// The condition on which a die explodes, is rerolled or is marked.
    fileprivate var condition: Comparison? {
        switch self {
        case .explode(_, let condition, _), .reroll(let condition, _), .critical(let condition),
            .fumble(let condition):
            condition
        default: nil
        }
    }

    /// True if dice may show other values than their faces afterwards.
    fileprivate var changesValues: Bool {
        switch self {
        case .clamp, .explode(.compound, _, _), .explode(.penetrate, _, _): true
        default: false
        }
    }
}
