import FoundationEssentials
import Glibc
import Unix

/// Names of users and groups, asked of getent(1). A program that is linked statically cannot ask the C library: for
/// names that are not in a file it would load parts of another C library, and crash.
public enum AccountName {
    /// How long a database on a network may take.
    static let limit = Duration.seconds(3)

    /// The login name of the user that this process runs as; nil if it has none.
    public static var ownLogin: String? { ofUser(geteuid()) }

    /// Nil if the user has no name, or none that can be found.
    static func ofUser(_ id: UInt32, limit: Duration = limit) -> String? { find("passwd", id, limit) }

    /// Nil if the group has no name, or none that can be found.
    static func ofGroup(_ id: UInt32, limit: Duration = limit) -> String? { find("group", id, limit) }

    private static func find(_ database: String, _ id: UInt32, _ limit: Duration) -> String? {
        let run = CapturedRun(
            "getent", [database, String(id)], environment: ProcessInfo.processInfo.environment, limit: limit)
        guard let run, run.succeeded else { return nil }
        return name(in: run.output, of: id)
    }

    /// The name in an entry as passwd(5) and group(5) have it; nil in any other text, and in another's entry.
    static func name(in entry: String, of id: UInt32) -> String? {
        let fields = entry.prefix { $0 != "\n" }.split(separator: ":", omittingEmptySubsequences: false)
        return fields.count > 2 && fields[2] == String(id) && !fields[0].isEmpty ? String(fields[0]) : nil
    }
}

/// A program run to its end, with what it printed.
package struct CapturedRun {
    let exit: ChildProcess.Exit
    package var succeeded: Bool { exit == .exited(0) }
    /// Standard output and standard error as they came.
    package let output: String

    /// Nil if the program cannot be started. One that takes longer than `limit` is killed.
    package init?(_ program: String, _ arguments: [String], environment: [String: String], limit: Duration) {
        guard let ends = try? Descriptor.Pair() else { return nil }
        let theirs = ends.theirs.number
        let child = try? ChildProcess(program, arguments, environment: environment, files: [1: theirs, 2: theirs])
        let ours = ends.takeOurs()
        guard let child else { return nil }
        let (bytes, ended) = Self.read(from: ours.number, until: .after(limit))
        if !ended { kill(child.pid, SIGKILL) }
        exit = child.waitForExit()
        output = String(decoding: bytes, as: UTF8.self)
    }

    private static func read(from descriptor: Int32, until deadline: Deadline) -> (bytes: [UInt8], ended: Bool) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !deadline.hasPassed {
            guard Poll.wait(for: [Poll.Interest(descriptor)], until: deadline)[0] else { continue }
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return (bytes, true) }
            if count > 0 { bytes += chunk[..<count] }
        }
        return (bytes, false)
    }
}
