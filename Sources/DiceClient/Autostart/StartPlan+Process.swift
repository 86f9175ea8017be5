internal import FoundationEssentials
internal import Glibc
internal import Unix

extension StartPlan.Surroundings {
    /// Those of this process, for a program whose units have this name.
    static func current(unit name: String) -> StartPlan.Surroundings {
        StartPlan.Surroundings(
            environment: ProcessInfo.processInfo.environment, uid: geteuid(), programFolder: programFolder(),
            isOurFolder: SocketFolder.isOurs, isExecutable: isExecutableFile,
            hasUnit: { UserUnit(runtimeFolder: $0, name: name).listens(on: $1) })
    }

    private static func programFolder() -> String? {
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let slash = program.lastIndex(of: "/")
        else { return nil }
        return String(program[..<slash])
    }

    private static func isExecutableFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
