import Glibc
import Synchronization

/// The output: rows on standard output, and the current measurement on standard error; on a
/// terminal as one line that is overwritten.
final class Display: Sendable {
    private let state = Mutex((row: "", step: ""))
    private let start = monotonicNow()
    private let isTerminal = isatty(2) == 1

    func begin(_ row: String, number: Int, of count: Int) {
        let row = "\(number) of \(count), \(row)"
        state.withLock { $0 = (row, "") }
        if isTerminal {
            tick()
        } else {
            say("\(row) …\n")
        }
    }

    func step(_ step: String) {
        state.withLock { $0.step = step.isEmpty ? "" : ": " + step }
        tick()
    }

    /// Shows the elapsed seconds.
    func tick() {
        state.withLock { state in
            guard isTerminal, !state.row.isEmpty else { return }
            say(
                "\(state.row)\(state.step), \((monotonicNow() - start) / 1_000_000_000) s"
            )
        }
    }

    /// Prints to standard output without interruption by a signal.
    func print(_ text: String) throws {
        try state.withLock { state in
            erase(&state.row)
            guard Self.write(text, to: 1) else {
                throw Failure("standard output: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Ends the program with this last message.
    func exit(_ words: String, status: Int32) -> Never {
        state.withLock { state in
            erase(&state.row)
            say(words + "\n")
            _exit(status)
        }
    }

    private func erase(_ row: inout String) {
        if isTerminal, !row.isEmpty {
            _ = Self.write(Self.eraseLine, to: 2)
        }
        row = ""
    }

    private func say(_ text: String) {
        _ = Self.write((isTerminal ? Self.eraseLine : "") + "dicebench: \(text)", to: 2)
    }

    private static let eraseLine = "\r\u{1B}[K"

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}
