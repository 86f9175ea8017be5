import Glibc

/// Where the daemon's socket is: the one rule of both programs, so that they always meet.
public struct SocketPath: Sendable, Hashable {
    public let path: String

    /// `--socket`, else `$DICED_SOCKET`, else `$XDG_RUNTIME_DIR/diced/diced.sock`, else
    /// `/run/user/UID/diced/diced.sock` if `/run/user/UID` is ours, else
    /// `/tmp/diced-UID/diced.sock`. An empty value counts as none, and so does an
    /// `$XDG_RUNTIME_DIR` that is no absolute path of a folder of ours.
    public init(
        option: String?,
        environment: [String: String],
        uid: UInt32,
        isOurFolder: (String) -> Bool
    ) {
        path =
            Self.named(option, environment)
            ?? Self.runtimeFolder(
                environment: environment,
                uid: uid,
                isOurFolder: isOurFolder
            )
            .map { Self.path(inRuntimeFolder: $0) } ?? "/tmp/diced-\(uid)/diced.sock"
    }

    /// The socket of a shared daemon: `--socket`, else `$DICED_SOCKET`, else
    /// `/run/diced/diced.sock`. An empty value counts as none.
    public init(sharedOption option: String?, environment: [String: String]) {
        path = Self.named(option, environment) ?? "/run/diced/diced.sock"
    }

    private static func named(_ option: String?, _ environment: [String: String])
        -> String?
    {
        [option, environment["DICED_SOCKET"]].compactMap(\.self).first { !$0.isEmpty }
    }

    public init(path: String) {
        self.path = path
    }

    /// The user's folder for sockets, which is also where their systemd lives; `nil` if there is
    /// none.
    public static func runtimeFolder(
        environment: [String: String],
        uid: UInt32,
        isOurFolder: (String) -> Bool
    ) -> String? {
        [environment["XDG_RUNTIME_DIR"], "/run/user/\(uid)"].compactMap(\.self)
            .first { $0.hasPrefix("/") && isOurFolder($0) }
    }

    /// Where `diced.socket` listens, or another unit of ours.
    public static func path(
        inRuntimeFolder folder: String,
        named name: String = "diced.sock"
    )
        -> String
    {
        folder + (folder.hasSuffix("/") ? "" : "/") + "diced/" + name
    }

    /// The folder that the socket is in.
    public var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path as seen from anywhere: a relative one is taken from `directory`.
    public func absolute(from directory: String) -> SocketPath {
        guard !path.hasPrefix("/") else { return self }
        return SocketPath(
            path: directory + (directory.hasSuffix("/") ? "" : "/") + path
        )
    }

    /// The rule applied to this process, as an absolute path: of a daemon of one's own, or of a
    /// shared one. Throws if what decides is not UTF-8. The first time that an `$XDG_RUNTIME_DIR`
    /// is passed over, as `su` and `sudo -E` leave one of somebody else's, standard error says so,
    /// unless `tells` is false.
    public static func current(
        option: String?,
        isShared: Bool = false,
        tells: Bool = true
    ) throws(ProcessText.Error) -> SocketPath {
        var environment: [String: String] = [:]
        if option?.isEmpty ?? true {
            for name in ["DICED_SOCKET", "XDG_RUNTIME_DIR"] where environment.isEmpty {
                environment[name] = try ProcessText.variable(name)
            }
        }
        let socket =
            isShared
            ? SocketPath(sharedOption: option, environment: environment)
            : SocketPath(
                option: option,
                environment: environment,
                uid: geteuid(),
                isOurFolder: SocketFolder.isOurs
            )
        let isPassedOver =
            environment["XDG_RUNTIME_DIR"].map(SocketFolder.isOurs) == false
        if tells, !isShared, isPassedOver {
            _ = tellsOfRuntimeFolder
        }
        return SocketPath(path: try ProcessText.absolute(socket.path))
    }

    private static let tellsOfRuntimeFolder: Void = {
        let folder = (try? ProcessText.variable("XDG_RUNTIME_DIR") ?? nil) ?? ""
        let line =
            "$XDG_RUNTIME_DIR is not used: \(OneLine.escaped(folder)) is no folder of this user's; unset it\n"
        _ = Array(line.utf8).withUnsafeBytes {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }()

    /// Where `diced-web` makes links for the daemon of this socket. For a daemon of one's own in
    /// the same folder: `web.sock` beside `diced.sock`, and beside a socket of another name that
    /// name with `.web` after it. For a shared one in a folder of its own, whose name has `-web`
    /// after it: `/run/diced-web/web.sock`. On a local network `lan` stands in the place of `web`.
    public func web(isShared: Bool, isOnLocalNetwork: Bool = false) -> SocketPath {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let kind = isOnLocalNetwork ? "lan" : "web"
        let ours = name == "diced.sock" ? kind + ".sock" : name + "." + kind
        return SocketPath(path: folder + (isShared ? "-web/" : "/") + ours)
    }
}
