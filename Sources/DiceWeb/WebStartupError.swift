public import Unix

/// Why the page cannot be served: a sentence for people that says what to do next.
public enum WebStartupError: Error, Sendable, CustomStringConvertible {
    /// Another diced-web has the state folder.
    case notLocked(FileLock.Failure)
    /// The shared daemon, whose group may make links, is not there.
    case noDaemon(String)
    /// The page's address cannot be listened on.
    case address(String)
    /// The state folder or the key in it cannot be used.
    case state(String)

    public var description: String {
        switch self {
        case .notLocked(let failure): "\(failure)"
        case .noDaemon(let text), .address(let text), .state(let text): text
        }
    }
}
