internal import DiceModel

// Turns that have ended.
extension Component {
    static let rollRecordSchema = JSONSchema.object([
        .always("roll", .number),
        .always("by", .component(.label)),
        .always("at", .component(.timestamp)),
        .always("outcome", outcome),
        .always("rolled", dieNumbers),
        .always("values", .array(of: .number)),
    ])

    static let turnDieSchema = JSONSchema.object([
        .always("die", .number),
        .always("sides", .integer(Limits.sidesPerDie)),
        .always("value", .number),
        .always("locked", .boolean),
    ])

    static let historyEntrySchema = JSONSchema.object([
        .always("id", .number),
        .always("table", .component(.tableName)),
        .always("turn", .number),
        .always("endedAt", .component(.timestamp)),
        .always("by", .component(.label)),
        .always("rolls", .array(of: .component(.rollRecord))),
        .always("dice", .array(of: .component(.turnDie))),
        .always("total", .count),
    ])
}
