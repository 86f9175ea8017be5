/// The status of a bridge, in words for the service manager.
struct BridgeStatus: Sendable, Hashable {
    /// The state of the connection to the broker.
    enum BrokerState: Sendable, Hashable {
        case connecting
        /// Not connected; the last attempt or connection ended for this reason.
        case failed(String)
        case accepted
    }

    let broker: String
    var state = BrokerState.connecting
    /// The reason why the daemon is not followed; `nil` if it is, or has not been asked yet.
    var daemonTrouble: String?
    /// The number of published tables.
    var tables = 0

    var text: String {
        switch (state, daemonTrouble) {
        case (.connecting, _): "connecting to \(broker)"
        case (.failed(let reason), _):
            "not connected to \(broker), trying again: \(reason)"
        case (.accepted, let trouble?):
            "connected to \(broker), waiting for the daemon: \(trouble)"
        case (.accepted, nil):
            "publishing \(tables) \(tables == 1 ? "table" : "tables") at \(broker)"
        }
    }
}
