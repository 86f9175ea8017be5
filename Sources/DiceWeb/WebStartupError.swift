import Glibc
package import Unix

/// The reason why the page cannot be served, as a sentence for people that says what to do next.
package enum WebStartupError: ExitStatusError, Sendable, CustomStringConvertible {
    /// Another diced-web is using the state folder.
    case notLocked(FileLock.Error)
    /// The shared daemon, whose group may make links, is not running.
    case noDaemon(String)
    /// The server cannot listen on the page's address.
    case address(String)
    /// No local network reaches the page.
    case network(String)
    /// The state folder or the key in it cannot be used.
    case state(String)

    package var exitStatus: Int32 {
        switch self {
        case .state: EX_IOERR
        case .network: EX_UNAVAILABLE
        case .notLocked, .noDaemon, .address: EX_CANTCREAT
        }
    }

    package var description: String {
        switch self {
        case .notLocked(let failure): "\(failure)"
        case .noDaemon(let text), .address(let text), .network(let text),
            .state(let text):
            text
        }
    }
}
