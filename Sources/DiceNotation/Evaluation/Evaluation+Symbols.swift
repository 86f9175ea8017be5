extension Evaluation {
    /// The counts of the symbols on the dice, omitting counts of 0; `nil` if the dice have no
    /// symbols.
    public var symbols: [Symbol]? {
        guard let step else { return nil }
        let words = step.expression.symbolNames
        return words.isEmpty ? nil : step.symbols(words, on: dice)
    }
}

extension Step {
    /// Returns the counts of these words on the dice, in the order of `words`, omitting counts of
    /// 0.
    func symbols(_ words: [String], on dice: [ThrownDie]) -> [Symbol] {
        guard !words.isEmpty else { return [] }
        var counts: [String: Int] = [:]
        count(dice, times: 1, into: &counts)
        return words.compactMap { word in
            counts[word].flatMap { $0 == 0 ? nil : Symbol(word: word, count: $0) }
        }
    }

    /// Returns the total as text: `3`, or `1 success, 2 threat` with the words in this order.
    public func worth(_ words: [String], on dice: [ThrownDie]) -> String {
        let counted = symbols(words, on: dice).map { "\($0.count) \($0.word)" }
        return ((value == 0 && !counted.isEmpty ? [] : [value.description]) + counted)
            .joined(
                separator: ", "
            )
    }

    private func count(
        _ thrown: [ThrownDie],
        times: Int,
        into counts: inout [String: Int]
    ) {
        for die in dice where thrown[die].isKept {
            for symbol in thrown[die].customFace?.symbols ?? [] {
                counts[symbol.word, default: 0] += times * symbol.count
            }
        }
        for (place, part) in parts.enumerated() {
            let isNegative =
                switch expression.kind {
                case .negated: true
                case .binary(.subtract, _, _): place == 1
                default: false
                }
            part.count(thrown, times: isNegative ? -times : times, into: &counts)
        }
    }
}
