import Foundation
import ProgramTestSupport
import Testing

@Suite("Symbolic links in paths", .room)
struct LinkTests {
    private static let precious = Data("precious".utf8)

    @Test(
        "a link in place of a daemon's file is refused, and its target is unchanged",
        arguments: [
            ("run/diced.sock", 73),
            ("run/diced.sock.lock", 73),
            ("state/diced.lock", 74),
            ("state/diced.sqlite", 74),
        ] as [(String, Int32)],
        [true, false]
    )
    func refused(_ link: (name: String, status: Int32), isDangling: Bool) async throws {
        let room = try Room.here
        try room.makeFolder("run")
        try room.makeFolder("state")
        if !isDangling {
            try room.makeFile("target", "precious")
        }
        try FileManager.default.createSymbolicLink(
            atPath: room.path(link.name),
            withDestinationPath: room.path("target")
        )
        let (ending, complaint) = try await room.refusedDaemon()
        #expect(ending == .exited(link.status), "\(complaint)")
        #expect(complaint.contains(room.path(link.name)))
        #expect(room.contents("target") == (isDangling ? nil : Self.precious))
        #expect(
            try FileManager.default.destinationOfSymbolicLink(
                atPath: room.path(link.name)
            )
                == room.path("target")
        )
    }

    @Test(
        "a link to the database of another state folder is refused, so no two daemons share it"
    )
    func sharedDatabase() async throws {
        let room = try Room.here
        let first = try await room.daemon()
        try room.makeFolder("other")
        try FileManager.default.createSymbolicLink(
            atPath: room.path("other/diced.sqlite"),
            withDestinationPath: room.path("state/diced.sqlite")
        )
        let (ending, complaint) = try await room.refusedDaemon(
            socket: room.path("second/s"),
            state: room.path("other")
        )
        #expect(ending == .exited(74))
        #expect(complaint.contains("symbolic link"))
        #expect(
            try await first.client().result("table.roll", ["animate": false])["roll"]
                == 1
        )
    }
}
