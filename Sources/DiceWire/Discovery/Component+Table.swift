internal import DiceModel

// The table as it is now, and what comes of a roll.
extension Component {
    /// Numbers of dice.
    static let dieNumbers = JSONSchema.array(of: .number)
    static let outcome = JSONSchema.words(RollOutcome.allCases.map(\.rawValue))
    static let cancelReason = JSONSchema.words(CancelReason.allCases.map(\.rawValue))

    static let dieSchema = JSONSchema.object([
        .always("die", .number),
        .always("sides", .integer(Limits.sidesPerDie)),
        .always("value", .number),
        .always("locked", .boolean),
        .always("animating", .boolean),
    ])

    static let snapshotSchema = JSONSchema.object([
        .always("table", .component(.tableName)),
        .always("revision", .number),
        .always("turn", .number),
        .always("roll", .count),
        .always("rolling", .boolean),
        .always("dice", .array(of: .component(.die))),
    ])

    static let tableSummarySchema = JSONSchema.object([
        .always("table", .component(.tableName)),
        .always("dice", .integer(Limits.dicePerTable)),
        .always("turn", .number),
        .always("roll", .count),
        .always("rolling", .boolean),
        .always("watchers", .count),
    ])

    static let rollResultSchema = JSONSchema.object([
        .always("table", .component(.tableName)),
        .always("turn", .number),
        .always("roll", .number),
        .always("by", .component(.label)),
        .always("outcome", outcome),
        .sometimes("reason", cancelReason),
        .always("rolled", dieNumbers),
        .always("dice", .array(of: .component(.die))),
        .always("total", .count),
    ])
}
