internal import Logging

extension LogHandler {
    /// The handler's metadata under the provider's under the event's, with the event's error as `error.message` and
    /// `error.type`.
    func effectiveMetadata(of event: LogEvent) -> Logger.Metadata {
        var result = metadata
        result.merge(metadataProvider?.get() ?? [:]) { _, provided in provided }
        result.merge(event.metadata ?? [:]) { _, explicit in explicit }
        if let error = event.error {
            result["error.message"] = "\(error)"
            result["error.type"] = "\(String(reflecting: type(of: error)))"
        }
        return result
    }
}

extension Logger.MetadataValue {
    /// A string as it is; `[a, b]` for an array; `[k: v]` in key order for a dictionary.
    var plainText: String {
        switch self {
        case .string(let text): text
        case .stringConvertible(let value): value.description
        case .array(let values): "[\(values.map(\.plainText).joined(separator: ", "))]"
        case .dictionary(let values):
            "[\(values.sorted { $0.key < $1.key }.map { "\($0): \($1.plainText)" }.joined(separator: ", "))]"
        }
    }
}
