internal import DiceWire
internal import NIOCore

/// The pages that are open. Of one event loop.
final class Sessions {
    private var open: [ObjectIdentifier: Bridge] = [:]
    /// Called where one comes or goes.
    var changed: () -> Void = {}

    var count: Int { open.count }

    func opened(_ bridge: Bridge) {
        open[ObjectIdentifier(bridge)] = bridge
        changed()
    }

    func closed(_ bridge: Bridge) {
        open[ObjectIdentifier(bridge)] = nil
        changed()
    }

    /// Ends those that a link of this maker has opened; returns how many there were.
    func endAll(of maker: String) -> Int {
        let theirs = open.values.filter { $0.link?.maker == maker }
        for bridge in theirs { bridge.end(.tokenRevoked) }
        return theirs.count
    }

    /// Ends all, because the program does.
    func stop() {
        for bridge in open.values { bridge.stop() }
    }
}
