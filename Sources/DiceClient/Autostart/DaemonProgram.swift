import FoundationEssentials
import Glibc
public import Unix

/// The daemon's program, run for a purpose other than serving.
public enum DaemonProgram {
    /// Runs the program to its end. Returns the lines that it printed; if it failed, the reason
    /// without its timestamp.
    ///
    /// - Parameters:
    ///   - socket: The socket of the daemon in question, whose program is found in the same way as
    ///     for a start.
    ///   - limit: The time after which the program is killed.
    /// - Throws: `unreachable` if there is no program to run.
    public static func run(
        _ arguments: [String],
        of socket: SocketPath,
        limit: Duration = .seconds(3_600)
    ) throws(ClientError) -> (status: Int32, lines: [String]) {
        var context = StartPlan.Context.current(unit: "diced")
        context.hasUnit = { _, _ in false }
        guard case .program(let path) = try StartPlan(for: socket, in: context),
            let run = CapturedRun(
                path,
                arguments,
                environment: ProcessInfo.processInfo.environment,
                limit: limit
            )
        else { throw .unreachable("cannot run diced; set $DICED to its path") }
        guard case .exited(let status) = run.exit else {
            throw .unreachable(
                "\(path) ended by \(run.exit); to see why: \(path) --check"
            )
        }
        var lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last?.isEmpty == true {
            lines.removeLast()
        }
        if status == 0 {
            return (status, lines.map(String.init))
        }
        let reasons = lines.map { line in
            line.firstRange(of: " critical ").map { line[$0.upperBound...] } ?? line
        }
        return (status, reasons.map(String.init))
    }
}
