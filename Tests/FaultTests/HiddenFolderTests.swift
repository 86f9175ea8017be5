import FoundationEssentials
import ProgramTestSupport
import Testing

/// A daemon that sees a different folder from the one that its clients see at the same path, for
/// example due to PrivateTmp= or ProtectHome=.
@Suite(
    "a state folder that the daemon alone sees",
    .room,
    .needs(MountNamespace.tools),
    .asRoot("a folder is mounted for the daemon alone"),
    .enabled("not every container may mount") { await MountNamespace.isPossible() }
)
struct HiddenFolderTests {
    private static let folder =
        #"mkdir -m 700 "$1/state"; mount -t tmpfs -o mode=700 disk "$1/state""#

    @Test(
        "a restore into a hidden folder is refused, and the daemon continues to run"
    )
    func restore() async throws {
        let room = try Room.here
        let place = try await MountNamespace(room, Self.folder)
        let client = try await room.daemon(
            environment: ["DICED_STARTED_BY": "dicectl"],
            through: place.entry
        ).client()
        let copy = room.path("copy.sqlite")
        _ = try await room.did("backup", copy)
        let complaint = try await room.refused("restore", copy, "--yes")
        #expect(
            complaint.contains(room.state) && complaint.contains("nothing was changed"),
            "\(complaint)"
        )
        #expect(try await client.result("table.list")["tables"].array.count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: room.state) == [])
    }

    @Test(
        "a backup is written where the caller sees the folder, though the daemon sees another"
    )
    func backup() async throws {
        let room = try Room.here
        let place = try await MountNamespace(
            room,
            #"mkdir -m 700 "$1/copies"; mount -t tmpfs -o mode=700 disk "$1/copies""#
        )
        _ = try await room.daemon(through: place.entry)
        _ = try await room.did("backup", room.path("copies/copy.sqlite"))
        #expect(room.exists("copies/copy.sqlite"))
        let theirs = place.outside(room.path("copies"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: theirs) == [])
    }
}
