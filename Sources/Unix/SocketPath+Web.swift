extension SocketPath {
    /// Where `diced-web` makes links for the daemon of this socket. For a daemon of one's own in the same folder: `web.sock`
    /// beside `diced.sock`, and beside a socket of another name that name with `.web` behind it. For a shared one in a
    /// folder of its own, whose name has `-web` behind it: `/run/diced-web/web.sock`.
    public func web(isShared: Bool) -> SocketPath {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let ours = name == "diced.sock" ? "web.sock" : name + ".web"
        return SocketPath(path: folder + (isShared ? "-web/" : "/") + ours)
    }
}
