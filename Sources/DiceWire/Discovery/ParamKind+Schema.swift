internal import DiceModel

extension Param.Kind {
    var schema: JSONSchema {
        switch self {
        case .tableName: .component(.tableName)
        case .dieNumbers: .array(of: .number, count: 1...Int.max)
        case .sides: .array(of: .integer(Limits.sidesPerDie), count: Limits.dicePerTable)
        case .label: .component(.label)
        case .boolean: .boolean
        case .integer(let range): .integer(range)
        }
    }
}
