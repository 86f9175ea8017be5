import Glibc

public enum LoginName {
    /// The login name of this process's user in the password database; `nil` if there is none.
    public static var current: String? { of(uid: geteuid()) }

    /// Returns a user's name in the password database; `nil` if there is none. Blocks for as long
    /// as the database does.
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

    /// Returns true if a user with this name exists. Throws if the databases do not answer.
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
