extension Expression {
    /// The words on its dice, each once, in the order of the text.
    public var words: [String] {
        var words: [String] = []
        for symbol in symbols where !words.contains(symbol.word) { words.append(symbol.word) }
        return words
    }

    /// Whether words stand on its dice.
    public var hasWords: Bool {
        if case .dice(let term) = kind, term.hasWords { return true }
        return parts.contains(where: \.hasWords)
    }

    private var symbols: [Symbol] {
        if case .dice(let term) = kind, case .own(let faces) = term.sides { return faces.flatMap(\.symbols) }
        return parts.flatMap(\.symbols)
    }

    /// Throws `NotationError` where dice with words are more than added, subtracted, repeated, sorted and rerolled.
    func checkWords() throws(NotationError) {
        guard hasWords else { return }
        switch kind {
        case .negated(let inner): try inner.checkWords()
        case .binary(.add, let left, let right), .binary(.subtract, let left, let right):
            try left.checkWords()
            try right.checkWords()
        case .repeated(let count, let body) where !count.hasWords: try body.checkWords()
        case .dice(let term) where !term.parts.contains(where: \.hasWords):
            for modifier in term.modifiers {
                switch modifier {
                case .sort, .reroll(.some, _): break
                default: throw Self.noNumber(place, "dice with words are sorted, and rerolled by their number: `r<1`")
                }
            }
        case .check, .outcomes: throw Self.noNumber(place, "`vs` and `=>` ask for a number, and these dice have words")
        default: throw Self.noNumber(place, "dice with words can be added, subtracted and repeated, nothing else")
        }
    }

    private static func noNumber(_ place: Range<Int>, _ message: String) -> NotationError {
        NotationError(message, at: place, expected: ["dice with numbers"])
    }
}

extension DiceTerm {
    var hasWords: Bool {
        guard case .own(let faces) = sides else { return false }
        return faces.contains { !$0.symbols.isEmpty }
    }
}
