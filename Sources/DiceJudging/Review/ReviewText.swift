import DiceDrawing
package import DiceGames
import DiceHints
import DiceNotation

/// A review in words.
package struct ReviewText {
    let rules: SheetRules

    package init(rules: SheetRules) {
        self.rules = rules
    }

    /// Returns each player's result and most costly decisions.
    ///
    /// - Parameter most: the maximum number of decisions per player.
    package func lines(_ match: Match, _ players: [MatchReview.Player], maximum: Int) -> [String] {
        let header = [
            "PLAYER", "START", "LUCK", "COST", "NOW", "DECISIONS", "MEAN COST",
        ]
        let rows = players.map { player in
            [Printable.text(player.name ?? "-")]
                + [player.start, player.luck, player.lost, player.now].map(number)
                + ["\(player.choices.count)", number(player.mean)]
        }
        let choices = players.filter { !$0.mistakes.isEmpty }.flatMap { player in
            ["", "most costly decisions\(player.name.map { " of " + Printable.text($0) } ?? "")"]
                + player.mistakes.prefix(maximum).map(line)
        }
        return [match.state.summary(match.game)]
            + Columns.lines([header] + rows)
            + choices
    }

    /// `6.21 in turn 12, roll 2, 3 3 5 6 1: keep 3 3, better keep 3 3 5 6; Large straight and
    /// Chance were open`
    private func line(_ choice: MatchReview.Choice) -> String {
        let made = choice.reviewed.actual
        let best = choice.reviewed.best
        return
            "\(number(choice.reviewed.loss)) in turn \(choice.turn), roll \(choice.roll), "
            + "\(faces(choice.reviewed.faces)): \(text(made, choice)), better \(text(best, choice)); "
            + open(choice.before)
    }

    /// `Large straight and Chance were open`, or `all but Ones were open`
    private func open(_ sheet: Sheet) -> String {
        let open = rules.boxes.filter { sheet[$0.name] == nil }
        let filled = rules.boxes.filter { sheet[$0.name] != nil }
        if filled.isEmpty {
            return "all boxes were open"
        }
        if filled.count < open.count {
            return "all but \(EventText.names(filled.map(\.title))) were open"
        }
        return
            "\(EventText.names(open.map(\.title))) \(open.count == 1 ? "was" : "were") open"
    }

    /// `keep 3 3`, `roll all` or `18 in Sixes`
    private func text(_ made: HintChoice, _ choice: MatchReview.Choice) -> String {
        switch made.action {
        case .keep([]): return "roll all"
        case .keep(let dice):
            return "keep \(faces(dice.map { choice.reviewed.faces[$0] }.sorted()))"
        case .box(let box):
            let options = rules.options(
                choice.reviewed.faces,
                roll: choice.roll,
                at: choice.before
            )
            return
                "\(options.first { $0.box == box }?.points ?? 0) in \(rules[box]?.title ?? box)"
        }
    }

    private func faces(_ faces: [Int]) -> String {
        faces.map(String.init).joined(separator: " ")
    }

    private func number(_ value: Double) -> String {
        NumberText.text((value * 100).rounded() / 100)
    }
}
