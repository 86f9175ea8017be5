internal import Glibc

extension SocketPath {
    /// The rule applied to this process, as an absolute path: of a daemon of one's own, or of a shared one. Throws where what
    /// decides is no UTF-8.
    public static func current(
        option: String?, isShared: Bool = false
    ) throws(ProcessText.Refusal) -> SocketPath {
        var environment: [String: String] = [:]
        if option?.isEmpty ?? true {
            for name in ["DICED_SOCKET", "XDG_RUNTIME_DIR"] where environment.isEmpty {
                environment[name] = try ProcessText.variable(name)
            }
        }
        let socket =
            isShared
            ? SocketPath(sharedOption: option, environment: environment)
            : SocketPath(option: option, environment: environment, uid: geteuid(), isOurFolder: SocketFolder.isOurs)
        return socket.path.hasPrefix("/") ? socket : socket.absolute(from: try ProcessText.workingFolder())
    }
}
