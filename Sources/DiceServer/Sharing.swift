public import Unix

/// What a daemon does for the users whom the kernel lets connect, besides its own.
public struct Sharing: Sendable {
    /// The accounts that may speak for somebody else, by login name: a page's, a seat's.
    public var trusted: Set<String>
    /// The login name of a user; nil where there is none. It may block.
    public var loginName: @Sendable (_ uid: UInt32) -> String?

    public init(
        trusted: Set<String> = [], loginName: @escaping @Sendable (UInt32) -> String? = { LoginName.of(uid: $0) }
    ) {
        self.trusted = trusted
        self.loginName = loginName
    }
}
