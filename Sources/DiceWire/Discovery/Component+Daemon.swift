internal import DiceModel

// The daemon's words about itself.
extension Component {
    static let helloSchema = JSONSchema.object([
        .always("protocol", .number),
        .always("server", .string()),
        .always("instance", .string()),
        .always("pid", .number),
    ])

    static let statusSchema = JSONSchema.object([
        .always("version", .string()),
        .always("pid", .number),
        .always("uptime", .count),
        .always("tables", .count),
        .always("clients", .count),
        .always("watchers", .count),
        .always("animating", .count),
        .always("seeded", .boolean),
        .sometimes("slow", .integer(Limits.slowness)),
    ])

    static let errorDataSchema = JSONSchema.object([
        .always("reason", .words(ErrorCode.allCases.map(\.reason) + [WireError.lineTooLong.data.reason])),
        .sometimes("dice", dieNumbers),
        .sometimes("limit", .number),
        .sometimes("supported", .array(of: .number)),
        .sometimes("param", .string()),
    ])

    static let documentSchema = JSONSchema.object([
        .always("openrpc", .string(.pattern(#"^1\.3\.\d+$"#))),
        .always("info", .object([.always("title", .string()), .always("version", .string())])),
        .always("methods", .array(of: .object([.always("name", .words(Method.allCases.map(\.rawValue)))]))),
    ])
}
