import DiceClient
import DiceFollowing
import DiceWire

/// An error as one line of JSON: the daemon's error object, or an object of the same form for
/// dicectl's own errors.
enum ErrorLine {
    /// Returns the error object; `nil` for an end without a message.
    static func object(
        _ failure: CommandError,
        in context: CommandContext = CommandContext()
    )
        -> WireError?
    {
        if case .client(.refused(let error)) = failure {
            return error
        }
        if case .notation(let error, _) = failure {
            return WireError(error)
        }
        guard let message = failure.message(in: context) else { return nil }
        return fromClient(failure.reason, message, status: failure.status)
    }

    /// Creates an error of dicectl's own. The code is the exit status, with 0 in place of 1,
    /// because 1 marks errors from the daemon.
    static func fromClient(_ reason: String, _ message: String, status: Int32) -> WireError {
        WireError(code: status == 1 ? 0 : Int(status), message: message, reason: reason)
    }
}

extension CommandError {
    /// The machine-readable reason.
    var reason: String {
        switch self {
        case .client(.refused(let error)): error.data.reason
        case .client(.noDaemon): "noDaemon"
        case .client(.unreachable): "unreachable"
        case .client(.lost): "connectionLost"
        case .client(.timedOut): "noAnswer"
        case .client(.garbled): "otherProtocol"
        case .interrupted, .terminated: "interrupted"
        case .outputClosed, .outputFailed: "outputFailed"
        case .declined, .program: "declined"
        case .usage: "usage"
        case .unverified: "verificationFailed"
        case .newerEdition: "newerEdition"
        case .notation(let error, _): WireError(error).data.reason
        }
    }
}
