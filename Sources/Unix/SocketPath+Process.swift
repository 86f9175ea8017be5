internal import Glibc

extension SocketPath {
    /// The rule applied to this process, as an absolute path. Throws where what decides is no UTF-8.
    public static func current(option: String?) throws(ProcessText.Refusal) -> SocketPath {
        var environment: [String: String] = [:]
        if option?.isEmpty ?? true {
            for name in ["DICED_SOCKET", "XDG_RUNTIME_DIR"] where environment.isEmpty {
                environment[name] = try ProcessText.variable(name)
            }
        }
        let socket = SocketPath(
            option: option, environment: environment, uid: geteuid(), isOurFolder: SocketFolder.isOurs)
        return socket.path.hasPrefix("/") ? socket : socket.absolute(from: try ProcessText.workingFolder())
    }
}
