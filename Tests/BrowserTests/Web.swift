import ProgramTestSupport
import Testing

/// A daemon and a diced-web beside it.
struct Web: Sendable {
    let room: Room
    let daemon: Daemon
    let child: Child
    let port: Int

    /// Returns a link to a page, as dicectl prints it.
    func link(_ arguments: String...) async throws -> String {
        let outcome = try await room.start(
            Programs.dicectl,
            ["web"] + arguments,
            environment: room.clientEnvironment
        ).outcome()
        return try #require(outcome.output.first, "\(outcome.complaint)")
    }

    /// Returns the same link with another port.
    static func link(_ link: String, port: Int) -> String {
        link.replacing(/:[0-9]+\//, with: ":\(port)/")
    }
}

extension Room {
    /// - Parameter daemon: Options of the daemon.
    func web(_ daemon: String...) async throws -> Web {
        let serving = try Daemon(self, daemon)
        try await serving.ready()
        let (child, port) = try await pageProgram()
        return Web(room: self, daemon: serving, child: child, port: port)
    }

    /// Starts a diced-web on a free port.
    ///
    /// - Parameter through: A command that becomes diced-web.
    func pageProgram(
        environment: [String: String] = [:],
        through: [String] = []
    ) async throws -> (child: Child, port: Int) {
        let command =
            through + [
                Programs.dicedWeb, "--socket", socket, "--state-dir", state, "--listen",
                "127.0.0.1:0",
            ]
        let child = try start(
            command[0],
            Array(command.dropFirst()),
            environment: environment
        )
        let line = try await child.errors.first {
            $0.contains("ready page=") || $0.contains("critical")
        }.element
        return (
            child,
            try #require(line.split(separator: ":").last.flatMap { Int($0) }, "\(line)")
        )
    }
}
