import DiceWire

/// The origins that the page has, and those that it has for as long as a connection to the socket
/// for links keeps them open. Confined to one event loop.
final class OpenOrigins {
    private(set) var current: Origins
    /// The TCP port of the page.
    let port: Int
    private let sessions: Sessions
    /// The number of connections that keep an origin open, or are about to.
    private(set) var keepers = 0

    init(_ origins: Origins, port: Int, sessions: Sessions) {
        current = origins
        self.port = port
        self.sessions = sessions
    }

    /// Returns the right to open origins, for one connection. Call `end` when it closes.
    func keeper() -> Keeper {
        Keeper(self)
    }

    /// A connection that may keep an origin open.
    final class Keeper {
        private let origins: OpenOrigins
        private var isKeeping = false
        private(set) var origin: Origin?

        fileprivate init(_ origins: OpenOrigins) {
            self.origins = origins
        }

        /// Opens an origin, if any, instead of the connection's earlier one. Returns the page's
        /// port.
        func open(_ origin: Origin?) -> Int {
            if !isKeeping {
                isKeeping = true
                origins.keepers += 1
            }
            let former = self.origin
            self.origin = origin ?? former
            if let origin {
                // Pages of the same origin stay open.
                origins.current.open(origin)
                former.map(origins.close)
            }
            origins.sessions.changed()
            return origins.port
        }

        /// Closes the connection's origin, with its pages.
        func end() {
            guard isKeeping else { return }
            isKeeping = false
            origins.keepers -= 1
            origin.map(origins.close)
            origins.sessions.changed()
        }
    }

    private func close(_ origin: Origin) {
        current.close(origin)
        if !current.opened.contains(origin) {
            sessions.endAll(at: origin)
        }
    }
}
