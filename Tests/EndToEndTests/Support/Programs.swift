import Foundation

/// The programs under test, and those that the tests lean on.
enum Programs {
    /// They are built beside the test bundle, which is this process.
    private static let folder: String = {
        let itself =
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return itself.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }()

    static let diced = folder + "/diced"
    static let dicectl = folder + "/dicectl"
    static let nc = "/usr/bin/nc"
    static let script = "/usr/bin/script"
    static let setpriv = "/usr/bin/setpriv"
    static let systemdSocketActivate = "/usr/bin/systemd-socket-activate"

    static func isInstalled(_ path: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: path)
    }
}
