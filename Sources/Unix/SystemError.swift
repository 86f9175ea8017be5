internal import Glibc

/// A system call that failed. As text it is what the system says about it: "No such file or directory".
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The `errno`.
    public let code: Int32

    public init(_ code: Int32) {
        self.code = code
    }

    /// Why the last call of this thread failed.
    public static var last: SystemError { SystemError(errno) }

    public var description: String { String(cString: strerror(code)) }
}
