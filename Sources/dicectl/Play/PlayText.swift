internal import DiceModel

/// What the screen says in words.
enum PlayText {
    /// The parts of the line above the dice, the most important first.
    static func facts(of state: PlayState) -> [String] {
        guard let table = state.table else { return [state.name.description, "asking the daemon"] }
        let flying = table.dice.count(where: \.animating)
        var facts = state.isOld ? ["DISCONNECTED"] : []
        facts.append(Printable.text(table.snapshot.table))
        facts.append("turn \(table.snapshot.turn), roll \(table.snapshot.roll)")
        facts.append(flying > 0 ? "\(flying) rolling" : "total \(table.total)")
        if let roller = state.roller { facts.append("\(roller) \(flying > 0 ? "rolls" : "rolled")") }
        if let watchers = state.watchers { facts.append("\(watchers) watching") }
        return facts
    }

    /// The line below the buttons.
    static func bottom(of state: PlayState) -> String {
        if !state.notice.isEmpty { return state.notice }
        guard let die = state.chosenDie else { return "" }
        let name = "die \(die.die) of \(state.dice.count)"
        if die.animating { return "\(name): rolling" }
        return "\(name): \(die.value) of d\(die.sides)\(die.locked ? ", locked" : "")"
    }
}
