import FoundationEssentials
import Glibc

/// Looks up the names of users and groups with getent(1). A statically linked program cannot use
/// the C library: for names that are not in a file, it would load parts of another C library and
/// crash.
public enum AccountName {
    /// The time limit for a database on a network.
    static let limit = Duration.seconds(3)

    /// The login name of the user that this process runs as; `nil` if it has none.
    public static var ownLogin: String? { ofUser(geteuid()) }

    /// Returns the name of a user; `nil` if there is none, or if it cannot be found.
    static func ofUser(_ id: UInt32, limit: Duration = limit) -> String? {
        find("passwd", id, limit)
    }

    /// Returns the name of a group; `nil` if there is none, or if it cannot be found.
    static func ofGroup(_ id: UInt32, limit: Duration = limit) -> String? {
        find("group", id, limit)
    }

    private static func find(_ database: String, _ id: UInt32, _ limit: Duration)
        -> String?
    {
        let run = CapturedRun(
            "getent",
            [database, String(id)],
            environment: ProcessInfo.processInfo.environment,
            limit: limit
        )
        guard let run, run.succeeded else { return nil }
        return name(in: run.output, of: id)
    }

    /// Returns the name in an entry in the format of passwd(5) and group(5); `nil` for any other
    /// text, and for an entry with another id.
    static func name(in entry: String, of id: UInt32) -> String? {
        let fields = entry.prefix { $0 != "\n" }.split(
            separator: ":",
            omittingEmptySubsequences: false
        )
        return fields.count > 2 && fields[2] == String(id) && !fields[0].isEmpty
            ? String(fields[0]) : nil
    }
}
