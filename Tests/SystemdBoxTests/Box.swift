import FoundationEssentials
import Glibc
import ProgramTestSupport
import Testing

/// A scenario script that runs in a box (see `Box/box`): a separate systemd and journal, with this
/// project installed.
struct Scenario {
    let name: String
    var asRoot = false
    /// True to run as a service of the box's system manager, with several users.
    var inSystem = false
    /// Additional folders to mount besides the project and its programs, by name.
    var folders: [String: String] = [:]

    static let tools: [Tool] = [
        .ip, .make, .nc, .setpriv, .strip, .systemctl, .unshare,
    ]

    /// Root in a container may lack the permission: CAP_SYS_ADMIN decides.
    fileprivate static let isPossible: Bool = {
        let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
        let effective = String(decoding: status, as: UTF8.self).split(separator: "\n")
            .first {
                $0.hasPrefix("CapEff:")
            }
        let mask = effective.flatMap { UInt64($0.suffix(16), radix: 16) } ?? 0
        return mask & (1 << 21) != 0
    }()

    /// Runs the script; if it fails, reports its output.
    func run(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let project = here.appending(path: "../..").standardized.path()
        let user = asRoot ? ["--root"] : []
        var arguments = inSystem ? ["--system"] : user
        let shown = folders.merging(["source": project, "programs": Programs.folder]) {
            $1
        }
        for (name, folder) in shown {
            arguments += ["--show", "\(folder)=\(name)"]
        }
        arguments.append("/run/box/source/Tests/SystemdBoxTests/Scenarios/\(name)")

        let (status, output) = try await Spawned.run(
            here.appending(path: "Box/box").path(),
            arguments
        )
        #expect(status == 0, "\(output)", sourceLocation: sourceLocation)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests in a box.
    static var needsBox: Self {
        geteuid() == 0
            ? .enabled(
                if: Scenario.isPossible,
                "a box takes namespaces, and not every container may have them"
            )
            : .asRoot("a box takes namespaces")
    }
}
