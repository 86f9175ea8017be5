import FoundationEssentials
import Glibc
import Unix

/// A daemon that is using the user's tables, and the socket on which it listens.
package struct OtherDaemon {
    package let pid: Int
    package let socket: String

    /// Finds the daemon; `nil` if no daemon is using the tables in this folder, or if its socket
    /// cannot be seen.
    package init?(stateFolder: String) {
        let lock = stateFolder + "/diced.lock"
        guard let pid = FileLock.likelyHolder(lock),
            let socket = Self.socket(of: pid, holding: lock)
        else {
            return nil
        }
        self.pid = pid
        self.socket = socket
    }

    /// Returns the path that a process is listening on, from proc_pid_fd(5) and proc_net(5); `nil`
    /// if the process has not opened the lock.
    private static func socket(of pid: Int, holding lock: String) -> String? {
        let links = links(of: pid)
        guard isOpen(lock, links) else { return nil }
        return listeners().first { links.contains("socket:[\($0.inode)]") }?.path
    }

    /// Returns the process that holds the lock on this file. A process that has not opened the file
    /// is unrelated: it was given the pid of a daemon that has exited.
    package static func holder(of lock: String) -> Int? {
        FileLock.likelyHolder(lock).flatMap { isOpen(lock, links(of: $0)) ? $0 : nil }
    }

    /// Returns the files that were removed, moved or replaced since the process opened them. Empty
    /// if the process has not opened the lock, which means that the process is unrelated.
    package static func displaced(_ files: [String], of pid: Int, holding lock: String)
        -> [String]
    {
        guard isOpen(lock, links(of: pid)) else { return [] }
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"))
            ?? []
        let open = names.compactMap { FileIdentity("/proc/\(pid)/fd/\($0)") }
        return files.filter { file in
            guard let there = FileIdentity(file) else { return true }
            return !open.contains(there)
        }
    }

    /// Returns true if a process is listening on this path. Does not connect, since that would make
    /// systemd start the daemon.
    package static func isListening(on path: String) -> Bool {
        listeners().contains { $0.path == path }
    }

    private static func links(of pid: Int) -> [String] {
        let files = FileManager.default
        let folder = "/proc/\(pid)/fd"
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap {
            try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
        }
    }

    private static func isOpen(_ file: String, _ links: [String]) -> Bool {
        let path = realpath(file, nil)
        defer {
            free(path)
        }
        return path.map { links.contains(String(cString: $0)) } ?? false
    }

    private static func listeners() -> [(inode: Substring, path: String)] {
        text(of: "/proc/net/unix").split(separator: "\n").compactMap { line in
            // Num, RefCount, Protocol, Flags, Type, St, Inode, Path
            let words = line.split(separator: " ", maxSplits: 7)
            guard words.count == 8, words[3] == "00010000", words[7].hasPrefix("/")
            else {
                return nil
            }
            return (words[6], String(words[7]))
        }
    }

    /// Reads a whole file of proc(5), which reports no size, so that `FileManager` reads only its
    /// beginning.
    private static func text(of path: String) -> String {
        var text: [UInt8] = []
        try? Descriptor.open(path, O_RDONLY).read { text += $0 }
        return String(decoding: text, as: UTF8.self)
    }
}
