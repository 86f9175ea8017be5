import DiceWire
import Foundation
import ProgramTestSupport
import Unix

/// Listens on the socket that dicectl uses, records the requests, and gives the answers that a test
/// defines.
final class ScriptedDaemon: Sendable {
    /// The answer to a request on the same connection.
    enum Answer: Sendable {
        /// The `result`, as JSON text.
        case result(String)
        case error(WireError)
        /// These lines verbatim, except that `ID` is replaced with the request's id.
        case lines([String])
        /// These bytes verbatim, and nothing after them.
        case bytes([UInt8])
        case silence
        /// A signal to the process at the other end, from the thread that has read its request. The
        /// signal arrives before that process has waited for anything, however busy the test is.
        case signal(Int32)
        case hangUp
    }

    /// Every request except `hello`, in order.
    let requests = Recorded<JSON>("requests")
    /// The number of each connection that has ended.
    let endings = Recorded<Int>("endings")
    /// All connections; `nil` for an ended one, whose descriptor may have been reused.
    private let connections = Locked<[Int32?]>([])
    private let listener: Int32
    private let isShown: Bool

    static let hello = #"{"protocol":1,"server":"diced/0","instance":"a","pid":1}"#
    static let die = #"{"die":1,"sides":6,"value":4,"locked":false,"animating":false}"#
    static let snapshot =
        #"{"table":"default","revision":1,"turn":1,"roll":0,"rolling":false,"dice":[\#(die)]}"#

    /// - Parameter answer: called with the number of the connection, from 0, and each request,
    ///   including `hello`. A request for the table, which precedes each roll, gets `snapshot`
    ///   instead, and the one for the connection's name is refused, as by an old daemon.
    /// - Parameter isShown: true if `answer` also handles those requests, which are then recorded.
    /// - Parameter socket: the socket's path, in an existing folder; `nil` for the daemon's.
    init(
        _ room: Room,
        isShown: Bool = false,
        socket: String? = nil,
        _ answer: @escaping @Sendable (Int, JSON) -> Answer
    )
        throws
    {
        self.isShown = isShown
        if socket == nil {
            try room.makeFolder("run")
        }
        listener = try Descriptor.socket(.stream, socket ?? room.socket, binding: true).release()
        guard listen(listener, 8) == 0 else { throw SystemError.last }
        Thread.detachNewThread { self.serve(answer) }
    }

    /// Creates the usual daemon: accepts the protocol, and answers every other request in the same
    /// way.
    convenience init(_ room: Room, isShown: Bool = false, _ answer: Answer) throws {
        try self.init(room, isShown: isShown) { _, request in
            request["method"] == "hello" ? .result(Self.hello) : answer
        }
    }

    /// Sends a line on the connection with this number.
    func say(_ line: String, on connection: Int = 0) {
        say(Array((line + "\n").utf8), on: connection)
    }

    private func say(_ bytes: [UInt8], on connection: Int) {
        // Written outside the lock: it may take as long as the other end likes.
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

    /// Accepts no more connections, and leaves the socket file behind, as a killed daemon does.
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
            if !isShown, request["method"] == "session.confine" {
                return say(
                    #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32601,"message":"no such method"}}"#,
                    on: number
                )
            }
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
            case .error(let error):
                let object = String(decoding: error.jsonBytes(), as: UTF8.self)
                say(#"{"jsonrpc":"2.0","id":\#(id),"error":\#(object)}"#, on: number)
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
