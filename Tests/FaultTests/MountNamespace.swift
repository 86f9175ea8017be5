import Glibc
import ProgramTestSupport

/// A mount namespace for a test. The machine's own mounts do not change, and the namespace's mounts
/// end with the test.
struct MountNamespace {
    private let holder: Child

    /// - Parameter script: a script of sh(1) that runs as root in the namespace; the room is `$1`.
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

    /// The prefix of a command that runs in the namespace.
    var entry: [String] { [Tool.nsenter.name, "--mount=/proc/\(holder.pid)/ns/mnt"] }

    /// Returns the path by which a path in the namespace is visible from outside.
    func outside(_ path: String) -> String {
        "/proc/\(holder.pid)/root" + path
    }

    /// Returns true if mounting is permitted; root in a container may lack the permission.
    static func isPossible() async -> Bool {
        guard geteuid() == 0, let room = try? Room() else { return false }
        let isMade =
            (try? await MountNamespace(room, "mount -t tmpfs none /mnt")) != nil
        await room.clear()
        return isMade
    }
}
