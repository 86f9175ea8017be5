/// A face of a custom die: `2 success+advantage`, `3`, or blank.
public struct Face: Sendable, Hashable, CustomStringConvertible {
    /// The number that the face adds to a total.
    public var number = 0
    /// The symbols on the face, in the order written, each with a nonzero count.
    public var symbols: [Symbol] = []
    /// True if the face is blank.
    public var isBlank = true

    public init() {}

    /// Returns the count of a word on this face.
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

    /// Returns true if neither the face's number nor any symbol count exceeds `largest`.
    func isWithin(_ largest: Int) -> Bool {
        number.magnitude <= largest
            && symbols.allSatisfy { $0.count.magnitude <= largest }
    }

    /// The face in dice notation; `blank` for a blank face.
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
