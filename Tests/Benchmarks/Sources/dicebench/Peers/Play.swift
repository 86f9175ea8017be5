import CLinux
import Glibc

/// `dicectl play` at a terminal of ours, running for as long as the value lives.
final class Play {
    let pid: pid_t
    let terminal: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(_ bench: Bench, at table: String, on server: Server, columns: UInt16, rows: UInt16) throws {
        var path = [CChar](repeating: 0, count: 32)
        terminal = make_terminal(columns, rows, &path, UInt(path.count))
        guard terminal >= 0 else { throw Failure("cannot make a terminal: \(String(cString: strerror(errno)))") }
        let command = Command(
            bench.programs.dicectl, ["play", table, "--socket", server.socket],
            variables: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"],
            errors: try bench.newFolder("play") + "/errors")
        let name = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        do {
            pid = try command.start(terminal: String(decoding: name, as: UTF8.self))
        } catch {
            close(terminal)
            throw error
        }
    }

    deinit {
        Child.end(pid)
        close(terminal)
    }

    /// What it has written; empty where it writes nothing for so long that its dice must be at rest.
    func read() throws -> ArraySlice<UInt8> {
        var entry = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 2_000) > 0 else { return [] }
        let count = Glibc.read(terminal, &buffer, buffer.count)
        guard count > 0 else { throw Failure("dicectl play has ended") }
        return buffer[..<count]
    }
}
