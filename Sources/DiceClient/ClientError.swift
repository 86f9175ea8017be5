public import DiceWire

/// The reason why a call failed. The `description` of each case says what to do next.
public enum ClientError: Error, Sendable, Hashable {
    /// The daemon answered with an error.
    case refused(WireError)
    /// No process is listening on the socket at this path, which may belong to a shared daemon;
    /// nothing was sent.
    case noDaemon(socket: String, isShared: Bool = false)
    /// No connection could be made, for this reason; nothing was sent.
    case unreachable(String)
    /// The connection ended before the response to this request, which may have been executed
    /// unless `AnyMethod.isSafeToRepeat`.
    case lost(AnyMethod)
    /// The response to this request did not arrive in time; the request may still be executed.
    case timedOut(AnyMethod)
    /// The listener does not speak this protocol; the text says what is wrong.
    case garbled(String)
}

extension ClientError: CustomStringConvertible {
    /// The message for people, without a full stop: what is wrong, and what to do next.
    public var description: String { description(command: "dicectl") }

    /// Returns the message for a person who runs `command` to reach the same daemon.
    public func description(command: String) -> String {
        switch self {
        case .refused(let error): error.message
        case .noDaemon(let socket, isShared: true):
            "no shared daemon listens on \(socket); if it is installed: systemctl enable --now diced.socket, as root"
        case .noDaemon(let socket, isShared: false):
            "no daemon listens on \(socket); commands that need one start it, for example: \(command) list"
        case .unreachable(let reason): reason
        case .lost(let method):
            "the daemon disconnected before it answered; \(Self.advice(method, command))"
        case .timedOut(let method):
            "the daemon does not answer; \(Self.advice(method, command))"
        case .garbled(let what):
            "the program on the socket does not speak diced's protocol: \(what)"
        }
    }

    /// Returns the result of `work`. Turns any error into `unreachable`, with this message.
    package static func orUnreachable<Value: ~Copyable>(
        _ work: @autoclosure () throws -> Value,
        _ words: (any Error) -> String = { "\($0)" }
    ) throws(ClientError) -> Value {
        do {
            return try work()
        } catch {
            throw .unreachable(words(error))
        }
    }

    private static func advice(_ method: AnyMethod, _ command: String) -> String {
        method.isSafeToRepeat
            ? "nothing was changed; try again"
            : "the request may have been carried out, and is not sent again; to check: "
                + "\(command) table show or \(command) history --kind all"
    }
}
