package import DiceGames

/// The rules of a bank game in words.
extension BankRules {
    /// Returns each set that scores with its points, the target, and how a turn is lost.
    ///
    /// - Parameter dice: The sides of the game's dice.
    package func lines(of dice: [Int]) -> [String] {
        let first =
            minimum > bankMinimum ? "; the first banked turn needs \(minimum)" : ""
        let more = [
            bankMinimum > 0 ? "each banked turn needs at least \(bankMinimum)" : nil,
            loss(with: dice),
            threeBusts.map { "the third lost turn in a row scores \($0)" },
        ]
        return Columns.lines(sets.map { ["  " + $0.needs.description, "\($0.points)"] })
            + ["  to \(target)\(first)"] + more.compactMap(\.self).map { "  " + $0 }
    }

    /// Returns the rules in a line: `1 scores 100, 5 scores 50, and 10 sets of dice; a roll that
    /// scores nothing loses the turn`.
    ///
    /// - Parameter dice: The sides of the game's dice.
    package func summary(of dice: [Int]) -> String {
        let alone = sets.filter { $0.needs.dice == 1 }
            .map { "\($0.needs.description) scores \($0.points)" }
        let others = sets.count - alone.count
        let all = alone + (others > 0 ? ["and \(others) sets of dice"] : [])
        let least = bankMinimum > 0 ? "; each banked turn needs at least \(bankMinimum)" : ""
        return all.joined(separator: ", ") + "; \(loss(with: dice))" + least
    }

    /// Returns what loses a turn: `a 1 loses the turn` with a single die.
    private func loss(with dice: [Int]) -> String {
        let faces = dice.count == 1 ? (1...dice[0]).filter { !scores(anyOf: [$0]) } : []
        guard (1...3).contains(faces.count) else {
            return "a roll that scores nothing loses the turn"
        }
        let list = faces.map(String.init).joined(separator: " or a ")
        return "a \(list) loses the turn"
    }

    /// Returns the cost of the next lost turn of the player of a sheet: `a third lost turn in a row
    /// scores -1000`; `nil` if it costs nothing.
    package func warning(at sheet: Sheet) -> String? {
        let points = points(ofBustAfter: sheet.busts)
        return points < 0 ? "a third lost turn in a row scores \(points)" : nil
    }
}
