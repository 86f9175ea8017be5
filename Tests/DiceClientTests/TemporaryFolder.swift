import FoundationEssentials
import Glibc
import Testing

@testable import DiceClient

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

    /// Another process writes it: a descriptor of ours, held for a moment by the child of a test that runs beside this
    /// one, would keep the script from being run (ETXTBSY).
    func script(_ name: String, _ body: String) throws -> String {
        let file = "\(path)/\(name)"
        let write = #"printf '#!/bin/sh\n%s\n' "$1" >"$0"; chmod 700 "$0""#
        let run = CapturedRun("/bin/sh", ["-c", write, file, body], environment: [:], limit: .seconds(3_600))
        try #require(run?.succeeded == true)
        return file
    }
}
