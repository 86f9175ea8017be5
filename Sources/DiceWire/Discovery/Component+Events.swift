// What watchers are told of besides frames.
extension Component {
    /// An event is told from the others by its word.
    static func eventSchema(_ name: String) -> JSONSchema {
        .object(
            [
                .always("table", .component(.tableName)),
                .always("revision", .number),
                .always("event", .words([name])),
            ] + members(ofEvent: name))
    }

    private static func members(ofEvent name: String) -> [JSONSchema.Property] {
        let dice = JSONSchema.array(of: .component(.die))
        return switch name {
        case "rollStarted": [.always("by", .component(.label)), .always("rolled", dieNumbers)]
        case "rollSettled":
            [
                .always("by", .component(.label)),
                .always("rolled", dieNumbers),
                .always("outcome", outcome),
                .sometimes("reason", cancelReason),
                .always("dice", dice),
                .always("total", .count),
            ]
        case "lockChanged": [.always("dice", dice)]
        case "turnEnded": [.always("by", .component(.label)), .always("entry", .component(.historyEntry))]
        default: []
        }
    }
}
