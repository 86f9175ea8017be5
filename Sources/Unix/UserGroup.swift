public import Glibc

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
