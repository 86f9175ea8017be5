/// What each turn of a measurement said by itself: how far the whole can be trusted.
struct Spread {
    private var values: [Double] = []

    mutating func add(_ value: Double) {
        values.append(value)
    }

    /// The middle half of the turns.
    var note: String? {
        guard values.count >= 4 else { return nil }
        let sorted = values.sorted()
        return "middle half of \(values.count) turns: \(Unit.ratio.text(sorted[sorted.count / 4])) to "
            + Unit.ratio.text(sorted[sorted.count * 3 / 4])
    }
}
