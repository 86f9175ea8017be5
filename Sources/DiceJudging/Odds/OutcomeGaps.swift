import DiceNotation
import DiceOdds

extension Expression {
    /// The possible totals without words after `=>`, such as `17-19, 23`; `nil` if there are none.
    package var gaps: String? {
        guard case .outcomes(let body, let outcomes) = kind else { return nil }
        var round = body
        if case .repeated(_, let inner) = body.kind {
            round = inner
        }
        var runs: [(first: Fraction, last: Fraction)] = []
        var isOpen = false
        for total in (try? round.odds())?.totals ?? [] {
            let isMissing = !outcomes.contains { $0.includes(total) }
            if isMissing, isOpen {
                runs[runs.count - 1].last = total
            }
            if isMissing, !isOpen {
                runs.append((total, total))
            }
            isOpen = isMissing
        }
        let words = runs.map {
            $0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)"
        }
        let rest = words.count > 10 ? " and more" : ""
        return words.isEmpty ? nil : words.prefix(10).joined(separator: ", ") + rest
    }
}
