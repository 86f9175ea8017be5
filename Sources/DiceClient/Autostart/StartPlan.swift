import FoundationEssentials
import Glibc
public import Unix

/// The way in which a client starts a program that is not listening yet: a daemon, or the page.
public enum StartPlan: Sendable, Hashable {
    /// By a unit of the user's systemd for this very path. `runtimeFolder` is the folder of that
    /// systemd.
    case unit(runtimeFolder: String)
    /// By running the program at this path, detached.
    case program(String)

    /// The number of seconds without clients and dice after which a daemon started by a client
    /// exits.
    public static let idleExit = 900

    /// The input of the decision. Tests supply their own.
    public struct Context {
        /// The environment variables by name.
        public var environment: [String: String]
        /// The only trusted user.
        public var uid: UInt32
        /// The folder that this program was started from; `nil` if that is unknown.
        public var programFolder: String?
        /// Returns true if this path is a folder of the user's.
        public var isOurFolder: (String) -> Bool
        /// Returns true if this path is a program that the user may run.
        public var isExecutable: (String) -> Bool
        /// Returns true if the systemd with this runtime folder has the program's unit, and the
        /// unit listens on this path.
        public var hasUnit: (_ runtimeFolder: String, _ path: String) -> Bool
    }

    /// Chooses the unit if it is installed for this path, else the program that the variable names
    /// (`$DICED`), the program beside this one (`diced`), or the one in `$PATH`.
    ///
    /// - Throws: `unreachable` if there is nothing to start.
    public init(for socket: SocketPath, in context: Context) throws(ClientError) {
        try self.init(for: socket, of: .daemon(socket), in: context)
    }

    /// Makes the plan for another program.
    init(for socket: SocketPath, of program: StartedProgram, in context: Context)
        throws(ClientError)
    {
        let environment = context.environment
        let runtimeFolder = SocketPath.runtimeFolder(
            environment: environment,
            uid: context.uid,
            isOurFolder: context.isOurFolder
        )
        if let runtimeFolder,
            socket.path
                == SocketPath.path(
                    inRuntimeFolder: runtimeFolder,
                    named: program.unitSocket
                ),
            context.hasUnit(runtimeFolder, socket.path)
        {
            self = .unit(runtimeFolder: runtimeFolder)
            return
        }
        if let named = environment[program.variable], !named.isEmpty {
            guard context.isExecutable(named) else {
                throw .unreachable(
                    "no \(program.kind) listens on \(socket.path), and $\(program.variable) is not a program: \(named)"
                )
            }
            self = .program(
                try ClientError.orUnreachable(try ProcessText.absolute(named))
            )
            return
        }
        guard let found = context.program(named: program.name) else {
            throw .unreachable(
                "no \(program.kind) listens on \(socket.path), and no \(program.name) was found beside dicectl or in "
                    + "$PATH; install it, or set $\(program.variable) to its path"
            )
        }
        self = .program(found)
    }
}

extension StartPlan.Context {
    /// Returns the path of the program beside this one, or else of the one in `$PATH`; `nil` if
    /// neither exists.
    func program(named name: String) -> String? {
        // Only absolute paths: a program in the working directory must not become anyone's daemon.
        let searched = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let folders = [programFolder].compactMap(\.self) + searched.filter { $0.hasPrefix("/") }
        return folders.map { $0 + "/" + name }.first(where: isExecutable)
    }

    /// Returns the context of this process, for a program whose units have this name.
    static func current(unit name: String) -> StartPlan.Context {
        StartPlan.Context(
            environment: ProcessInfo.processInfo.environment,
            uid: geteuid(),
            programFolder: programFolder(),
            isOurFolder: SocketFolder.isOurs,
            isExecutable: isExecutableFile,
            hasUnit: { UserUnit(runtimeFolder: $0, name: name).listens(on: $1) }
        )
    }

    private static func programFolder() -> String? {
        guard
            let program = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe"
            ),
            let slash = program.lastIndex(of: "/")
        else { return nil }
        return String(program[..<slash])
    }

    private static func isExecutableFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }
}
