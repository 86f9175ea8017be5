import Foundation
package import Unix

/// A test's temporary folder, mode 0700, with a path short enough for a socket. The folder is
/// removed when this value is released.
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
