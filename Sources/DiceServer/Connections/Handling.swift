internal import DiceModel
internal import DiceTable
internal import DiceWire

/// The answer to a request.
typealias Answer = Result<any JSONWritable, WireError>

/// What a request results in, made in the moment in which it is sent, so that a snapshot is never older than a frame
/// that went before it.
typealias Outcome = @TableActor () -> any JSONWritable

/// Work that takes its time. It calls its argument when the connection's next request may be begun.
typealias Work = @TableActor (_ begun: @escaping @TableActor () -> Void) async throws -> Outcome

/// How a request is answered: at once, or by work that takes its time.
enum Handling {
    case now(Answer)
    case later(Work)
}
