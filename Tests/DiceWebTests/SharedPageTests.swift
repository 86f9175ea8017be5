import Foundation
import Glibc
import ProgramTestSupport
import Testing
import Unix

/// Tests the page of a shared daemon: a link is for the user who asks for it.
@Suite(.room, .needs(.setpriv), .asRoot("others are at the page"))
struct SharedPageTests {
    private let room: Room

    init() throws {
        room = try Room.here
    }

    /// Runs dicectl as Debian's user `games` (UID 5), in the group `games` (GID 60) or in no group.
    private func games(_ arguments: [String], group: Int = 60) async throws -> Outcome {
        let program = try Descriptor.open(Programs.dicectl, O_RDONLY)
        return try await room.start(
            Tool.setpriv.name,
            [
                "--reuid", "5", "--regid", "\(group)", "--clear-groups",
                "/proc/self/fd/9",
            ]
                + arguments,
            environment: ["DICED_SOCKET": room.socket],
            files: [9: program.number]
        ).outcome()
    }

    @Test("a link is for the user who requests it") func aLinkIsForTheOneWhoAsksForIt() async throws
    {
        try #require(chmod(room.folder, 0o755) == 0)
        _ = try await room.daemon("--share", "games")
        let web = try await room.web("--shared")
        #expect(try room.mode("run-web/web.sock") == 0o660)
        let outcome = try await games(["web", "--shared"])
        let link = try #require(outcome.output.first, "\(outcome.complaint)")
        let page = try Browser(port: web.port)
        #expect(try await page.open(link)["session"]["as"] == "games")
        page.send(
            #"{"jsonrpc":"2.0","id":1,"method":"table.roll","params":{"animate":false}}"#
        )
        #expect(try await page.result(1)["by"] == "games")

        let other = try await games(["web", "--shared", "--as", "root"])
        #expect(other.ending == .exited(1))
        #expect(other.output == [])
        #expect(
            other.complaint.contains("only as games"),
            "\(other.complaint)"
        )

        // Users revoke only their own links.
        let ours = try await room.dicectl("web", "--shared", "--as", "ann")
        let ann = try Browser(port: web.port)
        #expect(
            try await ann.open(try #require(ours.output.first))["session"]["as"]
                == "ann"
        )
        let revoked = try await games(["web", "--shared", "--revoke"])
        #expect(
            revoked.output == ["all links revoked; 1 page closed"],
            "\(revoked.complaint)"
        )
        #expect(try await page.closeCode() == 4_401)
        ann.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        #expect(try await ann.result(1) == .object([:]))
    }

    @Test("a user outside the group gets no link") func whoIsNotInTheGroupGetsNone() async throws {
        try #require(chmod(room.folder, 0o755) == 0)
        _ = try await room.daemon("--share", "games")
        let web = try await room.web("--shared")
        let outcome = try await games(["web", "--shared"], group: 54_322)
        #expect(outcome.ending == .exited(69))
        #expect(outcome.output == [])
        #expect(
            outcome.complaint.contains("you are not in the group \"games\""),
            "\(outcome.complaint)"
        )
        _ = web
    }
}
