import Glibc
import Unix

/// The reason why the sockets from the service manager cannot be used. The description includes the
/// remedy.
package enum InheritedSocketError: ExitStatusError, Sendable, Equatable,
    CustomStringConvertible
{
    /// `$LISTEN_FDS`, `$LISTEN_PID` or `$LISTEN_FDNAMES` is invalid, or refers to a descriptor that
    /// is not open.
    case environment(_ code: CInt)
    /// The selected socket is not a listening Unix stream socket.
    case wrongType(name: String, descriptor: CInt)
    /// More than one socket matches.
    case ambiguous(wanted: String, found: [String])
    /// The sockets are not exactly one listening Unix stream socket and at most one TCP socket.
    case notOneEach([String])
    /// The descriptor's flags could not be set.
    case cannotPrepare(descriptor: CInt, _ code: CInt)

    package var exitStatus: Int32 { EX_CONFIG }

    package var description: String {
        switch self {
        case .environment(let code):
            "cannot use the sockets announced in LISTEN_FDS: \(SystemError(code)); "
                + "start the daemon from its socket unit, or unset LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES"
        case .wrongType(let name, let descriptor):
            "the inherited socket \"\(name)\" (descriptor \(descriptor)) is not a listening Unix stream socket; "
                + "give its socket unit one ListenStream= with an absolute path, and no Accept=yes"
        case .ambiguous(let wanted, let found):
            "cannot choose between \(found.count) inherited sockets (\(found.joined(separator: ", "))); "
                + "keep one ListenStream= in the socket unit that has FileDescriptorName=\(wanted)"
        case .notOneEach(let found):
            "expected one listening Unix stream socket and at most one TCP socket, not \(found.joined(separator: ", ")); "
                + "give the socket unit one ListenStream= for each, and no Accept=yes"
        case .cannotPrepare(let descriptor, let code):
            "cannot make the inherited socket (descriptor \(descriptor)) non-blocking: \(SystemError(code)); "
                + "restart the socket unit"
        }
    }
}
