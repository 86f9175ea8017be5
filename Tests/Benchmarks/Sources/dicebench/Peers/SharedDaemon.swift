import Glibc

extension Server {
    /// A daemon that users share, who are all let in by the group of root; nil where we are not root, who alone can be others.
    static func sharedDiced(_ bench: Bench) throws -> Server? {
        guard geteuid() == 0 else { return nil }
        let folder = try bench.newFolder("shared")
        // Open to others, as the folder of a shared socket is, on the whole way.
        guard chmod(bench.folder, 0o755) == 0, chmod(folder, 0o755) == 0 else { throw Failure("cannot open \(folder)") }
        let command = Command(
            bench.programs.diced,
            ["--share", "root", "--socket", folder + "/socket", "--state-dir", folder + "/state"],
            errors: folder + "/errors")
        return try Server("diced", command, socket: folder + "/socket", bench.processors)
    }
}

extension RawSocket {
    /// Connects as another user: the kernel tells the peer who we are in this moment.
    static func opened(_ path: String, as uid: uid_t) throws -> RawSocket {
        guard seteuid(uid) == 0 else { throw Failure("cannot be user \(uid)") }
        defer { seteuid(0) }
        return try RawSocket(path)
    }
}
