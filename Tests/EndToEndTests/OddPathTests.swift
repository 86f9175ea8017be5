import Foundation
import ProgramTestSupport
import Testing

/// Paths that are not valid text, which only a shell can pass on.
@Suite("Paths with bytes that are not UTF-8", .quickRoom)
struct OddPathTests {
    /// Runs `script` with these variables: `$odd` is a path in the room that is not UTF-8; `$diced`
    /// and `$dicectl` are the programs.
    private func run(_ script: String) async throws -> Outcome {
        let room = try Room.here
        return try await room.start(
            "/bin/bash",
            ["-c", #"odd=$(printf '%s/\377' "$room"); "# + script],
            environment: [
                "room": room.folder, "diced": Programs.diced,
                "dicectl": Programs.dicectl,
                "HOME": room.folder,
                "DICED_SOCKET": room.socket, "XDG_RUNTIME_DIR": room.folder,
            ]
        ).outcome()
    }

    /// Returns the names in the room, including those that are not UTF-8.
    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: try Room.here.folder)
            .sorted()
    }

    @Test(
        "a non-UTF-8 path in an option or a deciding variable is refused by its name"
    )
    func refused() async throws {
        for (script, words, status) in [
            (#"exec "$diced" --socket "$odd/s""#, "--socket is not UTF-8", 64),
            (#"exec "$dicectl" roll --as "${odd##*/}""#, "--as is not UTF-8", 64),
            (
                #"DICED_SOCKET="$odd/s" exec "$diced" --state-dir "$room/state""#,
                "$DICED_SOCKET",
                78
            ),
            (
                #"DICED_SOCKET= XDG_RUNTIME_DIR="$odd" exec "$diced" --state-dir "$room/state""#,
                "$XDG_RUNTIME_DIR", 78
            ),
            (#"DICED_STATE_DIR="$odd" exec "$diced""#, "$DICED_STATE_DIR", 78),
            (#"HOME=here exec "$diced""#, "$HOME is not an absolute path: here", 78),
            (#"DICED_SOCKET="$odd/s" exec "$dicectl" status"#, "$DICED_SOCKET", 69),
            (
                #"DICED_STATE_DIR="$odd" exec "$dicectl" table list"#,
                "$DICED_STATE_DIR", 69
            ),
            (
                #"HOME=here exec "$dicectl" table list"#,
                "$HOME is not an absolute path: here", 69
            ),
        ] as [(String, String, Int32)] {
            let outcome = try await run(script)
            #expect(
                outcome.ending == .exited(status) && outcome.output.isEmpty,
                "\(script)"
            )
            #expect(
                outcome.complaint.contains(words),
                "\(script): \(outcome.complaint)"
            )
        }
        // The store is opened before the socket is looked for.
        #expect(try files().filter { $0 != "state" } == [])
    }

    @Test("a non-UTF-8 path in an unrelated variable has no effect")
    func unrelated() async throws {
        let room = try Room.here
        let daemon = try await room.daemon(
            through: [
                "/bin/bash", "-c",
                #"export HOME=$'\377' XDG_RUNTIME_DIR=$'\377' XDG_STATE_HOME=$'\377' LS_COLORS=$'\377'; exec "$@""#,
                "bash",
            ])
        let outcome = try await run(
            #"HOME=$'\377' XDG_RUNTIME_DIR=$'\377' DICED_STATE_DIR=$'\377' FOO=$'\377' exec "$dicectl" roll --no-animation"#
        )
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output.count == 1)
        #expect(outcome.complaint.isEmpty)
        #expect(try await daemon.client().result("table.get")["roll"] == 1)
    }
}
