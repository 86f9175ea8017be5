import DiceClient
import DiceFollowing
import DiceNotation
import DiceWire

/// The exit statuses of the errors, and their messages.
extension CommandError {
    var status: Int32 {
        switch self {
        case .client(.refused(let error)):
            switch error.known {
            case .busy, .dieAnimating: 75
            case .unsupportedProtocol: 76
            case .badExpression: 64
            default: 1
            }
        case .client(.garbled): 76
        case .client: 69
        case .interrupted: 130
        case .terminated(let signal): 128 + signal
        case .outputClosed: 0
        case .outputFailed, .declined: 1
        case .unverified: 65
        case .newerEdition: 76
        case .program(let status, _): status
        case .notation, .usage: 64
        }
    }

    /// Returns the message for people, with its commands directed to the same daemon; `nil` if there
    /// is none.
    func message(in context: CommandContext = CommandContext()) -> String? {
        text(in: context).map(context.calling)
    }

    private func text(in context: CommandContext) -> String? {
        switch self {
        case .client(.refused(let error)):
            context.refusal(error).text
                + (context.verbose ? " (\(error.data.reason))" : "")
        case .client(.timedOut) where context.fullDaemon != nil:
            context.fullDaemon.map {
                "\($0); close some, or raise its limit: dicectl doctor"
            }
        case .client(let error): error.description
        case .interrupted, .terminated, .outputClosed: nil
        case .outputFailed(let reason): "cannot write the result: \(reason)"
        case .declined(let reason), .usage(let reason), .unverified(let reason),
            .program(_, let reason):
            reason
        case .newerEdition(let edition):
            "entries of edition \(edition) were not checked; to check them, update dicectl"
        case .notation(let error, let text)
        where error.reason == .otherForm || error.reason == .secretForm:
            ([NotationErrorText.message(error, in: text)]
                + error.expected.compactMap { meant in
                    let line = context.typed.with(
                        expression: meant,
                        isSecret: error.reason == .secretForm
                    )
                    return line.map { "type: \($0)" }
                }).joined(separator: "\n")
        case .notation(let error, let text):
            NotationErrorText.message(error, in: text)
                + (context.typed.labelled(from: text).map {
                    "\nto label the throw: \($0)"
                } ?? "")
        }
    }
}
