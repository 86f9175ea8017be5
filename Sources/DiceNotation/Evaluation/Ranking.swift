/// The order of dice and members by what they came to.
enum Ranking {
    /// The items by value, equal ones as they stand.
    static func sorted(_ items: [Int], descending: Bool = false, _ value: (Int) -> Fraction) -> [Int] {
        var ranked = items.enumerated().map { (place: $0.offset, item: $0.element, value: value($0.element)) }
        ranked.sort { one, other in
            one.value == other.value
                ? one.place < other.place : descending ? one.value > other.value : one.value < other.value
        }
        return ranked.map(\.item)
    }
}

extension Keep {
    /// Which of `items`, sorted by value, are left out: of equal ones, the last are the highest.
    func dropped(_ count: Int, of items: [Int]) -> ArraySlice<Int> {
        let count = min(count, items.count)
        return switch self {
        case .keepHighest: items.dropLast(count)
        case .keepLowest: items.dropFirst(count)
        case .dropHighest: items.suffix(count)
        case .dropLowest: items.prefix(count)
        }
    }
}
