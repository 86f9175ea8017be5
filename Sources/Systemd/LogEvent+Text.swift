import Logging

extension LogEvent {
    /// The members of a record that contain the reason for an error.
    private static let reasons = ["reason", "error", "error.message"]

    /// Returns the message; for warnings and errors with the reason, because most readers of the
    /// journal only see the message.
    func text(with metadata: Logger.Metadata) -> String {
        let reason = Self.reasons.lazy.compactMap { metadata[$0]?.plainText }.first
        guard level >= .warning, let reason, !reason.isEmpty else {
            return message.description
        }
        return "\(message): \(reason)"
    }
}
