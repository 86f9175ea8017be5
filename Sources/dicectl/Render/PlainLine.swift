internal import DiceModel
internal import DiceWire

/// What happened, as one line of plain text: for pipes, and for terminals that cannot draw.
enum PlainLine {
    /// `default turn 3 roll 2: 4 6 [3] 1 5 = 19`; a die in flight is `?`, and there is then no total.
    static func state(_ table: TableSnapshot) -> String {
        let head = "\(Printable.text(table.table)) turn \(table.turn) roll \(table.roll)"
        guard table.rolling else { return "\(head): \(dice(table.dice))" }
        return "\(head) rolling: \(values(table.dice).joined(separator: " "))"
    }

    /// `default turn 3 roll 2 ann: 4 6 [3] 1 5 = 19`
    static func roll(_ result: RollResult) -> String {
        "\(Printable.text(result.table)) turn \(result.turn) roll \(result.roll) \(Printable.text(result.by)): "
            + dice(result.dice) + ending(result.outcome, result.reason, result.absent)
    }

    /// `default ann fire bolt: 2d6+3: [4 2] + 3 = 9`
    static func thrown(_ result: ThrowResult) -> String {
        let what = [result.table, result.by] + [result.label].compactMap(\.self)
        return Printable.text(what.joined(separator: " ") + ": " + result.text + ending(of: result))
    }

    /// ` (cut short: disconnected)`, or nothing.
    static func ending(of result: ThrowResult) -> String {
        result.outcome == .cancelled ? " (cut short\(result.reason.map { ": \($0.rawValue)" } ?? ""))" : ""
    }

    /// `7 2026-11-20 23:59:01 default throw 3 ann fire bolt: 2d6+3: [4 2] + 3 = 9`
    static func history(_ result: ThrowResult, _ clock: WallClock = .local) -> String {
        let label = result.label.map { " " + $0 } ?? ""
        return "\(result.id ?? 0) \(result.endedAt.map(clock.text) ?? "-") \(Printable.text(result.table)) "
            + "throw \(result.number) \(Printable.text(result.by + label + ": " + result.text))"
    }

    /// `default turn 3 ended by ann: 4 6 [3] 1 5 = 19`
    static func turnEnded(_ turn: Turn) -> String {
        "\(Printable.text(turn.table)) turn \(turn.turn) ended by \(Printable.text(turn.by)): \(dice(turn))"
    }

    /// `7 2026-11-20 23:59:01 default turn 3 ann: 4 6 [3] 1 5 = 19, 2 rolls`
    static func history(_ turn: Turn, _ clock: WallClock = .local) -> String {
        "\(turn.id) \(clock.text(turn.endedAt)) \(Printable.text(turn.table)) turn \(turn.turn) \(Printable.text(turn.by)): "
            + "\(dice(turn)), \(turn.rolls.count) \(turn.rolls.count == 1 ? "roll" : "rolls")"
    }

    /// An event at a table whose open turn and roll are those of `table`.
    static func event(_ event: TableEvent, at table: TableSnapshot) -> String {
        let name = Printable.text(event.table)
        let by = event.by.map(Printable.text)
        switch event.kind {
        case .rollStarted(let rolled, _, _, _): return "\(name) \(by ?? "somebody") rolls \(numbers(rolled))"
        case .rollSettled(_, let outcome, let reason, let absent, let dice, _):
            return "\(name) turn \(table.turn) roll \(table.roll)\(by.map { " " + $0 } ?? ""): "
                + self.dice(dice) + ending(outcome, reason, absent)
        case .rollAsked(let roll, _, let contributors):
            return "\(name) turn \(table.turn) roll \(roll)\(by.map { " " + $0 } ?? ""): waits for "
                + names(contributors.map(\.by))
        case .contributorsChanged(let contributors):
            return "\(name) has \(contributing(contributors))"
        case .lockChanged(let dice): return "\(name) \(by.map { $0 + " " } ?? "")\(lockChange(dice))"
        case .turnEnded(let turn, _): return turnEnded(turn)
        case .tableChanged(let snapshot): return "\(name) has \(rules(snapshot))"
        case .watchersChanged(let watchers, let names): return "\(name) has \(watchers) watching\(watching(names))"
        case .tableDeleted: return "\(name) deleted"
        case .serverStopping: return "\(name) the daemon is stopping"
        }
    }

