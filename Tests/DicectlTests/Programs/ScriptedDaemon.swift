import Foundation
import ProgramTestSupport
import Unix

/// Listens where dicectl looks for the daemon, keeps what it is sent, and answers as a test wants
/// it to.
final class ScriptedDaemon: Sendable {
    /// What comes after a request on the same connection.
    enum Answer: Sendable {
        /// The `result`, as it stands in the line.
        case result(String)
        case error(code: Int, message: String, reason: String)
        /// These lines as they are, `ID` standing for the request's.
        case lines([String])
        /// These bytes as they are, and nothing after them.
        case bytes([UInt8])
        case silence
        /// A signal to the process at the other end, from the thread that has read its request:
        /// however busy the test is, it comes before that process has waited for anything.
        case signal(Int32)
        case hangUp
    }

    /// Every request but `hello`, in order.
    let requests = Recorded<JSON>("requests")
    /// The number of each connection that has ended.
    let endings = Recorded<Int>("endings")
    /// Each that has come; nil once it has ended, as its number may be another's then.
    private let connections = Locked<[Int32?]>([])
    private let listener: Int32
    private let isShown: Bool

    static let hello = #"{"protocol":1,"server":"diced/0","instance":"a","pid":1}"#
    static let die = #"{"die":1,"sides":6,"value":4,"locked":false,"animating":false}"#
    static let snapshot =
        #"{"table":"default","revision":1,"turn":1,"roll":0,"rolling":false,"dice":[\#(die)]}"#

    /// - Parameter answer: called with the number of the connection, from 0, and each request;
    ///   `hello` too. A request for the table, which comes before each roll, gets `snapshot`
    ///   instead.
    /// - Parameter isShown: whether that, too, is answered by `answer` and kept.
    init(
        _ room: Room,
        isShown: Bool = false,
        _ answer: @escaping @Sendable (Int, JSON) -> Answer
    )
        throws
    {
        self.isShown = isShown
        try room.makeFolder("run")
        listener = try Descriptor.socket(.stream, room.socket, binding: true).release()
        guard listen(listener, 8) == 0 else { throw SystemError.last }
        Thread.detachNewThread { self.serve(answer) }
    }

    /// The usual one: agrees to the protocol, and answers every other request alike.
    convenience init(_ room: Room, isShown: Bool = false, _ answer: Answer) throws {
        try self.init(room, isShown: isShown) { _, request in
            request["method"] == "hello" ? .result(Self.hello) : answer
        }
    }

    /// Sends a line on the connection of this number.
    func say(_ line: String, on connection: Int = 0) {
        say(Array((line + "\n").utf8), on: connection)
    }

    private func say(_ bytes: [UInt8], on connection: Int) {
        // Not under the lock: it may take as long as the other end likes.
        guard let copy = connections.withLock({ $0[connection].map { dup($0) } }) else {
            return
        }
        Descriptor.write(bytes, to: copy)
        Foundation.close(copy)
    }

    func hangUp(_ connection: Int = 0) {
        _ = connections.withLock {
            $0[connection].map { shutdown($0, Int32(SHUT_RDWR)) }
        }
    }

    /// Takes no more connections, and leaves the socket as a daemon does that was killed.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    deinit {
        Foundation.close(listener)
    }

    private func serve(_ answer: @escaping @Sendable (Int, JSON) -> Answer) {
        while true {
            let peer = accept(listener, nil, nil)
            guard peer >= 0 else { return }
            let number = connections.withLock { connections in
                connections.append(peer)
                return connections.count - 1
            }
            Thread.detachNewThread { self.converse(peer, number, answer) }
        }
    }

    private func converse(
        _ peer: Int32,
        _ number: Int,
        _ answer: @Sendable (Int, JSON) -> Answer
    ) {
        Lines.read(Descriptor(peer)) { bytes, _ in
            let request = JSON(bytes) ?? .null
            let id = request["id"].text
            if !isShown, request["method"] == "table.get" {
                return say(
                    #"{"jsonrpc":"2.0","id":\#(id),"result":\#(Self.snapshot)}"#,
                    on: number
                )
            }
            if request["method"] != "hello" {
                requests.append(request)
            }
            switch answer(number, request) {
            case .result(let result):
                say(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#, on: number)
            case .error(let code, let message, let reason):
                let error = JSON.object([
                    "code": JSON(code), "message": .string(message),
                    "data": ["reason": .string(reason)],
                ])
                say(
                    #"{"jsonrpc":"2.0","id":\#(id),"error":\#(error.text)}"#,
                    on: number
                )
            case .lines(let lines):
                for line in lines {
                    say(line.replacing("ID", with: id), on: number)
                }
            case .bytes(let bytes): say(bytes, on: number)
            case .silence: break
            case .signal(let signal):
                kill((try? PeerCredentials(of: peer).pid) ?? getpid(), signal)
            case .hangUp: hangUp(number)
            }
        } end: {
            connections.withLock { $0[number] = nil }
            endings.append(number)
        }
    }
}
