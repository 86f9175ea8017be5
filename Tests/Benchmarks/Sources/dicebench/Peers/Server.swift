import FoundationEssentials
import Glibc

/// A server on a Unix socket that runs while the object lives.
final class Server {
    let name: String
    let socket: String
    let pid: pid_t
    private static let patience: UInt64 = 60_000_000_000

    /// Starts the server and waits until it accepts connections.
    init(_ name: String, _ command: Command, socket: String, _ processors: Processors)
        throws
    {
        self.name = name
        self.socket = socket
        pid = try processors.startingServers { try command.start() }
        let deadline = monotonicNow() + Self.patience
        while (try? RawSocket(socket)) == nil {
            guard monotonicNow() < deadline, kill(pid, 0) == 0 else {
                throw Failure("\(name) does not start: \(command.lastWords)")
            }
            sleep(seconds: 0.005)
        }
    }

    deinit {
        Child.end(pid)
    }

    /// - Parameter store: The path of a store to copy; `nil` to start with a new store.
    static func diced(_ bench: Bench, store: String? = nil) throws -> Server {
        let folder = try bench.newFolder("diced")
        if let store {
            mkdir(folder + "/state", 0o700)
            try FileManager.default.copyItem(
                atPath: store,
                toPath: folder + "/state/diced.sqlite"
            )
        }
        let command = Command(
            bench.programs.diced,
            ["--socket", folder + "/socket", "--state-dir", folder + "/state"],
            errors: folder + "/errors"
        )
        return try Server(
            "diced",
            command,
            socket: folder + "/socket",
            bench.processors
        )
    }

    /// Starts the page server; `socket` is its control socket for links.
    static func web(_ bench: Bench, for diced: Server) throws -> Server {
        let folder = try bench.newFolder("web")
        let command = Command(
            bench.programs.web,
            ["--socket", diced.socket, "--state-dir", folder + "/state"],
            errors: folder + "/errors"
        )
        return try Server(
            "diced-web",
            command,
            socket: diced.socket + ".web",
            bench.processors
        )
    }

    /// Returns `nil` if Redis is not installed.
    ///
    /// - Parameter sync: The sync policy for Redis's append-only file; `nil` for no such file.
    static func redis(_ bench: Bench, appendSync sync: String? = nil) throws -> Server? {
        guard let program = bench.programs.redisServer else { return nil }
        let folder = try bench.newFolder("redis")
        let command = Command(
            program,
            [
                "--port", "0", "--unixsocket", folder + "/socket", "--save", "",
                "--appendonly", sync == nil ? "no" : "yes", "--appendfsync",
                sync ?? "no",
                "--auto-aof-rewrite-percentage", "0", "--daemonize", "no", "--dir",
                folder,
                "--logfile",
                folder + "/log",
            ],
            errors: folder + "/errors"
        )
        return try Server(
            "Redis",
            command,
            socket: folder + "/socket",
            bench.processors
        )
    }

    /// Starts the lower bound: a server that makes only the necessary system calls.
    static func bare(_ mode: BareServer.Mode, _ bench: Bench) throws -> Server {
        let folder = try bench.newFolder("bare-\(mode.rawValue)")
        let command = Command(
            bench.programs.dicebench,
            ["serve", mode.rawValue, folder + "/socket"],
            errors: folder + "/errors"
        )
        return try Server(
            "bare \(mode.rawValue)",
            command,
            socket: folder + "/socket",
            bench.processors
        )
    }

    /// Returns the server's processor time during `body`, in nanoseconds.
    func processorTime<Value>(_ body: () throws -> Value) throws -> (
        value: Value, nanoseconds: Double
    ) {
        let before = try ProcessUse.processorTime(pid)
        let value = try body()
        return (value, Double(try ProcessUse.processorTime(pid) - before))
    }
}

extension Bench {
    /// Creates a folder, which must not exist yet.
    func newFolder(_ name: String) throws -> String {
        for number in 1... {
            let path = "\(folder)/\(name)-\(number)"
            if mkdir(path, 0o700) == 0 {
                return path
            }
            guard errno == EEXIST else { throw Failure("cannot make \(path)") }
        }
        throw Failure("cannot make a folder")
    }
}
