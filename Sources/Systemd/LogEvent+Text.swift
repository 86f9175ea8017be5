import Logging

extension LogEvent {
    /// The members of a record that say why something went wrong.
    private static let reasons = ["reason", "error", "error.message"]

    /// The message; of a warning and above with its reason, because most readers of the journal see
    /// nothing but the message.
    func text(with metadata: Logger.Metadata) -> String {
        let reason = Self.reasons.lazy.compactMap { metadata[$0]?.plainText }.first
        guard level >= .warning, let reason, !reason.isEmpty else {
            return message.description
        }
        return "\(message): \(reason)"
    }
}
