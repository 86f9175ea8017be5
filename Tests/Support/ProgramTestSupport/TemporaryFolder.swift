import Foundation
package import Unix

/// A folder of a test's own, mode 0700, short enough for a socket's path, removed when it is let
/// go.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws(SystemError) {
        var template = Array("/tmp/dice-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError.last }
        path = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)),
            as: UTF8.self
        )
    }

    deinit {
        remove()
    }

    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
