import Glibc

public enum LoginName {
    /// The name in the password database of the user that this process runs as; nil if it has none.
    public static var current: String? { of(uid: geteuid()) }

    /// The name of a user in the password database; nil if there is none. Blocks for as long as the
    /// database does.
    public static func of(uid: UInt32) -> String? {
        let name = try? AccountLookup.find(
            passwd(),
            call: { entry, buffer, size, result in
                getpwuid_r(uid, &entry, buffer, size, &result)
            },
            read: { $0.pw_name.map { String(cString: $0) } }
        )
        return name.flatMap(\.self).flatMap(\.self)
    }

    /// Whether there is a user of this name. Throws if the databases do not answer.
    public static func exists(_ name: String) throws(SystemError) -> Bool {
        try AccountLookup.find(
            passwd(),
            call: { entry, buffer, size, result in
                getpwnam_r(name, &entry, buffer, size, &result)
            },
            read: { _ in true }
        ) ?? false
    }
}
