import ProgramTestSupport
import Testing

@testable import DiceClient

extension TemporaryFolder {
    /// Another process writes it: a descriptor of ours, held for a moment by the child of a test
    /// that runs beside this one, would keep the script from being run (ETXTBSY).
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
