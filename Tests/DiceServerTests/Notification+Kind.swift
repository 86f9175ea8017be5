import DiceWire

extension DiceWire.Notification {
    /// The name of an event; `nil` for a frame.
    var event: String? {
        if case .event(let event) = self {
            event.kind.name
        } else {
            nil
        }
    }
}
