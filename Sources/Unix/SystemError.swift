import Glibc

/// A failed system call. Its description is the system's message: "No such file or directory".
public struct SystemError: ExitStatusError, Sendable, Hashable, CustomStringConvertible {
    /// The `errno`.
    public let code: Int32

    public init(_ code: Int32) {
        self.code = code
    }

    /// The error of this thread's last system call.
    public static var last: SystemError { SystemError(errno) }

    public var description: String { String(cString: strerror(code)) }
    public var exitStatus: Int32 { EX_OSERR }
}

/// An error with which a program exits.
public protocol ExitStatusError: Error {
    /// The exit status, as in sysexits(3).
    var exitStatus: Int32 { get }
}

public enum SystemTime {
    /// The current time: milliseconds since the beginning of 1970, UTC.
    public static var milliseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

public enum HostName {
    /// The name of this machine; `nil` if it has none, or one that is not UTF-8.
    public static var current: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let name = bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return name.isEmpty ? nil : String(validating: name, as: UTF8.self)
    }
}
