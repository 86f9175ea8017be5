import FoundationEssentials
import Glibc
public import Unix

/// The daemon's program, run for what it does besides serving.
public enum DaemonProgram {
    /// Runs it to its end. Returns the lines that it printed, the reason without the instant before
    /// it if it failed.
    ///
    /// Throws `unreachable` if there is no program to run.
    ///
    /// - Parameters:
    ///   - socket: that of the daemon whose program is meant; it is looked for as for a start.
    ///   - limit: a program that takes longer is killed.
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
        else { throw .unreachable("diced cannot be run; name it in $DICED") }
        guard case .exited(let status) = run.exit else {
            throw .unreachable(
                "\(path) ended by \(run.exit); look with: \(path) --check"
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
