import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// Tests the program's options, and its response to signals.
@Suite(.room)
struct OptionTests {
    /// - Returns: The exit status and output of a program that exits by itself.
    private func run(_ arguments: String...) async throws -> Outcome {
        try await Room.here.start(Programs.dicedMQTT, arguments).outcome()
    }

    @Test(
        "an invalid prefix is refused",
        arguments: ["a/+", "+", "#", "a/#", "/a", "a/", "a//b", "", "$SYS"]
    )
    func aPrefixThatIsNone(_ prefix: String) async throws {
        let outcome = try await run("--broker", "mqtt://127.0.0.1", "--prefix", prefix)
        #expect(outcome.ending == .exited(64))
        #expect(outcome.complaint.contains("--prefix: a prefix"))
    }

    @Test("a password in the URL is refused") func aPasswordInTheURL() async throws {
        let outcome = try await run(
            "--broker",
            "mqtt://ann:secret@127.0.0.1",
            "--prefix",
            "p"
        )
        #expect(outcome.ending == .exited(64))
        #expect(outcome.complaint.contains("--password-file"))
        #expect(!outcome.complaint.contains("secret"))
    }

    @Test(
        "invalid options are usage errors",
        arguments: [
            [],
            ["--broker", "broker"],
            ["--broker", "mqtt://h:0"],
            ["--broker", "mqtt://h", "--table", "a/b"],
            ["--broker", "mqtt://h", "--ca-file", "/dev/null"],
            ["--broker", "mqtt://h", "--password-file", "/x"],
            ["--broker", "mqtt://h", "--log-level", "loud"],
        ]
    )
    func theseAreUsageErrors(_ arguments: [String]) async throws {
        let outcome = try await Room.here.start(Programs.dicedMQTT, arguments).outcome()
        #expect(outcome.ending == .exited(64), "\(outcome.complaint)")
    }

    @Test("a password file open to others is refused") func aPasswordThatIsOpenToOthers()
        async throws
    {
        let room = try Room.here
        try room.makeFile("password", "secret\n")
        chmod(room.path("password"), 0o644)
        let outcome = try await run(
            "--broker",
            "mqtt://ann@127.0.0.1",
            "--prefix",
            "p",
            "--password-file",
            room.path("password")
        )
        #expect(outcome.ending == .exited(78))
        #expect(outcome.complaint.contains("chmod 600 \(room.path("password"))"))
    }

    @Test("an unreadable CA file is refused") func authoritiesThatCannotBeRead() async throws {
        let outcome = try await run(
            "--broker",
            "mqtts://127.0.0.1",
            "--prefix",
            "p",
            "--ca-file",
            try Room.here.path("none.pem")
        )
        #expect(outcome.ending == .exited(78))
        #expect(outcome.complaint.contains("cannot be read"))
    }

    /// Another attempt would not help, so the program gives up.
    @Test("a CA file without certificates is refused", .needs(.nc)) func authoritiesThatAreNone()
        async throws
    {
        let room = try Room.here
        try room.makeFile("none.pem", "no certificate\n")
        let port = try FreePort.find()
        let listener = try room.start("nc", ["-v", "-k", "-l", "127.0.0.1", "\(port)"])
        try await listener.errors.first { $0.contains("Listening") }
        let outcome = try await run(
            "--broker",
            "mqtts://127.0.0.1:\(port)",
            "--prefix",
            "p",
            "--ca-file",
            room.path("none.pem")
        )
        #expect(outcome.ending == .exited(78))
        #expect(outcome.complaint.contains("holds no certificate"))
    }

    /// The bridge also stops if there is no broker and no daemon.
    @Test("the bridge stops on SIGTERM and SIGINT", arguments: [SIGTERM, SIGINT])
    func itStopsWhenAsked(_ signal: Int32)
        async throws
    {
        let room = try Room.here
        let bridge = try room.start(
            Programs.dicedMQTT,
            [
                "--broker", "mqtt://127.0.0.1:\(try FreePort.find())", "--prefix", "p",
                "--socket",
                room.socket,
            ]
        )
        try await bridge.errors.first { $0.contains("no connection to the broker") }
        bridge.signal(signal)
        #expect(try await bridge.ending() == .exited(0))
    }
}