    /// `ann and bo vouching for the next roll`
    static func contributing(_ contributors: [Contributor]) -> String {
        (contributors.isEmpty ? "nobody" : names(contributors.map(\.by))) + " vouching for the next roll"
    }

    /// `ann, bo and carol`, each once
    static func names(_ names: [String]) -> String {
        var each: [String] = []
        for name in names.map(Printable.text) where !each.contains(name) { each.append(name) }
        guard each.count > 1, let last = each.last else { return each.first ?? "nobody" }
        return each.dropLast().joined(separator: ", ") + " and " + last
    }

    /// `: ann, bo`
    static func watching(_ names: [String]?) -> String {
        names.map { ": " + $0.map(Printable.text).joined(separator: ", ") } ?? ""
    }

    /// `5 dice, players ann bo, 3 rolls a turn`
    static func rules(_ table: TableSnapshot) -> String {
        var facts = [table.dice.count == 1 ? "1 die" : "\(table.dice.count) dice"]
        if let players = table.players { facts.append("players " + players.map(Printable.text).joined(separator: " ")) }
        if let rolls = table.rollsPerTurn { facts.append("\(rolls) \(rolls == 1 ? "roll" : "rolls") a turn") }
        return facts.joined(separator: ", ")
    }

    /// `yahtzee has 5 dice, players ann bo, 3 rolls a turn; bo is up`
    static func table(_ table: TableSnapshot) -> String {
        let up = table.up.map { "; \(Printable.text($0)) is up" } ?? ""
        return "\(Printable.text(table.table)) has \(rules(table))\(up)"
    }

    /// Of a table with players or a number of rolls, a line about them.
    static func turnOrder(_ table: TableSnapshot) -> [String] {
        table.players == nil && table.rollsPerTurn == nil ? [] : [self.table(table)]
    }

    /// `ann rolled`, or `ann rolled, cut short: disconnected`
    static func settled(
        by: String, _ outcome: RollOutcome, _ reason: CancelReason?, _ absent: [String]? = nil
    ) -> String {
        let how = ending(outcome, absent).map { ", \($0)" } ?? ""
        return "\(Printable.text(by)) rolled\(how)\(reason.map { ": \(Printable.text($0.rawValue))" } ?? "")"
    }

    /// `locked 1 3, unlocked 2`
    static func lockChange(_ dice: [DieState]) -> String {
        let parts = [("locked", dice.filter(\.locked)), ("unlocked", dice.filter { !$0.locked })]
        return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \(numbers($0.1.map(\.die)))" }.joined(separator: ", ")
    }

    static func numbers(_ dice: [Int]) -> String {
        dice.map(String.init).joined(separator: " ")
    }

    static func values(_ dice: [DieState]) -> [String] {
        dice.map { $0.animating ? "?" : $0.locked ? "[\($0.value)]" : String($0.value) }
    }

    private static func dice(_ dice: [DieState]) -> String {
        values(dice).joined(separator: " ") + " = \(dice.reduce(0) { $0 + $1.value })"
    }

    private static func dice(_ turn: Turn) -> String {
        turn.dice.map { $0.locked ? "[\($0.value)]" : String($0.value) }.joined(separator: " ") + " = \(turn.total)"
    }

    static func ending(_ outcome: RollOutcome, _ reason: CancelReason?, _ absent: [String]? = nil) -> String {
        // Who did not answer says more than the reason.
        let reason = absent?.isEmpty == false ? nil : reason
        return ending(outcome, absent).map { " (\($0)\(reason.map { ": \(Printable.text($0.rawValue))" } ?? ""))" }
            ?? ""
    }

    /// What is said of a roll that did not end as usual.
    static func ending(_ outcome: RollOutcome, _ absent: [String]? = nil) -> String? {
        switch outcome {
        case .completed: nil
        case .cancelled: "cut short"
        case .void: absent.flatMap { $0.isEmpty ? nil : "void: \(names($0)) did not answer" } ?? "void"
        case .other(let word): Printable.text(word)
        }
    }
}
