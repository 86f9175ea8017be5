/// A face of a die of one's own: `2 success+advantage`, `3`, or nothing.
public struct Face: Sendable, Hashable, CustomStringConvertible {
    /// What it adds to a total.
    public var number = 0
    /// What it counts, in the order written.
    public var symbols: [Symbol] = []
    /// Whether nothing stands on it.
    public var isBlank = true

    public init() {}

    /// How often it counts a word.
    public func count(of word: String) -> Int { symbols.first { $0.word == word }?.count ?? 0 }

    mutating func add(_ word: String?, _ count: Int) {
        isBlank = false
        guard let word else {
            number += count
            return
        }
        if let index = symbols.firstIndex(where: { $0.word == word }) {
            symbols[index].count += count
        } else {
            symbols.append(Symbol(word: word, count: count))
        }
    }

    /// As it is written in dice notation; `blank` if nothing stands on it.
    public var description: String {
        let counted = symbols.filter { $0.count != 0 }
        if isBlank { return "blank" }
        return counted.reduce(number != 0 || counted.isEmpty ? "\(number)" : "") { text, symbol in
            let sign = symbol.count < 0 ? "-" : text.isEmpty ? "" : "+"
            return text + sign + (symbol.count.magnitude == 1 ? "" : "\(symbol.count.magnitude) ") + symbol.word
        }
    }
}

/// A word on the faces of dice, and how often it counts.
public struct Symbol: Sendable, Hashable {
    public var word: String
    public var count: Int

    public init(word: String, count: Int) { (self.word, self.count) = (word, count) }
}
