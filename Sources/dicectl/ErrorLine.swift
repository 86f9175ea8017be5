internal import DiceClient
internal import DiceWire

/// What went wrong, as one line of JSON: the daemon's error object, or an object of that form for what is dicectl's own.
enum ErrorLine {
    /// Nil for a quiet end.
    static func object(_ failure: Failure, in session: Session = Session()) -> WireError? {
        if case .client(.refused(let error)) = failure { return error }
        if case .notation(let error, _) = failure { return NotationFailure.wireError(error) }
        guard let message = failure.message(in: session) else { return nil }
        return own(failure.reason, message, status: failure.status)
    }

    /// An error of the command line.
    static func usage(_ message: String, status: Int32) -> WireError { own("usage", message, status: status) }

    /// The code is the exit status; none of 1, which is the code of an error of the daemon.
    private static func own(_ reason: String, _ message: String, status: Int32) -> WireError {
        WireError(code: status == 1 ? 0 : Int(status), message: message, reason: reason)
    }
}

extension Failure {
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
        case .declined: "declined"
        case .usage: "usage"
        case .unverified: "verificationFailed"
        case .notation(let error, _): NotationFailure.wireError(error).data.reason
        }
    }
}
