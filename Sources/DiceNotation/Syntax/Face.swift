/// A face of a die of one's own: `2 success+advantage`, `3`, or nothing.
public struct Face: Sendable, Hashable, CustomStringConvertible {
    /// What it adds to a total.
    public var number = 0
    /// What it counts, in the order written, none of them 0 times.
    public var symbols: [Symbol] = []
    /// Whether nothing stands on it.
    public var isBlank = true

    public init() {}

    /// How often it counts a word.
    public func count(of word: String) -> Int {
        symbols.first { $0.word == word }?.count ?? 0
    }

    mutating func add(_ word: String?, _ count: Int) {
        isBlank = false
        guard let word else {
            number += count
            return
        }
        if let index = symbols.firstIndex(where: { $0.word == word }) {
            symbols[index].count += count
            if symbols[index].count == 0 {
                symbols.remove(at: index)
            }
        } else if count != 0 {
            symbols.append(Symbol(word: word, count: count))
        }
    }

    /// Whether it counts no more of anything than that.
    func isWithin(_ largest: Int) -> Bool {
        number.magnitude <= largest
            && symbols.allSatisfy { $0.count.magnitude <= largest }
    }

    /// As it is written in dice notation; `blank` if nothing stands on it.
    public var description: String {
        if isBlank {
            return "blank"
        }
        return symbols.reduce(number != 0 || symbols.isEmpty ? "\(number)" : "") {
            text,
            symbol in
            let plus = text.isEmpty ? "" : "+"
            let sign = symbol.count < 0 ? "-" : plus
            return text + sign
                + (symbol.count.magnitude == 1 ? "" : "\(symbol.count.magnitude) ")
                + symbol.word
        }
    }
}
