import Glibc
import Unix

/// The result of a program that has run to its end, with its output.
package struct CapturedRun {
    let exit: ChildProcess.Exit
    package var succeeded: Bool { exit == .exited(0) }
    /// Standard output and standard error in the order of their arrival.
    package let output: String

    /// Runs a program; `nil` if it cannot be started. It is killed after `limit`.
    package init?(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        limit: Duration
    ) {
        guard let ends = try? Descriptor.Pair() else { return nil }
        let theirs = ends.theirs.number
        let child = try? ChildProcess(
            program,
            arguments,
            environment: environment,
            files: [1: theirs, 2: theirs]
        )
        let ours = ends.takeLocalEnd()
        guard let child else { return nil }
        let (bytes, ended) = Self.read(from: ours.number, until: .after(limit))
        if !ended {
            kill(child.pid, SIGKILL)
        }
        exit = child.waitForExit()
        output = String(decoding: bytes, as: UTF8.self)
    }

    private static func read(from descriptor: Int32, until deadline: Deadline) -> (
        bytes: [UInt8], ended: Bool
    ) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !deadline.hasPassed {
            guard Poll.wait(for: [Poll.Interest(descriptor)], until: deadline)[0] else {
                continue
            }
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 {
                return (bytes, true)
            }
            if count > 0 {
                bytes += chunk[..<count]
            }
        }
        return (bytes, false)
    }
}
