import ClientTestSupport
import ProgramTestSupport
import Testing

@testable import DiceClient

extension TemporaryFolder {
    /// Writes an executable script, from another process. If this process wrote it, a concurrent
    /// test's child could hold the descriptor for a moment, and the script could not be run
    /// (ETXTBSY).
    func script(_ name: String, _ body: String) throws -> String {
        let file = "\(path)/\(name)"
        let write = #"printf '#!/bin/sh\n%s\n' "$1" >"$0"; chmod 700 "$0""#
        let run = CapturedRun(
            "/bin/sh",
            ["-c", write, file, body],
            environment: [:],
            limit: .patience
        )
        try #require(run?.succeeded == true)
        return file
    }
}
