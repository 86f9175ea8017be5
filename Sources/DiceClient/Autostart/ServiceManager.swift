import FoundationEssentials
import Glibc
import Unix

/// The user's or the system's systemd, queried through systemctl(1).
package struct ServiceManager {
    /// True for the system's systemd.
    package let isShared: Bool
    private let environment: [String: String]
    private let limit: Duration

    /// - Parameter limit: The time limit of each query.
    package init(isShared: Bool, limit: Duration = .seconds(5)) {
        var environment = ProcessInfo.processInfo.environment
        environment["XDG_RUNTIME_DIR"] = SocketPath.runtimeFolder(
            environment: environment,
            uid: geteuid(),
            isOurFolder: SocketFolder.isOurs
        )
        environment["LC_ALL"] = "C"
        self.environment = environment
        self.isShared = isShared
        self.limit = limit
    }

    /// Returns these properties of these units, by unit and name; empty if no service manager
    /// answers.
    package func show(
        _ units: [String],
        _ properties: String
    ) -> [String: [String: String]] {
        let run = systemctl(["show", "-p", "Id," + properties] + units)
        return Self.units(run?.output ?? "")
    }

    /// Returns the state folder that the daemon of `diced.service` would use; `nil` if there is no
    /// such unit, or if the folder cannot be determined.
    package func stateFolder(of service: [String: String]?) -> String? {
        guard let service, service["LoadState"] == "loaded" else { return nil }
        let shown = isShared ? nil : systemctl(["show-environment"])
        let inherited = ServiceSettings.assignments(lines: shown?.output ?? "")
        return ServiceSettings(unit: service, inherited: inherited, isShared: isShared)
            .stateFolder
    }

    private func systemctl(_ arguments: [String]) -> CapturedRun? {
        let scope = isShared ? "--system" : "--user"
        let run = CapturedRun(
            "systemctl",
            [scope] + arguments,
            environment: environment,
            limit: limit
        )
        return run.flatMap { $0.succeeded ? $0 : nil }
    }

    /// Parses the output of `systemctl show` for several units: one property per line, with a blank
    /// line between units.
    package static func units(_ shown: String) -> [String: [String: String]] {
        var units: [String: [String: String]] = [:]
        var unit: [String: String] = [:]
        for line in shown.split(separator: "\n", omittingEmptySubsequences: false) {
            let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2 {
                unit[parts[0]] = parts[1]
            }
            units[unit["Id"] ?? ""] = unit
            if line.isEmpty {
                unit = [:]
            }
        }
        return units
    }
}
