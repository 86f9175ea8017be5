import FoundationEssentials
import Glibc

/// A folder of a test's own, mode 0700, removed with the value.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = "/tmp/diced-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func script(_ name: String, _ body: String) throws -> String {
        let file = "\(path)/\(name)"
        try Data("#!/bin/sh\n\(body)\n".utf8).write(to: URL(filePath: file))
        chmod(file, 0o700)
        return file
    }
}
