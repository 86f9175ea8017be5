import FoundationEssentials
import Glibc

/// The kernel's figures about a process.
enum ProcessUse {
    /// Returns the processor time of all threads of the process, including ended ones, in
    /// nanoseconds.
    static func processorTime(_ pid: pid_t) throws -> UInt64 {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0
        else {
            throw Failure("process \(pid) has no processor time: it has ended")
        }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Returns the number after `name:` in a file of the kernel.
    static func field(_ name: String, of path: String) throws -> Int {
        for line in try text(path).split(separator: "\n")
        where line.hasPrefix(name + ":") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, let number = Int(words[1]) {
                return number
            }
        }
        throw Failure("\(path) has no \(name)")
    }

    static func text(_ path: String) throws -> String {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Failure("cannot read \(path)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
