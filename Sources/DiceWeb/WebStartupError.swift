public import Unix

/// Why the page cannot be served: a sentence for people that says what to do next.
public enum WebStartupError: Error, Sendable, CustomStringConvertible {
    /// Another diced-web has the socket or the state folder.
    case notLocked(FileLock.Failure)
    /// The folder of the socket for links cannot be made, or is not to be trusted.
    case unsafeFolder(SocketFolder.Refusal)
    /// The socket for links cannot be listened on.
    case linkSocket(String)
    /// The page's address cannot be listened on.
    case address(String)
    /// The state folder or the key in it cannot be used.
    case state(String)

    public var description: String {
        switch self {
        case .notLocked(let failure): "\(failure)"
        case .unsafeFolder(let refusal): "\(refusal)"
        case .linkSocket(let text), .address(let text), .state(let text): text
        }
    }
}
