package import DiceClient
import DiceDrawing
import DiceModel
package import DiceNotation
import DiceWire

/// The ways in which a command can fail.
package enum CommandError: Error, Hashable {
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

    /// Returns the refusal of a command that needs a game, at a table that has none.
    package static let noGame =
        CommandError.declined("\(WireError(.noGame).problem); \(Advice.newGame)")

    package init(_ error: any Error) {
        self =
            (error as? CommandError) ?? (error as? ClientError).map(Self.client)
            ?? .declined("\(error)")
    }

    /// Returns the result of `work` and converts its errors to `CommandError`.
    package static func of<Value>(_ work: @autoclosure () throws -> Value) throws(CommandError)
        -> Value
    {
        do {
            return try work()
        } catch {
            throw CommandError(error)
        }
    }
}
