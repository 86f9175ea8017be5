internal import FoundationEssentials
internal import Glibc

/// A folder of its own for one test, short enough for a socket's path, removed when it is let go.
public final class TemporaryFolder: Sendable {
    public let path: String

    /// Throws the `errno` when the folder cannot be made.
    public init() throws {
        var template = Array("/tmp/dice-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(errno: errno) }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
    }

    public struct Failure: Error {
        public var errno: Int32
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
