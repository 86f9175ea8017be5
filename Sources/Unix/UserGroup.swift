public import Glibc

/// A group of users in the machine's databases: files, or the sources in nsswitch.conf(5).
public struct UserGroup: Sendable, Hashable {
    public let name: String
    public let id: gid_t

    public init(name: String, id: gid_t) {
        self.name = name
        self.id = id
    }

    /// Returns `nil` if there is no group with this name. Throws if the databases do not answer.
    public init?(named name: String) throws(SystemError) {
        let id = try AccountLookup.find(
            group(),
            call: { entry, buffer, size, result in
                getgrnam_r(name, &entry, buffer, size, &result)
            },
            read: \.gr_gid
        )
        guard let id else { return nil }
        self.init(name: name, id: id)
    }
}
