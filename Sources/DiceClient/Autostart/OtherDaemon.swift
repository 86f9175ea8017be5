internal import FoundationEssentials
internal import Glibc
internal import Unix

/// The daemon that has the user's tables already, and where it listens.
struct OtherDaemon {
    let pid: Int
    let socket: String

    /// Nil if no daemon has the tables of this folder, or if its socket cannot be seen.
    init?(stateFolder: String) {
        let lock = stateFolder + "/diced.lock"
        guard let pid = FileLock.likelyHolder(lock), let socket = Self.socket(of: pid, holding: lock) else {
            return nil
        }
        (self.pid, self.socket) = (pid, socket)
    }

    /// The path that a process listens on, by proc_pid_fd(5) and proc_net(5). Nil if it has not opened the lock: the
    /// daemon that wrote its number there is gone, and another process has got it.
    private static func socket(of pid: Int, holding lock: String) -> String? {
        let (files, folder) = (FileManager.default, "/proc/\(pid)/fd")
        let links = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
            try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
        let path = realpath(lock, nil)
        defer { free(path) }
        guard let path, links.contains(String(cString: path)) else { return nil }
        for line in text(of: "/proc/net/unix").split(separator: "\n") {
            // Num, RefCount, Protocol, Flags, Type, St, Inode, Path
            let words = line.split(separator: " ", maxSplits: 7)
            let acceptsConnections = words.count == 8 && words[3] == "00010000"
            if acceptsConnections, words[7].hasPrefix("/"), links.contains("socket:[\(words[6])]") {
                return String(words[7])
            }
        }
        return nil
    }

    /// All of a file of proc(5), which has no size and of which `FileManager` reads only the beginning.
    private static func text(of path: String) -> String {
        guard let file = try? Descriptor.open(path, O_RDONLY) else { return "" }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(file.number, &chunk, chunk.count), count > 0 { text += chunk.prefix(count) }
        return String(decoding: text, as: UTF8.self)
    }
}
