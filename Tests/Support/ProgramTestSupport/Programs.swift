import Foundation

/// The programs under test.
package enum Programs {
    /// The folder of the programs: by default that of the test bundle, which is this process;
    /// `$DICED_PROGRAMS` names another build's.
    package static let folder =
        ProcessInfo.processInfo.environment["DICED_PROGRAMS"] ?? testFolder

    /// The folder of the test bundle.
    static let testFolder: String = {
        let itself =
            (try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe"
            ))
            ?? CommandLine.arguments[0]
        return itself.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(
                separator: "/"
            )
    }()

    package static let diced = folder + "/diced"
    package static let dicectl = folder + "/dicectl"
    package static let dicedWeb = folder + "/diced-web"
    package static let dicedMQTT = folder + "/diced-mqtt"
}
