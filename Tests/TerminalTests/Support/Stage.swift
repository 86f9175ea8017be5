import Foundation
import NIOConcurrencyHelpers
import ProgramTestSupport
import Testing

/// A daemon with repeatable rolls, a tmux server, and a folder for both. They end with the test.
final class Stage: Sendable {
    var folder: String { temporary.path }
    private let temporary: TemporaryFolder
    /// The factor by which dice are in flight longer than usual.
    private let slowness: Int
    private let tmux = NIOLockedValueBox<Spawned?>(nil)
    private let daemon = NIOLockedValueBox<Spawned?>(nil)
    /// A stage's share of the budget for tests that run programs: a daemon, a tmux, and the
    /// programs in it.
    private static let places = 3

    /// Runs `body` on a new stage, where dice settle by themselves.
    static func run(_ body: (Stage) async throws -> Void) async throws {
        try await run(slowness: 1, body)
    }

    /// Runs `body` on a new stage, where dice stay in flight until they are settled by a command:
    /// for half of `slowness` seconds none settles by itself.
    static func run(slowness: Int, _ body: (Stage) async throws -> Void) async throws {
        await Gate.shared.enter(places)
        defer {
            Gate.shared.leave(places)
        }
        let stage = try Stage(slowness: slowness)
        do {
            try await stage.startTmux()
            try await stage.startDaemon()
            try await body(stage)
        } catch {
            await stage.clear()
            throw error
        }
        await stage.clear()
    }

    private init(slowness: Int) throws {
        self.slowness = slowness
        temporary = try TemporaryFolder()
    }

    private func clear() async {
        if let server = tmux.withLockedValue({ $0 }) {
            server.signal(SIGTERM)
            await server.wait()
        }
        await stopDaemon()
        temporary.remove()
    }

    var environment: [String: String] {
        let ours = ProcessInfo.processInfo.environment
        var environment = ours.filter {
            $0.key == "PATH" || $0.key == "LD_LIBRARY_PATH"
                || $0.key.hasSuffix("SAN_OPTIONS")
        }
        environment["HOME"] = folder
        environment["LC_ALL"] = "C.UTF-8"
        environment["TERM"] = "xterm-256color"
        environment["SHELL"] = "/bin/sh"
        // After a crash, the runtime would ask at the terminal what to do.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        environment["DICED_SOCKET"] = folder + "/run/diced.sock"
        environment["DICED_STATE_DIR"] = folder + "/state"
        environment["dicectl"] = Programs.dicectl
        return environment
    }

    /// Starts tmux in the foreground: a background server would block whoever waits for its
    /// starter.
    private func startTmux() async throws {
        let process = try start(
            Tool.tmux.name,
            ["-D", "-f", "/dev/null", "-S", folder + "/tmux"]
        )
        tmux.withLockedValue { $0 = process }
        try await Patience.wait(for: "tmux") {
            try await self.run(
                Tool.tmux.name,
                self.tmuxArguments(["show-options", "-g"])
            ).status
        } until: {
            $0 == 0
        }
    }

    func start(_ program: String, _ arguments: [String]) throws -> Spawned {
        try Spawned(program, arguments, environment: environment, output: "/dev/null")
    }

    /// Starts the daemon, or restarts it with the same store, and waits until it serves.
    func startDaemon() async throws {
        let process = try start(
            Programs.diced,
            ["--seed", "7", "--slow", "\(slowness)"]
        )
        daemon.withLockedValue { $0 = process }
        try await Patience.wait(for: "daemon") {
            try await self.dicectl("status", "--no-autostart").status
        } until: {
            $0 == 0
        }
    }

    func stopDaemon() async {
        let running = daemon.withLockedValue { process in
            defer {
                process = nil
            }
            return process
        }
        guard let running else { return }
        running.signal(SIGTERM)
        await running.wait()
    }

    /// Stops a daemon on the stage's socket that another program has started.
    func stopStrayDaemon() async throws {
        let status = try await dicectl("status", "--json", "--no-autostart").output
        let pid = try #require(
            status.firstMatch(of: /"pid":([0-9]+)/).flatMap { pid_t($0.1) }
        )
        kill(pid, SIGTERM)
        try await Patience.wait(for: "no daemon") {
            try await self.dicectl("status", "--no-autostart").status
        } until: {
            $0 == 69
        }
    }

    /// Runs a program and waits for its end.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) async throws -> (
        status: Int32, output: String
    ) {
        try await Spawned.run(program, arguments, environment: environment)
    }

    @discardableResult
    func dicectl(_ arguments: String...) async throws -> (status: Int32, output: String) {
        try await run(Programs.dicectl, arguments)
    }

    func tmuxArguments(_ arguments: [String]) -> [String] {
        ["-N", "-S", folder + "/tmux"] + arguments
    }

    func contents(_ name: String) -> String {
        FileManager.default.contents(atPath: folder + "/" + name).map {
            String(decoding: $0, as: UTF8.self)
        } ?? ""
    }
}
