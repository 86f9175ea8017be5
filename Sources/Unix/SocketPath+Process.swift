internal import FoundationEssentials
internal import Glibc

extension SocketPath {
    /// The rule applied to this process, as an absolute path.
    public static func current(option: String?) -> SocketPath {
        SocketPath(
            option: option, environment: ProcessInfo.processInfo.environment, uid: geteuid(),
            isOurFolder: SocketFolder.isOurs
        ).absolute(from: FileManager.default.currentDirectoryPath)
    }
}
