package import Foundation
import Testing

/// A test's environment: a folder with a short path, the processes started in it, and their
/// variables. Everything is removed when the test ends.
package final class Room: Sendable {
    package var folder: String { temporary.path }
    private let temporary: TemporaryFolder
    let isQuick: Bool
    private let children = Locked<[Child]>([])
    private let strangers = Locked<[pid_t]>([])

    package init(isQuick: Bool = false) throws {
        self.isQuick = isQuick
        temporary = try TemporaryFolder()
    }

    /// Ends running processes and removes the folder.
    package func clear() async {
        for pid in strangers.withLock({ $0 }) {
            kill(pid, SIGKILL)
        }
        for child in children.withLock({ $0 }) {
            child.signal(SIGKILL)
            _ = try? await child.ending()
            try? await child.errors.ended()
            let errors = child.errors.all
            if let first = errors.firstIndex(where: {
                $0.contains("Sanitizer: ") || $0.contains("Fatal error")
            }) {
                // Includes the stack trace.
                let report = errors[first...].prefix(40).joined(separator: " | ")
                Issue.record("\(child.errors.name): \(report)")
            }
        }
        chmod(state, 0o700)
        temporary.remove()
    }

    package var socket: String { folder + "/run/diced.sock" }
    package var state: String { folder + "/state" }

    /// The variables of every process: none of the test's own variables except the search path and
    /// those of sanitizers.
    package var environment: [String: String] {
        let ours = ProcessInfo.processInfo.environment
        var environment = ours.filter {
            $0.key == "PATH" || $0.key == "LD_LIBRARY_PATH"
                || $0.key.hasSuffix("SAN_OPTIONS")
        }
        environment["HOME"] = folder + "/home"
        environment["XDG_RUNTIME_DIR"] = folder + "/runtime"
        environment["LC_ALL"] = "C.UTF-8"
        return environment
    }

    /// Starts a program, which is killed at the end if it is still running.
    package func start(
        _ program: String,
        _ arguments: [String],
        environment more: [String: String] = [:],
        files: [Int32: Int32] = [:],
        output: Int32? = nil
    ) throws -> Child {
        let child = try Child(
            program,
            arguments,
            environment: environment.merging(more) { $1 },
            files: files,
            output: output
        )
        children.withLock { $0.append(child) }
        return child
    }

    /// Adopts a process that one of our processes has started, to be ended with the rest.
    package func adopt(_ pid: Int) {
        strangers.withLock { $0.append(pid_t(pid)) }
    }

    package func path(_ name: String) -> String {
        folder + "/" + name
    }

    package func makeFolder(_ name: String, mode: Int = 0o700) throws {
        try FileManager.default.createDirectory(
            atPath: path(name),
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: mode]
        )
    }

    package func makeFile(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path(name)))
    }

    package func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path(name))
    }

    /// Returns the permissions of a file or folder.
    package func mode(_ name: String) throws -> Int {
        try #require(
            try FileManager.default.attributesOfItem(atPath: path(name))[
                .posixPermissions
            ] as? Int
        )
    }

    package func contents(_ name: String) -> Data? {
        FileManager.default.contents(atPath: path(name))
    }
}
