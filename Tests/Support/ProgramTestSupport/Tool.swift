import Foundation
package import Testing

/// A program on the machine that tests run, with the Debian package that contains it.
package struct Tool: Sendable {
    package let name: String
    private let debianPackage: String
    /// The program's path; `nil` if the program is missing.
    package let path: String?

    /// - Parameter folders: the folders to search; by default those in `$PATH`.
    private init(
        _ name: String,
        from debianPackage: String,
        in folders: [String] = Tool.searchPath
    ) {
        self.name = name
        self.debianPackage = debianPackage
        path = folders.map { $0 + "/" + name }.first { access($0, F_OK) == 0 }
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let searchPath = (environment["PATH"] ?? "").split(separator: ":")
        .map(
            String.init
        )

    package static let bash = Tool("bash", from: "bash")
    package static let chromium = Tool("chromium", from: "chromium")
    package static let curl = Tool("curl", from: "curl")
    package static let faketime = Tool(
        "libfaketime.so.1",
        from: "libfaketime",
        in: ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/faketime" }
    )
    package static let firefox = Tool("firefox-esr", from: "firefox-esr")
    package static let fish = Tool("fish", from: "fish")
    package static let ip = Tool("ip", from: "iproute2")
    package static let make = Tool("make", from: "make")
    package static let mandoc = Tool("mandoc", from: "mandoc")
    package static let mosquitto = Tool(
        "mosquitto",
        from: "mosquitto",
        in: ["/usr/sbin", "/usr/local/sbin"]
    )
    package static let mosquittoPub = Tool("mosquitto_pub", from: "mosquitto-clients")
    package static let mosquittoSub = Tool("mosquitto_sub", from: "mosquitto-clients")
    package static let nc = Tool("nc", from: "netcat-openbsd")
    package static let nginx = Tool(
        "nginx",
        from: "nginx-light",
        in: ["/usr/sbin", "/usr/local/sbin"]
    )
    package static let nsenter = Tool("nsenter", from: "util-linux")
    package static let openssl = Tool("openssl", from: "openssl")
    package static let prlimit = Tool("prlimit", from: "util-linux")
    package static let python3 = Tool("python3", from: "python3")
    package static let script = Tool("script", from: "bsdutils")
    package static let setpriv = Tool("setpriv", from: "util-linux")
    package static let ssh = Tool("ssh", from: "openssh-client")
    package static let sshKeygen = Tool("ssh-keygen", from: "openssh-client")
    package static let sshd = Tool(
        "sshd",
        from: "openssh-server",
        in: ["/usr/sbin", "/usr/local/sbin"]
    )
    package static let strip = Tool("strip", from: "binutils")
    package static let systemctl = Tool("systemctl", from: "systemd")
    package static let systemdSocketActivate = Tool(
        "systemd-socket-activate",
        from: "systemd"
    )
    package static let tmux = Tool("tmux", from: "tmux")
    package static let unshare = Tool("unshare", from: "util-linux")
    package static let zsh = Tool("zsh", from: "zsh")

    /// Returns the reason why one of `tools` cannot be run, with the remedy; `nil` if all can.
    fileprivate static func absence(of tools: [Tool]) -> String? {
        let missing = tools.filter { $0.path == nil }
        guard !missing.isEmpty else { return nil }
        let names = missing.map(\.name).joined(separator: ", ")
        let packages = Set(missing.map(\.debianPackage)).sorted().joined(separator: " ")
        return "needs \(names): apt install \(packages)"
    }

    /// True if all tools are required: `$CI` is set.
    fileprivate static let areRequired = environment["CI"]?.isEmpty == false
}

extension Trait where Self == ConditionTrait {
    /// Skips the test if a tool is missing, and names the package that contains it; with `$CI` set,
    /// fails instead.
    package static func needs(_ tools: Tool...) -> Self {
        needs(tools)
    }

    package static func needs(_ tools: [Tool]) -> Self {
        let absence = Tool.absence(of: tools)
        return .enabled(absence.map { Comment(rawValue: $0) }) {
            if let absence, Tool.areRequired {
                throw MissingTool(description: absence)
            }
            return absence == nil
        }
    }

    /// Skips the test for ordinary users, who run all other tests even if root starts them.
    /// `Tests/pass` selects the tests to run as root by the first words of the reason.
    package static func asRoot(_ why: String) -> Self {
        .enabled(if: geteuid() == 0, "as root alone: \(why)")
    }

    /// For tests with their own networks: they run as root if an ordinary user cannot create any.
    package static var needsNetworks: Self {
        .enabled("as root alone: an ordinary user may have no network of its own here") {
            await OwnNetwork.isPossible
        }
    }
}

private enum OwnNetwork {
    static var isPossible: Bool {
        get async {
            if geteuid() == 0 {
                return true
            }
            return
                (try? await Spawned.run(
                    Tool.unshare.name,
                    ["--net", "--map-root-user", "true"]
                ))?
                .status == 0
        }
    }
}

private struct MissingTool: Error, CustomStringConvertible {
    let description: String
}
