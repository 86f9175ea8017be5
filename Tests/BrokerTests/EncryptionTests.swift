import Foundation
import ProgramTestSupport
import Testing

/// Tests TLS, with the test's own certificate authority.
@Suite(.quickRoom, .needs(.mosquitto, .mosquittoSub, .openssl))
struct EncryptionTests {
    /// Makes `ca.pem`, and a certificate for `localhost` signed by it.
    private func makeCertificates(_ room: Room) async throws {
        try room.makeFile("san", "subjectAltName=DNS:localhost\n")
        for line in [
            "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem",
            "req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout broker.key -out broker.csr",
            "x509 -req -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile san -out broker.pem",
        ] {
            let words = line.split(separator: " ").map(String.init)
            let arguments = words.map {
                $0.contains(".") || $0 == "san" ? room.path($0) : $0
            }
            let outcome = try await room.start(
                try #require(Tool.openssl.path),
                arguments
            ).outcome()
            #expect(outcome.ending == .exited(0), "\(outcome.complaint)")
        }
    }

    @Test("the bridge connects only to a trusted broker") func onlyABrokerThatIsTrusted()
        async throws
    {
        let room = try Room.here
        let daemon = try await room.daemon()
        try await makeCertificates(room)
        let broker = try await Broker(
            room,
            limits:
                "certfile \(room.path("broker.pem"))\nkeyfile \(room.path("broker.key"))"
        )
        // An unknown authority, a certificate for another name, and TLS on one side alone. Each is
        // reported differently and tried again, since the broker may be repaired.
        let authority = ["--ca-file", room.path("ca.pem")]
        let troubles = [
            (
                "mqtts://localhost:\(broker.port)", [],
                "name its authority with --ca-file"
            ),
            (
                "mqtts://127.0.0.1:\(broker.port)", authority,
                "its certificate is for another name"
            ),
            ("mqtts://localhost:\(broker.sidePort)", authority, "write mqtt://"),
            ("mqtt://localhost:\(broker.port)", [], "write mqtts://"),
        ]
        var strangers: [Child] = []
        for (address, options, words) in troubles {
            let stranger = try room.startBridge(address, options)
            let line = try await stranger.errors.first {
                $0.contains("no connection to the broker") && $0.contains(words)
            }
            #expect(troubles.count { line.element.contains($0.2) } == 1)
            strangers.append(stranger)
        }
        let bridge = try room.startBridge("mqtts://localhost:\(broker.port)", authority)
        try await bridge.errors.first { $0.contains(" connected ") }
        let reader = try await Reader(broker)
        let player = try daemon.client()
        try await player.result("table.roll")
        try await reader.state(becomes: try await player.result("table.get"))
        // The bridge reconnects to a broker that was down for a while.
        try await broker.stop()
        try await bridge.errors.first {
            $0.contains("no connection") && $0.contains("connection refused")
        }
        try await broker.startAgain()
        try await bridge.errors.until { lines in
            lines.count { $0.contains(" connected ") } == 2
        }
        for child in strangers {
            #expect(!child.errors.all.contains { $0.contains(" connected ") })
            #expect(child.isAlive)
        }
    }
}
