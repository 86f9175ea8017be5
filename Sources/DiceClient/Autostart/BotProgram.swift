import Glibc
public import Unix

/// A bot that plays at a table, in a process of its own: `dicectl bot`. It ends with this process,
/// since it then notices that nobody reads its output.
public final class BotProgram {
    private let process: ChildProcess
    private let output: Descriptor

    /// Starts the program beside this one, or the one in `$PATH`, as a child of this process. Its
    /// errors go to our standard error.
    ///
    /// - Parameters:
    ///   - socket: The daemon's socket.
    ///   - arguments: The arguments after `bot`.
    /// - Throws: `unreachable`.
    public convenience init(
        of socket: SocketPath,
        _ arguments: [String]
    ) throws(ClientError) {
        let context = StartPlan.Context.current(unit: "diced-web")
        guard let path = context.program(named: "dicectl") else {
            throw .unreachable("neither the folder of diced-web nor $PATH has a dicectl")
        }
        let variables = SpawnedDaemon.environment(context.environment, notify: nil)
        try self.init(
            path,
            ["bot", "--socket", socket.path] + arguments,
            environment: variables.filter { !$0.key.hasPrefix("DICECTL_") }
        )
    }

    /// Starts the program at `path`.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws(ClientError) {
        let pair = try ClientError.orUnreachable(try Descriptor.Pair())
        process = try ClientError.orUnreachable(
            try ChildProcess(
                path,
                arguments,
                environment: environment,
                files: [1: pair.theirs.number, 2: STDERR_FILENO]
            )
        ) { "cannot start \(path): \($0)" }
        output = pair.takeLocalEnd()
    }

    /// Discards its output, and returns how it has ended; `nil` while it is running. Do not call it
    /// again after it has returned an exit.
    public func exit() -> ChildProcess.Exit? {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while recv(output.number, &chunk, chunk.count, Int32(MSG_DONTWAIT)) > 0 {}
        return process.exit()
    }

    /// Asks it to end. Must not be called once `exit` has returned an exit.
    public func end() {
        // A process that has not been reaped keeps its number.
        kill(process.pid, SIGTERM)
    }
}
