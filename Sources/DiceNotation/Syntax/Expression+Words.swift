extension Expression {
    /// The distinct words on the expression's dice, in the order of the text.
    public var symbolNames: [String] {
        var seen: Set<String> = []
        return symbols.map(\.word).filter { seen.insert($0).inserted }
    }

    /// True if the expression's dice have words.
    public var hasSymbols: Bool {
        if case .dice(let term) = kind, term.hasWords {
            return true
        }
        return parts.contains(where: \.hasSymbols)
    }

    private var symbols: [Symbol] {
        if case .dice(let term) = kind, case .custom(let faces) = term.sides {
            return faces.flatMap(\.symbols)
        }
        return parts.flatMap(\.symbols)
    }

    /// Returns true if the dice have words. Throws `NotationError` if anything is done with
    /// them other than adding, subtracting, repeating, sorting or rerolling.
    @discardableResult
    func checkSymbols() throws(NotationError) -> Bool {
        var isWorded: [Bool] = []
        for part in parts {
            isWorded.append(try part.checkSymbols())
        }
        switch kind {
        case .dice(let term) where term.hasWords && !isWorded.contains(true):
            for modifier in term.modifiers {
                switch modifier {
                case .sort, .reroll(.some, _): break
                default:
                    throw Self.noNumber(
                        range,
                        "dice with words sort and reroll by number; try `r<1`"
                    )
                }
            }
            return true
        case _ where !isWorded.contains(true): return false
        case .negated, .binary(.add, _, _), .binary(.subtract, _, _): return true
        case .repeated where !isWorded[0]: return true
        case .check, .outcomes:
            throw Self.noNumber(
                range,
                "`vs` and `=>` need a number, and these dice have words"
            )
        default:
            throw Self.noNumber(
                range,
                "dice with words can only be added, subtracted and repeated"
            )
        }
    }

    private static func noNumber(_ place: Range<Int>, _ message: String)
        -> NotationError
    {
        NotationError(message, at: place, expected: ["dice with numbers"])
    }
}

extension DiceTerm {
    var hasWords: Bool {
        guard case .custom(let faces) = sides else { return false }
        return faces.contains { !$0.symbols.isEmpty }
    }
}
