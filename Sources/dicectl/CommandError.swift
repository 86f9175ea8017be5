import DiceClient
import DiceNotation
import DiceWire
import Glibc

/// How a command can end, other than well.
enum CommandError: Error, Hashable {
    case client(ClientError)
    /// Ctrl-C.
    case interrupted
    /// A signal that asks the program to end, caught to put the terminal right first.
    case terminated(Int32)
    /// Nobody reads standard output any more: a quiet end.
    case outputClosed
    case outputFailed(String)
    /// The reason why nothing was done, why the arguments make no sense, and why a history is
    /// wrong.
    case declined(String)
    case usage(String)
    case unverified(String)
    /// A history has entries of an edition that this program does not know, and nothing else is
    /// wrong.
    case newerEdition(Int)
    /// A program that was run has ended with this exit status, and says why; or 66 for a file that
    /// cannot be read.
    case program(Int32, String)
    /// A text that cannot be rolled.
    case notation(NotationError, String)

    init(_ error: any Error) {
        self =
            (error as? CommandError) ?? (error as? ClientError).map(Self.client)
            ?? .declined("\(error)")
    }

    /// What `work` gives; what it throws becomes one of these.
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

    /// The message for people; nil for a quiet end.
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
            "edition \(edition) is newer than this program; to check those entries, update dicectl"
        case .notation(let error, let text):
            NotationErrorText.message(error, in: text)
                + (context.typed.labelled(from: text).map {
                    "\nto say what the dice are for: \($0)"
                } ?? "")
        }
    }
}
