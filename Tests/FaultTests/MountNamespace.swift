import Glibc
import ProgramTestSupport

/// A place in which a test may mount what it likes. The machine's own mounts do not change, and
/// everything is gone with the test.
struct MountNamespace {
    private let holder: Child

    /// - Parameter script: of sh(1), run as root in the namespace; the room is `$1`.
    init(_ room: Room, _ script: String) async throws {
        holder = try room.start(
            Tool.unshare.name,
            [
                "--mount", "--propagation", "private", "sh", "-ec",
                script + "\necho mounted; exec cat", "sh",
                room.folder,
            ]
        )
        try await holder.output.first { $0 == "mounted" }
    }

    static let tools: [Tool] = [.unshare, .nsenter]

    /// What a command in the namespace begins with.
    var entry: [String] { [Tool.nsenter.name, "--mount=/proc/\(holder.pid)/ns/mnt"] }

    /// Where a path of the namespace is seen from outside.
    func outside(_ path: String) -> String {
        "/proc/\(holder.pid)/root" + path
    }

    /// Root in a container may not be allowed either.
    static func isPossible() async -> Bool {
        guard geteuid() == 0, let room = try? Room() else { return false }
        let isMade =
            (try? await MountNamespace(room, "mount -t tmpfs none /mnt")) != nil
        await room.clear()
        return isMade
    }
}
