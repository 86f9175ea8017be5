public import Glibc

/// A group of users, as the machine's databases know it: files, or whatever nsswitch.conf(5) names.
public struct UserGroup: Sendable, Hashable {
    public let name: String
    public let id: gid_t

    public init(name: String, id: gid_t) {
        self.name = name
        self.id = id
    }

    /// `nil` if there is no group of this name. Throws if the databases do not answer.
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
