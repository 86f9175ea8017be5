import Glibc

/// The path of the daemon's socket. Daemon and client share this rule, so they always agree.
public struct SocketPath: Sendable, Hashable {
    public let path: String

    /// `--socket`, otherwise `$DICED_SOCKET`, otherwise `$XDG_RUNTIME_DIR/diced/diced.sock`,
    /// otherwise `/run/user/UID/diced/diced.sock` if this user owns `/run/user/UID`, otherwise
    /// `/tmp/diced-UID/diced.sock`. An empty value is ignored, and so is an `$XDG_RUNTIME_DIR` that
    /// is not the absolute path of a folder of this user.
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

    /// The socket of a shared daemon: `--socket`, otherwise `$DICED_SOCKET`, otherwise
    /// `/run/diced/diced.sock`. An empty value is ignored.
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

    /// Returns the user's folder for sockets, which their systemd uses too; `nil` if there is none.
    public static func runtimeFolder(
        environment: [String: String],
        uid: UInt32,
        isOurFolder: (String) -> Bool
    ) -> String? {
        [environment["XDG_RUNTIME_DIR"], "/run/user/\(uid)"].compactMap(\.self)
            .first { $0.hasPrefix("/") && isOurFolder($0) }
    }

    /// Returns the path of `diced.socket` or of another unit of diced.
    public static func path(
        inRuntimeFolder folder: String,
        named name: String = "diced.sock"
    )
        -> String
    {
        folder + (folder.hasSuffix("/") ? "" : "/") + "diced/" + name
    }

    /// The folder of the socket.
    public var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the absolute path; a relative one starts at `directory`.
    public func absolute(from directory: String) -> SocketPath {
        guard !path.hasPrefix("/") else { return self }
        return SocketPath(
            path: directory + (directory.hasSuffix("/") ? "" : "/") + path
        )
    }

    /// Applies the rule to this process. Returns the absolute path of a private or a shared
    /// daemon's socket. Throws if the value that decides is not UTF-8. The first time that it
    /// ignores an `$XDG_RUNTIME_DIR`, for example another user's after `su` or `sudo -E`, it
    /// reports that on standard error, unless `tells` is false.
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
            _ = runtimeFolderWarning
        }
        return SocketPath(path: try ProcessText.absolute(socket.path))
    }

    private static let runtimeFolderWarning: Void = {
        let folder = (try? ProcessText.variable("XDG_RUNTIME_DIR") ?? nil) ?? ""
        let line =
            "$XDG_RUNTIME_DIR is not used: \(OneLine.escaped(folder)) is not a folder of this user; unset it\n"
        _ = Array(line.utf8).withUnsafeBytes {
            write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
    }()

    /// Returns the path at which `diced-web` creates links for the daemon at this socket. For a
    /// private daemon it is in the same folder: `web.sock` next to `diced.sock`; for a socket with
    /// another name, that name with `.web` appended. For a shared daemon it is in a separate
    /// folder, named with `-web` appended: `/run/diced-web/web.sock`. On a local network, `lan`
    /// replaces `web`.
    public func web(isShared: Bool, isOnLocalNetwork: Bool = false) -> SocketPath {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let kind = isOnLocalNetwork ? "lan" : "web"
        let ours = name == "diced.sock" ? kind + ".sock" : name + "." + kind
        return SocketPath(path: folder + (isShared ? "-web/" : "/") + ours)
    }
}
