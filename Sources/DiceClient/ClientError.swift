public import DiceWire

/// Why a call did not succeed. Each case's `description` says what to do next.
public enum ClientError: Error, Sendable, Hashable {
    /// The daemon answered with an error.
    case refused(WireError)
    /// Nobody listens on the socket of this path, which may be a shared daemon's; nothing was sent.
    case noDaemon(socket: String, isShared: Bool = false)
    /// No connection could be made, for the reason given in words; nothing was sent.
    case unreachable(String)
    /// The connection ended before the answer to this request, which may have been carried out
    /// unless `AnyMethod.isSafeToRepeat`.
    case lost(AnyMethod)
    /// No answer to this request in time; it may still be carried out.
    case timedOut(AnyMethod)
    /// The listener does not speak this protocol; the text says what was wrong.
    case garbled(String)
}

extension ClientError: CustomStringConvertible {
    /// A sentence for people, without a full stop: what is wrong, and what to do next.
    public var description: String { description(command: "dicectl") }

    /// That sentence for a person who calls dicectl by `command` to reach the same daemon.
    public func description(command: String) -> String {
        switch self {
        case .refused(let error): error.message
        case .noDaemon(let socket, isShared: true):
            "no shared daemon listens on \(socket); if it is installed: systemctl enable --now diced.socket, as root"
        case .noDaemon(let socket, isShared: false):
            "no daemon listens on \(socket); start one with: diced --socket \(socket)"
        case .unreachable(let reason): reason
        case .lost(let method):
            "the daemon closed the connection before its answer; \(Self.advice(method, command))"
        case .timedOut(let method):
            "the daemon does not answer; \(Self.advice(method, command))"
        case .garbled(let what):
            "what answers on the socket does not speak diced's protocol: \(what)"
        }
    }

    /// What `work` gives; what it throws becomes `unreachable`, in these words.
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
            ? "nothing was changed, so try again"
            : "whether it did what was asked is not known, and nothing is sent twice: look with "
                + "\(command) table show or \(command) history --kind all"
    }
}
