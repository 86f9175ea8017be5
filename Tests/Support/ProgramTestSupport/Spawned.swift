import Foundation
import Testing
import Unix

/// A process that a test has started, with its output in a file, so that nothing waits for other
/// processes that inherit a pipe.
package struct Spawned: Sendable {
    private let process: ChildProcess

    /// - Parameter output: the file that gets standard output and standard error.
    package init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        output: String
    ) throws {
        let file = try Descriptor.open(output, O_WRONLY | O_CREAT | O_TRUNC)
        process = try ChildProcess(
            program,
            arguments,
            environment: environment,
            files: [1: file.number, 2: file.number]
        )
    }

    package func signal(_ number: Int32) {
        kill(process.pid, number)
    }

    /// Waits on a separate thread for the process to end. Returns its exit status, or 128 plus the
    /// signal's number.
    @discardableResult
    package func wait() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [process] in
                switch process.waitForExit() {
                case .exited(let status): continuation.resume(returning: status)
                case .killed(let signal): continuation.resume(returning: 128 + signal)
                }
            }
        }
    }

    /// Runs a program to its end, or until the test is cancelled. `output` is its complete output.
    ///
    /// - Parameter limit: the time after which the program is killed and the test fails.
    package static func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = ProcessInfo.processInfo.environment,
        within limit: Duration? = nil
    ) async throws -> (status: Int32, output: String) {
        let folder = try TemporaryFolder()
        let file = folder.path + "/output"
        let process = try Spawned(
            program,
            arguments,
            environment: environment,
            output: file
        )
        let deadline = Task {
            guard let limit, (try? await Task.sleep(for: limit)) != nil else { return }
            Issue.record("\(program) did not end in \(limit)")
            process.signal(SIGKILL)
        }
        defer {
            deadline.cancel()
        }
        let status = await withTaskCancellationHandler {
            await process.wait()
        } onCancel: {
            process.signal(SIGTERM)
        }
        return (
            status,
            String(
                decoding: FileManager.default.contents(atPath: file) ?? Data(),
                as: UTF8.self
            )
        )
    }
}
