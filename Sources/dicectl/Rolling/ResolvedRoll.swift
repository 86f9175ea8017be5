import DiceModel
import DiceWire

/// The meaning of the words of `dicectl roll`, resolved with the daemon's tables and saved rolls.
enum ResolvedRoll: Hashable {
    /// Dice of a table.
    case dice(RollParams)
    /// Expressions or a saved roll, each a throw, at this table.
    case `throws`([ThrowParams], at: TableName)

    var table: TableName {
        switch self {
        case .dice(let roll): roll.table
        case .throws(_, let table): table
        }
    }

    /// Empty for dice of a table.
    var thrown: [ThrowParams] {
        if case .throws(let asked, _) = self { asked } else { [] }
    }

    var requests: [Request] {
        if case .dice(let roll) = self {
            [Method.roll(roll)]
        } else {
            thrown.map { Method.throw($0) }
        }
    }
}
