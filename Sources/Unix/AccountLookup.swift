public import Glibc

/// The databases of users and groups, whose entries may be of any length: a group lists all of its members.
enum AccountLookup {
    private static let longestEntry = 1 << 26

    /// What `read` makes of the entry that `call` finds; nil if there is none.
    /// - Parameter call: one of the functions like getgrnam_r(3).
    static func find<Entry, Value>(
        _ empty: Entry,
        call: (inout Entry, UnsafeMutablePointer<CChar>, Int, inout UnsafeMutablePointer<Entry>?) -> Int32,
        read: (Entry) -> Value
    ) throws(SystemError) -> Value? {
        var size = 16_384
        while true {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            defer { buffer.deallocate() }
            var entry = empty
            var result: UnsafeMutablePointer<Entry>?
            let code = call(&entry, buffer, size, &result)
            if code == ERANGE, size < longestEntry {
                size *= 4
                continue
            }
            if result != nil { return read(entry) }
            // What getgrnam(3) lists as ways to say that there is none.
            guard [0, ENOENT, ESRCH, EBADF, EPERM].contains(code) else { throw SystemError(code) }
            return nil
        }
    }
}

public enum LoginName {
    /// The name in the password database of the user that this process runs as; nil if it has none.
    public static var current: String? { of(uid: geteuid()) }

    /// The name of a user in the password database; nil if there is none. Blocks for as long as the database does.
    public static func of(uid: UInt32) -> String? {
        let name = try? AccountLookup.find(
            passwd(), call: { getpwuid_r(uid, &$0, $1, $2, &$3) }, read: { $0.pw_name.map { String(cString: $0) } })
        return name.flatMap(\.self).flatMap(\.self)
    }

    /// Whether there is a user of this name. Throws if the databases do not answer.
    public static func exists(_ name: String) throws(SystemError) -> Bool {
        try AccountLookup.find(passwd(), call: { getpwnam_r(name, &$0, $1, $2, &$3) }, read: { _ in true }) ?? false
    }
}

/// A group of users, as the machine's databases know it: files, or whatever nsswitch.conf(5) names.
public struct UserGroup: Sendable, Hashable {
    public let name: String
    public let id: gid_t

    public init(name: String, id: gid_t) { (self.name, self.id) = (name, id) }

    /// Nil if there is no group of this name. Throws if the databases do not answer.
    public init?(named name: String) throws(SystemError) {
        let id = try AccountLookup.find(group(), call: { getgrnam_r(name, &$0, $1, $2, &$3) }, read: \.gr_gid)
        guard let id else { return nil }
        self.init(name: name, id: id)
    }
}
