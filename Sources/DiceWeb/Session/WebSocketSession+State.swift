extension WebSocketSession {
    /// The state of a session.
    enum State {
        case awaitingToken
        /// The connection to the daemon is not open yet.
        case connecting(Link)
        /// The daemon has received the request to confine the connection.
        case confining(Link)
        case open(Link)
        /// The browser has received the close frame, or has disconnected.
        case closing

        /// The link that opened the session, once its token is verified.
        var link: Link? {
            switch self {
            case .connecting(let link), .confining(let link), .open(let link): link
            case .awaitingToken, .closing: nil
            }
        }
    }
}
