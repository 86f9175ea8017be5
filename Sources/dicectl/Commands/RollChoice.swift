internal import DiceClient
internal import DiceModel
internal import DiceWire

/// Whether `dicectl roll` is about the dice of a table, an expression or a saved roll.
struct RollChoice: Hashable {
    let words: NotationWords
    let order: RollOrder
    var times: Int?
    var label: String?
    /// Whether --table names the table, so that another name is that of a saved roll.
    var isTableNamed = false

    func carryOut(_ session: Session) throws {
        // What cannot be rolled is told before anything is.
        for expression in words.expressions { _ = try NotationWords.read(expression, words.values) }
        if !words.expressions.isEmpty { return try thrown(.expressions(words.expressions)).carryOut(session) }
        guard let word = words.table.table, words.table.choice == .unnamed else {
            return try order.carryOut(session)
        }
        guard let name = RollName(word.description) else { return try order.carryOut(session) }
        if isTableNamed || words.isThrow || times != nil || label != nil {
            var other = session
            if !isTableNamed { other.tables = [] }
            return try thrown(.saved(name)).carryOut(other)
        }
        do {
            try order.carryOut(session)
        } catch let error where Failure(error).isMissingTable {
            var other = session
            other.tables = []
            do {
                try thrown(.saved(name)).carryOut(other)
            } catch let missing where Failure(missing).isMissingRoll {
                throw error
            }
        }
    }

    private func thrown(_ what: ThrowOrder.What) -> ThrowOrder {
        ThrowOrder(
            what: what, values: words.values, times: times, label: label, player: order.player, motion: order.motion,
            isPlain: order.isPlain)
    }
}

extension NotationWords {
    /// Whether it is about no dice of the table, whatever names mean.
    var isThrow: Bool { !expressions.isEmpty || !values.isEmpty }
}

extension Failure {
    /// Whether a saved roll that was asked for is not there.
    fileprivate var isMissingRoll: Bool {
        guard case .client(.refused(let error)) = self else { return false }
        return error.known == .invalidParams && error.data.param == "saved"
    }
}
