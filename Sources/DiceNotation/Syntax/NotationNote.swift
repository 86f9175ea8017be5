/// A part of a valid expression that may not mean what its author thinks.
public struct NotationNote: Sendable, Hashable {
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// No die of a term can meet the condition of a modifier.
        case neverMet
        /// `d66` is a die of 66 sides, not two dice for tens and ones.
        case tensAndOnes
    }

    public struct Values: Sendable, Hashable {
        /// The condition that is never met: `>=7`.
        public var condition: String?
        /// The die: `d6`.
        public var die: String?
        /// The expression for tens and ones: `10*d6+d6`.
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
        expression.notes.prefix(NotationNote.maximum).map { note in
            replaced.map(note.about) ?? note
        }
    }
}

extension DiceTerm {
    fileprivate var notes: [NotationNote] {
        guard let die = knownKind else { return [] }
        return tensAndOnes + modifiersWithoutEffect(on: die)
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
    private var plainDie: String {
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
