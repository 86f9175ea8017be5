package import DiceGames

/// The rules of a bank game in words.
extension BankRules {
    /// Each set that scores with its points, and the target.
    package var lines: [String] {
        let minimum = minimum > 0 ? "; the first banked turn needs \(minimum)" : ""
        return Columns.lines(sets.map { ["  " + $0.needs.description, "\($0.points)"] })
            + ["  to \(target)\(minimum)", "  a roll that scores nothing loses the turn"]
    }

    /// `1 scores 100, 5 scores 50, and 10 sets of dice; a roll that scores nothing loses the turn`
    package var summary: String {
        let alone = sets.filter { $0.needs.dice == 1 }
            .map { "\($0.needs.description) scores \($0.points)" }
        let others = sets.count - alone.count
        let all = alone + (others > 0 ? ["and \(others) sets of dice"] : [])
        return all.joined(separator: ", ") + "; a roll that scores nothing loses the turn"
    }
}
