internal import DiceModel
internal import DiceNotation
internal import DiceWire

/// What happened, as a sentence that can be listened to.
enum Sentence {
    /// `Table default, turn 3, roll 2: 4, 6, 3 locked, 1, 5. Total 19.`
    static func state(_ table: TableSnapshot) -> String {
        let head = "Table \(Printable.text(table.table)), turn \(table.turn), roll \(table.roll)"
        guard table.rolling else { return "\(head): \(values(table.dice)). Total \(total(table.dice))." }
        let flying = table.dice.filter(\.animating).map(\.die)
        return "\(head): \(dice(flying)) \(flying.count == 1 ? "is" : "are") rolling."
    }

    /// `ann rolled 4, 6, 3 locked, 1, 5. Total 19.`
    static func roll(_ result: RollResult) -> String {
        settled(result.by, result.outcome, result.reason, result.absent, result.dice)
    }

    /// `ann threw 2d6+3 for fire bolt: 4, 2. Total 9.`
    static func thrown(_ result: ThrowResult) -> String {
        let label = result.label.map { " for \($0)" } ?? ""
        let dice = result.dice.map { "\($0.value)\($0.kept ? "" : " dropped")" }.joined(separator: ", ")
        let total =
            result.total.map { "Total \(NumberText.text($0))." } ?? "No total: \(result.message ?? "it failed")."
        return Printable.text("\(result.by) threw \(result.expression)\(label): \(dice). \(total)")
    }

    static func event(_ event: TableEvent) -> String {
        let by = event.by.map(Printable.text) ?? "Somebody"
        switch event.kind {
        case .rollStarted(let rolled, _, _, _): return "\(by) rolls \(dice(rolled))."
        case .rollSettled(_, let outcome, let reason, let absent, let dice, _):
            return settled(by, outcome, reason, absent, dice)
        case .rollAsked(_, _, let contributors):
            return "\(by) rolls when \(PlainLine.names(contributors.map(\.by))) have answered."
        case .contributorsChanged(let contributors): return "\(PlainLine.contributing(contributors))."
        case .lockChanged(let changed):
            let parts = [("locked", changed.filter(\.locked)), ("unlocked", changed.filter { !$0.locked })]
            let words = parts.filter { !$0.1.isEmpty }.map { "\($0.0) \(dice($0.1.map(\.die)))" }
            return "\(by) \(words.joined(separator: ", "))."
        case .turnEnded(let turn, _): return "\(by) ended turn \(turn.turn) with \(turn.total)."
        case .tableChanged(let snapshot):
            return "Table \(Printable.text(event.table)) has \(PlainLine.rules(snapshot)) now."
        case .watchersChanged(let watchers, let names):
            return "\(watchers) \(watchers == 1 ? "is" : "are") watching\(PlainLine.watching(names))."
        case .tableDeleted: return "Table \(Printable.text(event.table)) was deleted."
        case .serverStopping: return "The daemon is stopping."
        }
    }

    /// `die 3`, `dice 1, 2 and 5`, `dice 1 to 20`
    static func dice(_ numbers: [Int]) -> String {
        guard let first = numbers.first, let last = numbers.last else { return "no die" }
        if numbers.count == 1 { return "die \(first)" }
        if numbers.count > 2, last - first == numbers.count - 1 { return "dice \(first) to \(last)" }
        return "dice \(numbers.dropLast().map(String.init).joined(separator: ", ")) and \(last)"
    }

    private static func settled(
        _ by: String, _ outcome: RollOutcome, _ reason: CancelReason?, _ absent: [String]?, _ dice: [DieState]
    ) -> String {
        if outcome == .void {
            let who = absent.flatMap { $0.isEmpty ? nil : ": \(PlainLine.names($0)) did not answer" } ?? ""
            return "\(Printable.text(by))'s roll is void\(who). No die has moved."
        }
        let why = PlainLine.ending(outcome).map {
            ", \($0)\(reason.map { " (\(Printable.text($0.rawValue)))" } ?? "")"
        }
        return "\(Printable.text(by)) rolled \(values(dice))\(why ?? ""). Total \(total(dice))."
    }

    private static func values(_ dice: [DieState]) -> String {
        dice.map { $0.locked ? "\($0.value) locked" : String($0.value) }.joined(separator: ", ")
    }

    private static func total(_ dice: [DieState]) -> Int { dice.reduce(0) { $0 + $1.value } }
}
