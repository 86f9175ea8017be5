import Foundation
import ProgramTestSupport
import Testing

/// A fake ssh, which dicectl finds by `$DICECTL_SSH`. It records its arguments.
struct FakeSSH: Sendable {
    let room: Room
    let path: String

    /// Runs the command on this machine, as sshd would on the remote one.
    static let here = """
        while [ "$1" != -- ]; do shift; done
        shift 2
        exec /bin/sh -c "exec $*"
        """

    /// - Parameter body: the program, as a script of sh(1).
    init(_ room: Room, _ body: String = FakeSSH.here) async throws {
        self.room = room
        path = room.path("some ssh")
        try await write(body)
    }

    /// Replaces the program.
    func write(_ body: String) async throws {
        let script = """
            #!/bin/sh
            printf '%s\\0' "$@" >>"\(room.folder)/arguments"
            echo $$ >>"\(room.folder)/pids"
            \(body)

            """
        // Another process writes it: if this process did, a child of a parallel test might briefly
        // hold the descriptor, and the script could not be run (ETXTBSY). The rename ensures that
        // no one runs half of it.
        let write = #"printf '%s' "$1" >"$0.new"; chmod 700 "$0.new"; mv "$0.new" "$0""#
        let outcome = try await room.start("/bin/sh", ["-c", write, path, script])
            .outcome()
        try #require(outcome.ending == .exited(0), "\(outcome.complaint)")
    }

    var environment: [String: String] {
        var environment = room.clientEnvironment
        environment["DICECTL_SSH"] = path
        environment["PATH"] = Programs.folder + ":" + (room.environment["PATH"] ?? "")
        return environment
    }

    func start(_ arguments: [String], _ more: [String: String] = [:]) throws -> Child {
        try room.start(
            Programs.dicectl,
            arguments,
            environment: environment.merging(more) { $1 }
        )
    }

    /// Runs dicectl to its end.
    func dicectl(_ arguments: String..., more: [String: String] = [:]) async throws
        -> Outcome
    {
        try await start(arguments, more).outcome()
    }

    /// Runs a dicectl that must succeed silently; returns its output.
    func did(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation)
        async throws
        -> [String]
    {
        let outcome = try await start(arguments).outcome()
        #expect(
            outcome.ending == .exited(0) && outcome.complaint == "",
            "\(outcome)",
            sourceLocation: sourceLocation
        )
        return outcome.output
    }

    /// The arguments of every start, concatenated.
    var arguments: [String] {
        String(decoding: room.contents("arguments") ?? Data(), as: UTF8.self).split(
            separator: "\0",
            omittingEmptySubsequences: false
        ).dropLast().map(String.init)
    }

    /// The pids of its processes, in order of start.
    var pids: [pid_t] {
        String(decoding: room.contents("pids") ?? Data(), as: UTF8.self).split(
            separator: "\n"
        )
        .compactMap { pid_t($0) }
    }

    /// Returns when it has been started this many times.
    func starts(atLeast count: Int) async throws {
        try await Patience.until("ssh is started \(count) times, but \(pids.count)") {
            pids.count >= count
        }
    }
}
