internal import DiceClient
internal import DiceNotation
internal import DiceWire
internal import Glibc

/// How a command can end other than well.
enum Failure: Error, Hashable {
    case client(ClientError)
    /// Ctrl-C.
    case interrupted
    /// A signal that asks the program to end, caught to put the terminal right first.
    case terminated(Int32)
    /// Whoever read standard output is gone: a quiet end.
    case outputClosed
    case outputFailed(String)
    /// What was asked for did not come to be, for this reason.
    case declined(String)
    /// What was asked for makes no sense, for this reason.
    case usage(String)
    /// What was to be verified is wrong, for this reason.
    case unverified(String)
    /// A text that cannot be rolled.
    case notation(NotationError, String)

    init(_ error: any Error) {
        self =
            switch error {
            case let failure as Failure: failure
            case let error as ClientError: .client(error)
            default: .declined("\(error)")
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
        case .notation, .usage: 64
        }
    }

    /// Whether a table that was asked for is not there.
    var isMissingTable: Bool {
        if case .client(.refused(let error)) = self { error.known == .tableNotFound } else { false }
    }

    /// Whether a roll was refused because its turn was full, and has ended.
    var isOfFullTurn: Bool {
        if case .client(.refused(let error)) = self { error.known == .commitmentChanged } else { false }
    }

    /// What the person is told; nil for a quiet end.
    func message(in session: Session = Session()) -> String? {
        switch self {
        case .client(.refused(let error)): "\(session.refusal(error).text) (\(error.data.reason))"
        case .client(let error): error.description(command: session.calling)
        case .interrupted, .terminated, .outputClosed: nil
        case .outputFailed(let reason): "cannot write the result: \(reason)"
        case .declined(let reason), .usage(let reason), .unverified(let reason): reason
        case .notation(let error, let text): NotationFailure.message(error, in: text)
        }
    }
}
