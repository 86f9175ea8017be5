import DiceClient
import DiceNotation
import DiceWire
import Glibc

/// The ways in which a command can fail.
enum CommandError: Error, Hashable {
    case client(ClientError)
    /// Ctrl-C.
    case interrupted
    /// A signal to terminate, caught to restore the terminal first.
    case terminated(Int32)
    /// Standard output no longer has a reader; the command ends without a message.
    case outputClosed
    case outputFailed(String)
    /// Three failures with their reasons: nothing was done, the arguments make no sense, or a
    /// history is wrong.
    case declined(String)
    case usage(String)
    case unverified(String)
    /// A history has entries of an edition that this program does not know, and no other problem.
    case newerEdition(Int)
    /// A child program failed with this exit status and message, or a file is unreadable, with exit
    /// status 66.
    case program(Int32, String)
    /// A text that is not valid dice notation.
    case notation(NotationError, String)

    init(_ error: any Error) {
        self =
            (error as? CommandError) ?? (error as? ClientError).map(Self.client)
            ?? .declined("\(error)")
    }

    /// Returns the result of `work` and converts its errors to `CommandError`.
    static func of<Value>(_ work: @autoclosure () throws -> Value) throws(CommandError)
        -> Value
    {
        do {
            return try work()
        } catch {
            throw CommandError(error)
        }
    }

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

    /// Returns the message for people; `nil` if there is none.
    func message(in context: CommandContext = CommandContext()) -> String? {
        switch self {
        case .client(.refused(let error)):
            context.refusal(error).text
                + (context.verbose ? " (\(error.data.reason))" : "")
        case .client(.timedOut) where context.fullDaemon != nil:
            context.fullDaemon.map {
                "\($0); close some, or raise its limit: \(context.calling) doctor"
            }
        case .client(let error): error.description(command: context.calling)
        case .interrupted, .terminated, .outputClosed: nil
        case .outputFailed(let reason): "cannot write the result: \(reason)"
        case .declined(let reason), .usage(let reason), .unverified(let reason),
            .program(_, let reason):
            reason
        case .newerEdition(let edition):
            "entries of edition \(edition) were not checked; to check them, update dicectl"
        case .notation(let error, let text):
            NotationErrorText.message(error, in: text)
                + (context.typed.labelled(from: text).map {
                    "\nto label the throw: \($0)"
                } ?? "")
        }
    }
}
