/// Where the daemon's socket is: the one rule of both programs, so that they always meet.
public struct SocketPath: Sendable, Hashable {
    public let path: String

    /// `--socket`, else `$DICED_SOCKET`, else `$XDG_RUNTIME_DIR/diced/diced.sock`, else `/run/user/UID/diced/diced.sock`
    /// where `/run/user/UID` is ours, else `/tmp/diced-UID/diced.sock`. An empty value counts as none, and so does an
    /// `$XDG_RUNTIME_DIR` that is no absolute path.
    public init(option: String?, environment: [String: String], uid: UInt32, isOurFolder: (String) -> Bool) {
        if let option, !option.isEmpty {
            path = option
        } else if let variable = environment["DICED_SOCKET"], !variable.isEmpty {
            path = variable
        } else if let folder = Self.runtimeFolder(environment: environment, uid: uid, isOurFolder: isOurFolder) {
            path = Self.path(inRuntimeFolder: folder)
        } else {
            path = "/tmp/diced-\(uid)/diced.sock"
        }
    }

    /// Of a shared daemon: `--socket`, else `$DICED_SOCKET`, else `/run/diced/diced.sock`. An empty value counts as none.
    public init(sharedOption option: String?, environment: [String: String]) {
        path =
            [option, environment["DICED_SOCKET"]].compactMap(\.self).first { !$0.isEmpty } ?? "/run/diced/diced.sock"
    }

    public init(path: String) {
        self.path = path
    }

    /// The user's folder for sockets, which is also where their systemd lives; nil where there is none.
    public static func runtimeFolder(
        environment: [String: String], uid: UInt32, isOurFolder: (String) -> Bool
    ) -> String? {
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") { return folder }
        let folder = "/run/user/\(uid)"
        return isOurFolder(folder) ? folder : nil
    }

    /// Where `diced.socket` listens, or another unit of ours.
    public static func path(inRuntimeFolder folder: String, named name: String = "diced.sock") -> String {
        folder + (folder.hasSuffix("/") ? "" : "/") + "diced/" + name
    }

    /// The folder that the socket is in.
    public var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path as seen from anywhere: one that begins with no slash is taken from `directory`.
    public func absolute(from directory: String) -> SocketPath {
        guard !path.hasPrefix("/") else { return self }
        return SocketPath(path: directory + (directory.hasSuffix("/") ? "" : "/") + path)
    }
}
