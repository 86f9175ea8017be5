import ProgramTestSupport
import Testing

/// A certificate, `dice.pem` in a room, and its key, `dice.key`.
struct Certificate: Sendable {
    private let names: [String]
    /// The digest of the public key, in base64.
    private let digest: String

    init(_ room: Room, names: String...) async throws {
        self.names = names
        let made = try await room.start(
            Tool.openssl.name,
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes", "-days", "2",
                "-subj", "/CN=\(names[0])", "-addext",
                "subjectAltName=\(names.map { "DNS:\($0)" }.joined(separator: ","))",
                "-keyout", room.path("dice.key"), "-out", room.path("dice.pem"),
            ]
        ).outcome()
        #expect(made.ending == .exited(0), "\(made.complaint)")
        let outcome = try await room.start(
            "sh",
            [
                "-c",
                "openssl x509 -pubkey -noout -in \(room.path("dice.pem")) | openssl pkey -pubin -outform der "
                    + "| openssl dgst -sha256 -binary | base64",
            ]
        ).outcome()
        digest = try #require(outcome.output.first)
    }

    /// The options with which Chromium trusts the certificate, and resolves its names to this
    /// machine.
    var browserOptions: [String] { browserOptions(at: "127.0.0.1") }

    /// Returns the options with which Chromium trusts the certificate, and resolves its names to an
    /// address.
    func browserOptions(at address: String) -> [String] {
        [
            "--host-resolver-rules=\(names.map { "MAP \($0) \(address)" }.joined(separator: ", "))",
            "--ignore-certificate-errors-spki-list=\(digest)",
        ]
    }
}
