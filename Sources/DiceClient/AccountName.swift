import FoundationEssentials
import Glibc

/// Names of users and groups, asked of getent(1). A program that is linked statically cannot ask
/// the C library: for names that are not in a file it would load parts of another C library, and
/// crash.
public enum AccountName {
    /// How long a database on a network may take.
    static let limit = Duration.seconds(3)

    /// The login name of the user that this process runs as; nil if it has none.
    public static var ownLogin: String? { ofUser(geteuid()) }

    /// Nil if the user has no name, or none that can be found.
    static func ofUser(_ id: UInt32, limit: Duration = limit) -> String? {
        find("passwd", id, limit)
    }

    /// Nil if the group has no name, or none that can be found.
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

    /// The name in an entry as passwd(5) and group(5) have it; nil in any other text, and in
    /// another's entry.
    static func name(in entry: String, of id: UInt32) -> String? {
        let fields = entry.prefix { $0 != "\n" }.split(
            separator: ":",
            omittingEmptySubsequences: false
        )
        return fields.count > 2 && fields[2] == String(id) && !fields[0].isEmpty
            ? String(fields[0]) : nil
    }
}
