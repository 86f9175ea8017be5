import DiceClient
import DiceWire

/// What went wrong, as one line of JSON: the daemon's error object, or an object of that form for
/// errors of dicectl.
enum ErrorLine {
    /// Nil for a quiet end.
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
        return own(failure.reason, message, status: failure.status)
    }

    /// The code is the exit status, or 0 instead of 1, which is the code of an error of the daemon.
    static func own(_ reason: String, _ message: String, status: Int32) -> WireError {
        WireError(code: status == 1 ? 0 : Int(status), message: message, reason: reason)
    }
}

extension CommandError {
    /// The word by which programs tell it from others.
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
