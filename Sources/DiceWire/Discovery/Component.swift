internal import DiceModel

/// The named schemas of the OpenRPC document: the values that results and notifications are made of.
enum Component: String, Sendable, CaseIterable {
    case tableName = "TableName"
    case label = "Label"
    case timestamp = "Timestamp"
    case empty = "Empty"
    case hello = "Hello"
    case status = "Status"
    case die = "Die"
    case snapshot = "Snapshot"
    case tableSummary = "TableSummary"
    case tableList = "TableList"
    case rollResult = "RollResult"
    case cancelResult = "CancelResult"
    case rollRecord = "RollRecord"
    case turnDie = "TurnDie"
    case historyEntry = "HistoryEntry"
    case historyPage = "HistoryPage"
    case frame = "Frame"
    case event = "Event"
    case errorData = "ErrorData"
    case document = "Document"

    /// What stands in its place elsewhere in the document.
    var reference: String { "#/components/schemas/\(rawValue)" }

    var schema: JSONSchema {
        switch self {
        case .tableName: .string(.pattern("^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$"))
        case .label: .string(.described(PlayerLabel.rule))
        case .timestamp: .string(.pattern(#"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"#))
        case .empty: .object([])
        case .hello: Self.helloSchema
        case .status: Self.statusSchema
        case .die: Self.dieSchema
        case .snapshot, .frame: Self.snapshotSchema
        case .tableSummary: Self.tableSummarySchema
        case .tableList: .object([.always("tables", .array(of: .component(.tableSummary)))])
        case .rollResult: Self.rollResultSchema
        case .cancelResult: .object([.always("cancelled", Self.dieNumbers)])
        case .rollRecord: Self.rollRecordSchema
        case .turnDie: Self.turnDieSchema
        case .historyEntry: Self.historyEntrySchema
        case .historyPage:
            .object([.always("entries", .array(of: .component(.historyEntry))), .always("more", .boolean)])
        case .event: .oneOf(TableEvent.names.map(Self.eventSchema))
        case .errorData: Self.errorDataSchema
        case .document: Self.documentSchema
        }
    }
}
