import Foundation
import Glibc
import ProgramTestSupport
import Testing

/// What the program makes of its options, and who it trusts.
struct ProgramTests {
    @Suite(.room)
    struct Options {
        /// - Returns: its exit status and what it says, of a program that ends by itself.
        private func run(_ arguments: String...) async throws -> Outcome {
            try await Room.here.start(Programs.dicedMQTT, arguments).outcome()
        }

        @Test(arguments: ["a/+", "+", "#", "a/#", "/a", "a/", "a//b", "", "$SYS"])
        func aPrefixThatIsNone(_ prefix: String) async throws {
            let outcome = try await run("--broker", "mqtt://127.0.0.1", "--prefix", prefix)
            #expect(outcome.ending == .exited(64))
            #expect(outcome.complaint.contains("--prefix: a prefix is levels"))
        }

        @Test func aPasswordInTheURL() async throws {
            let outcome = try await run("--broker", "mqtt://ann:secret@127.0.0.1", "--prefix", "p")
            #expect(outcome.ending == .exited(64))
            #expect(outcome.complaint.contains("--password-file") && !outcome.complaint.contains("secret"))
        }

        @Test(arguments: [
            [], ["--broker", "broker"], ["--broker", "mqtt://h:0"], ["--broker", "mqtt://h", "--table", "a/b"],
            ["--broker", "mqtt://h", "--ca-file", "/dev/null"], ["--broker", "mqtt://h", "--password-file", "/x"],
            ["--broker", "mqtt://h", "--log-level", "loud"],
        ])
        func theseAreUsageErrors(_ arguments: [String]) async throws {
            let outcome = try await Room.here.start(Programs.dicedMQTT, arguments).outcome()
            #expect(outcome.ending == .exited(64), "\(outcome.complaint)")
        }

        @Test func aPasswordThatIsOpenToOthers() async throws {
            let room = try Room.here
            try room.makeFile("password", "secret\n")
            chmod(room.path("password"), 0o644)
            let outcome = try await run(
                "--broker", "mqtt://ann@127.0.0.1", "--prefix", "p", "--password-file", room.path("password"))
            #expect(outcome.ending == .exited(78))
            #expect(outcome.complaint.contains("chmod 600 \(room.path("password"))"))
        }

        @Test func authoritiesThatCannotBeRead() async throws {
            let outcome = try await run(
                "--broker", "mqtts://127.0.0.1", "--prefix", "p", "--ca-file", try Room.here.path("none.pem"))
            #expect(outcome.ending == .exited(78) && outcome.complaint.contains("cannot be read"))
        }

        /// Also while neither a broker nor a daemon is there.
        @Test(arguments: [SIGTERM, SIGINT]) func itStopsWhenAsked(_ signal: Int32) async throws {
            let room = try Room.here
            let bridge = try room.startBridge("mqtt://127.0.0.1:\(try FreePort.find())")
            try await bridge.errors.first { $0.contains("no connection to the broker") }
            bridge.signal(signal)
            #expect(try await bridge.ending() == .exited(0))
        }
    }

    /// TLS, with an authority of the test's own.
    @Suite(.room, .needs(.mosquitto, .mosquittoSub, .openssl))
    struct Encryption {
        /// Makes `ca.pem`, and a certificate for `localhost` that it has signed.
        private func makeCertificates(_ room: Room) async throws {
            try room.makeFile("san", "subjectAltName=DNS:localhost\n")
            for line in [
                "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem",
                "req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout broker.key -out broker.csr",
                "x509 -req -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile san -out broker.pem",
            ] {
                let words = line.split(separator: " ").map(String.init)
                let arguments = words.map { $0.contains(".") || $0 == "san" ? room.path($0) : $0 }
                let outcome = try await room.start(try #require(Tool.openssl.path), arguments).outcome()
                #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
            }
        }

        @Test func onlyABrokerThatIsTrusted() async throws {
            let room = try Room.here
            let daemon = try await room.daemon()
            try await makeCertificates(room)
            let broker = try await Broker(
                room, limits: "certfile \(room.path("broker.pem"))\nkeyfile \(room.path("broker.key"))")
            // Signed by nobody that the system knows; then for another name; then by our authority, for this name.
            let unknown = try room.startBridge("mqtts://localhost:\(broker.port)")
            let why = try await unknown.errors.first { $0.contains("no connection to the broker") }.element
            #expect(why.contains("certificate"))
            let other = try room.startBridge(
                "mqtts://127.0.0.1:\(broker.port)", ["--ca-file", room.path("ca.pem")])
            try await other.errors.first { $0.contains("no connection to the broker") }
            let plain = try room.startBridge("mqtt://localhost:\(broker.port)")
            try await plain.errors.first { $0.contains("no connection to the broker") }
            let bridge = try room.startBridge(
                "mqtts://localhost:\(broker.port)", ["--ca-file", room.path("ca.pem")])
            try await bridge.errors.first { $0.contains(" connected ") }
            let reader = try await Reader(broker)
            let player = try daemon.client()
            try await player.result("table.roll")
            try await reader.state(becomes: try await player.result("table.get"))
            // It comes back to one that was not there for a while.
            try await broker.stop()
            try await bridge.errors.first { $0.contains("no connection") && $0.contains("nobody listens") }
            try await broker.startAgain()
            try await bridge.errors.until { lines in lines.count { $0.contains(" connected ") } == 2 }
            for child in [unknown, other, plain] {
                #expect(!child.errors.all.contains { $0.contains(" connected ") } && child.isAlive)
            }
        }
    }
}
