import Foundation
import ProgramTestSupport
import Testing

/// A program in the place of ssh, which dicectl finds by `$DICECTL_SSH`. It notes what it is
/// started with.
struct FakeSSH: Sendable {
    let room: Room
    let path: String

    /// Runs the command on this machine, as sshd has the shell of the other one do.
    static let here = """
        while [ "$1" != -- ]; do shift; done
        shift 2
        exec /bin/sh -c "exec $*"
        """

    /// - Parameter body: what it does, as a script of sh(1).
    init(_ room: Room, _ body: String = FakeSSH.here) async throws {
        self.room = room
        path = room.path("some ssh")
        try await write(body)
    }

    /// Puts another program in its place.
    func write(_ body: String) async throws {
        let script = """
            #!/bin/sh
            printf '%s\\0' "$@" >>"\(room.folder)/arguments"
            echo $$ >>"\(room.folder)/pids"
            \(body)

            """
        // Another process writes it: a descriptor of ours, held for a moment by the child of a test
        // that runs beside this one, would keep the script from being run (ETXTBSY). And nobody
        // runs half of it.
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

    /// Runs a dicectl that should do what it is asked for, without a word; returns its output.
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

    /// What it was started with, each time one behind the other.
    var arguments: [String] {
        String(decoding: room.contents("arguments") ?? Data(), as: UTF8.self).split(
            separator: "\0",
            omittingEmptySubsequences: false
        ).dropLast().map(String.init)
    }

    /// The processes that were it, in the order of their starts.
    var pids: [pid_t] {
        String(decoding: room.contents("pids") ?? Data(), as: UTF8.self).split(
            separator: "\n"
        )
        .compactMap { pid_t($0) }
    }

    /// Returns once it was started so many times.
    func starts(atLeast count: Int) async throws {
        try await Patience.until("ssh is started \(count) times, but \(pids.count)") {
            pids.count >= count
        }
    }
}
