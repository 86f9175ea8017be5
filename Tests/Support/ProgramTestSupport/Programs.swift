internal import Foundation

/// The programs under test, and those that the tests lean on.
package enum Programs {
    /// They are built beside the test bundle, which is this process; `$DICED_PROGRAMS` names another build's.
    private static let folder: String = {
        if let folder = ProcessInfo.processInfo.environment["DICED_PROGRAMS"] { return folder }
        let itself =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return itself.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()

    package static let diced = folder + "/diced"
    package static let dicectl = folder + "/dicectl"
    package static let nc = "/usr/bin/nc"
    package static let script = "/usr/bin/script"
    package static let setpriv = "/usr/bin/setpriv"
    package static let systemdSocketActivate = "/usr/bin/systemd-socket-activate"

    package static func isInstalled(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }
}
