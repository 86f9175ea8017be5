public import Unix

/// How a program comes to be where nobody listens: a daemon, or the page.
public enum StartPlan: Sendable, Hashable {
    /// The user's systemd has a unit for this very path. `runtimeFolder` is where that systemd answers.
    case unit(runtimeFolder: String)
    /// The program of this path, detached.
    case program(String)

    /// Seconds without clients and dice after which a daemon started by a client ends by itself.
    public static let idleExit = 900

    /// What the decision rests on; a test gives its own.
    public struct Surroundings {
        /// The environment variables by name.
        public var environment: [String: String]
        /// The user, who alone is trusted.
        public var uid: UInt32
        /// The folder that this program was started from; nil where that is unknown.
        public var programFolder: String?
        /// Whether this path is a folder of the user's.
        public var isOurFolder: (String) -> Bool
        /// Whether this path is a program that the user may run.
        public var isExecutable: (String) -> Bool
        /// Whether the systemd of this runtime folder has the program's unit, listening on this path.
        public var hasUnit: (_ runtimeFolder: String, _ path: String) -> Bool

        /// Surroundings as given.
        public init(
            environment: [String: String], uid: UInt32, programFolder: String?,
            isOurFolder: @escaping (String) -> Bool, isExecutable: @escaping (String) -> Bool,
            hasUnit: @escaping (_ runtimeFolder: String, _ path: String) -> Bool
        ) {
            self.environment = environment
            self.uid = uid
            self.programFolder = programFolder
            self.isOurFolder = isOurFolder
            self.isExecutable = isExecutable
            self.hasUnit = hasUnit
        }
    }

    /// The unit where it is installed for this path, else what the variable names (`$DICED`), the program beside this one
    /// (`diced`), or the one in `$PATH`.
    ///
    /// - Throws: `unreachable` where there is nothing to start.
    public init(for socket: SocketPath, in surroundings: Surroundings) throws(ClientError) {
        try self.init(for: socket, of: .daemon(socket), in: surroundings)
    }

    /// The same for another program.
    init(
        for socket: SocketPath, of program: StartedProgram, in surroundings: Surroundings
    ) throws(ClientError) {
        let environment = surroundings.environment
        let runtimeFolder = SocketPath.runtimeFolder(
            environment: environment, uid: surroundings.uid, isOurFolder: surroundings.isOurFolder)
        if let runtimeFolder, socket.path == SocketPath.path(inRuntimeFolder: runtimeFolder, named: program.unitSocket),
            surroundings.hasUnit(runtimeFolder, socket.path)
        {
            self = .unit(runtimeFolder: runtimeFolder)
            return
        }
        if let named = environment[program.variable], !named.isEmpty {
            guard surroundings.isExecutable(named) else {
                throw .unreachable(
                    "no \(program.kind) listens on \(socket.path), and $\(program.variable) names no program: \(named)")
            }
            self = .program(named)
            return
        }
        // Only whole paths: a program of the current folder must not become somebody's daemon.
        let folders =
            [surroundings.programFolder].compactMap(\.self)
            + (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        guard let found = folders.map({ $0 + "/" + program.name }).first(where: surroundings.isExecutable) else {
            throw .unreachable(
                "no \(program.kind) listens on \(socket.path), and no \(program.name) is found beside dicectl or in "
                    + "$PATH; install it, or name it in $\(program.variable)")
        }
        self = .program(found)
    }
}
