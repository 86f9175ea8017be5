import Foundation
import ProgramTestSupport
import Unix
import WireProperties

/// A connection of which nothing is kept but how many answers came, and whether all that came was JSON.
final class CountingClient: Sendable {
    private struct State {
        var answers = 0
        var hasEnded = false
        var fault: String?
        var isTooLong = false
        var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?

        mutating func resume() {
            waiter?.continuation.resume()
            waiter = nil
        }
    }

    private let socket: Int32
    private let state: Locked<State>

    init(_ path: String) throws {
        socket = try Descriptor.socket(.stream, path, binding: false).release()
        state = Locked(State())
        let (copy, state) = (dup(socket), state)
        Thread.detachNewThread {
            Lines.read(Descriptor(copy)) { line, isWhole in
                // A daemon that hangs up may leave half a line.
                guard isWhole else { return }
                state.withLock { Self.take(line, &$0) }
            } end: {
                state.withLock { state in
                    state.hasEnded = true
                    state.resume()
                }
            }
        }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    var answers: Int { state.withLock { $0.answers } }
    var hasEnded: Bool { state.withLock { $0.hasEnded } }
    /// A line that is no message.
    var fault: String? { state.withLock { $0.fault } }
    /// Whether a line was refused as too long.
    var isTooLong: Bool { state.withLock { $0.isTooLong } }

    /// Sends the bytes, or what the daemon takes of them before it hangs up.
    func send(_ bytes: [UInt8]) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                _ = Descriptor.write(bytes, to: socket)
                continuation.resume()
            }
        }
    }

    /// Returns when so many answers have come, the connection has ended, or it is clear that they will not come.
    func answers(_ count: Int) async {
        // The limit of patience: no test waits so long when it passes.
        let deadline = Task {
            guard (try? await Task.sleep(for: .seconds(60))) != nil else { return }
            state.withLock { $0.resume() }
        }
        defer { deadline.cancel() }
        await withCheckedContinuation { continuation in
            state.withLock { state in
                guard state.answers < count, !state.hasEnded else { return continuation.resume() }
                state.waiter = (count, continuation)
            }
        }
    }

    private static func take(_ line: [UInt8], _ state: inout State) {
        if line.count < 4_096, !JSONSyntax.accepts(line) {
            state.fault = String(decoding: line, as: UTF8.self)
        }
        guard !line.starts(with: #"{"jsonrpc":"2.0","method":"#.utf8) else { return }
        state.answers += 1
        if line.count < 1_000, String(decoding: line, as: UTF8.self).contains("lineTooLong") { state.isTooLong = true }
        if let waiter = state.waiter, waiter.count <= state.answers { state.resume() }
    }
}
