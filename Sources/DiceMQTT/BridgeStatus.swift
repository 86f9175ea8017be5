/// How a bridge is doing, in words for the service manager.
struct BridgeStatus: Sendable, Hashable {
    /// The connection to the broker.
    enum BrokerState: Sendable, Hashable {
        case connecting
        /// Not connected since an attempt or a connection ended for this reason.
        case failed(String)
        case accepted
    }

    let broker: String
    var state = BrokerState.connecting
    /// Why the daemon is not followed; nil if it is, or has not been asked yet.
    var daemonTrouble: String?
    /// Tables that are published.
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
