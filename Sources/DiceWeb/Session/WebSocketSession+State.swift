extension WebSocketSession {
    /// How far a page has come.
    enum State {
        case awaitingToken
        /// The connection to the daemon is not there yet.
        case connecting(Link)
        /// The daemon has been asked to confine it.
        case confining(Link)
        case open(Link)
        /// The browser has been told, or is gone.
        case closing

        /// The link that opened it, once the token is known to be good.
        var link: Link? {
            switch self {
            case .connecting(let link), .confining(let link), .open(let link): link
            case .awaitingToken, .closing: nil
            }
        }
    }
}
