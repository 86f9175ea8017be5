import Glibc
public import Unix

/// Starts a daemon if none listens, only one for any number of clients, and connects to it.
public enum Autostart {
    /// How long a daemon may take to be ready, on a slow disk as well: 30 s. One that ends is not
    /// waited for.
    public static let limit = Duration.seconds(30)

    /// How much longer a daemon may take once it has said what it is doing: it upgrades a large
    /// store.
    static let upgradeLimit = Duration.seconds(300)

    /// How often to look at what sends no word of its own: another starter's lock, a daemon that
    /// does not notify.
    private static let glance = Duration.milliseconds(20)

    /// Connects. If no daemon listens, starts one first (`StartPlan` says how), unless
    /// `startsDaemon` is false.
    ///
    /// Blocks until the daemon is ready: up to `limit` for a program, and up to `limit` for each
    /// step that systemd takes; as long as the daemon tells that it upgrades its store, longer. A
    /// program that is started ends by itself after `StartPlan.idleExit` seconds without clients
    /// and dice in flight; its output goes to `diced.log` beside the socket. It is a unit of the
    /// user's systemd, or where none answers a child of this process until one of the two ends.
    ///
    /// - Parameters:
    ///   - isNamed: whether somebody named the socket. If nobody did, and a daemon that listens in
    ///     another private folder of the user has the user's tables, connects to that one: a job of
    ///     cron(8) lacks `$XDG_RUNTIME_DIR`.
    ///   - startsDaemon: whether to start a daemon if none listens.
    ///   - working: called with what a daemon that is started says it is doing, before it is ready.
    /// - Throws: `noDaemon` if no daemon listens and `startsDaemon` is false, else `unreachable`
    ///   with the reason.
    public static func connect(
        _ socket: SocketPath,
        isNamed: Bool = true,
        startsDaemon: Bool,
        working: (String) -> Void = { _ in }
    ) throws(ClientError) -> Connection {
        if let connection = try openIfListening(socket) {
            return connection
        }
        // With the same checks of its folder and its user.
        if !isNamed, let folder = try? StatePath.current(option: nil),
            let other = OtherDaemon(stateFolder: folder),
            let connection = try? Connection.open(SocketPath(path: other.socket))
        {
            return connection
        }
        guard startsDaemon else { throw .noDaemon(socket: socket.path) }
        return try start(.daemon(socket), socket, working)
    }

    /// Connects to the page's socket for links, starting `diced-web` for the daemon of `daemon` if
    /// none listens and `startsProgram` is true, as `connect` starts a daemon. Throws what
    /// `connect` throws.
    ///
    /// - Parameter isOnLocalNetwork: whether the page is the one that a local network reaches.
    public static func connectToWeb(
        of daemon: SocketPath,
        startsProgram: Bool,
        isOnLocalNetwork: Bool = false
    ) throws(ClientError) -> Connection {
        let socket = daemon.web(isShared: false, isOnLocalNetwork: isOnLocalNetwork)
        if let connection = try openIfListening(socket) {
            return connection
        }
        guard startsProgram else { throw .noDaemon(socket: socket.path) }
        return try start(.web(for: daemon, isOnLocalNetwork: isOnLocalNetwork), socket) { _ in }
    }

    private static func start(
        _ program: StartedProgram,
        _ socket: SocketPath,
        _ working: (String) -> Void
    ) throws(ClientError) -> Connection {
        switch try StartPlan(for: socket, of: program, in: .current(unit: program.name))
        {
        case .unit(let runtimeFolder):
            return try UserUnit(runtimeFolder: runtimeFolder, name: program.name).start(
                socket
            )
        case .program(let path):
            try checkPaths(of: program)
            let stateFolder = try? StatePath.current(option: nil)
            return try start(
                path,
                as: program,
                socket,
                stateFolder: stateFolder,
                unit: TransientUnit(),
                working: working
            )
        }
    }

    /// Refuses paths that a daemon would be handed as others than they are.
    private static func checkPaths(of program: StartedProgram) throws(ClientError) {
        _ = try ClientError.orUnreachable(try ProcessText.variable(program.variable))
        _ = try ClientError.orUnreachable(try StatePath.current(option: nil))
    }

    /// Starts the program at `path` unless another process is starting it, and waits until the
    /// socket answers.
    ///
    /// - Parameters:
    ///   - stateFolder: where the tables are, which another daemon may have.
    ///   - unit: the service that the program becomes; nil for a child of this process, which it
    ///     becomes also if the service does not start.
    static func start(
        _ path: String,
        as program: StartedProgram,
        _ socket: SocketPath,
        stateFolder: String?,
        unit: TransientUnit? = nil,
        limit: Duration = Autostart.limit,
        working: (String) -> Void = { _ in }
    ) throws(ClientError) -> Connection {
        try ClientError.orUnreachable(try SocketFolder.create(socket.folder))
        let deadline = Deadline.after(limit)
        while true {
            if let connection = try openIfListening(socket) {
                return connection
            }
            if let lock = try startLock(socket.folder) {
                return try start(
                    path,
                    as: program,
                    socket,
                    stateFolder: stateFolder,
                    unit: unit,
                    holding: lock,
                    until: deadline,
                    limit,
                    working
                )
            }
            if deadline.hasPassed {
                throw .unreachable(
                    "another program is starting \(program.name) on \(socket.path), but it is not ready yet; try again"
                )
            }
            _ = Poll.wait(for: [], until: min(deadline, .after(glance)))
        }
    }

    private static func start(
        _ path: String,
        as program: StartedProgram,
        _ socket: SocketPath,
        stateFolder: String?,
        unit: TransientUnit?,
        holding lock: borrowing FileLock,
        until deadline: Deadline,
        _ limit: Duration,
        _ working: (String) -> Void
    ) throws(ClientError) -> Connection {
        var deadline = deadline
        let readiness = ReadinessSocket(folder: socket.folder)
        let interests = readiness.map { [Poll.Interest($0.descriptor)] } ?? []
        var daemon: SpawnedDaemon?
        defer {
            daemon?.buryLater()
        }
        var refusal: String?
        var nextStart = Deadline.now
        var unit = unit
        var isRepeated = false
        while true {
            if let connection = try openIfListening(socket) {
                return connection
            }
            if daemon?.hasUnitFailed() == true {
                // A start without systemd tells the reason, if there is one.
                daemon = nil
                unit = nil
                isRepeated = true
            } else if let exit = daemon?.exit() {
                let reason =
                    "\(path) ended at once (\(exit)): \(daemon?.lastWords ?? "")"
                guard exit == .exited(SpawnedDaemon.otherDaemon) else {
                    throw .unreachable(reason)
                }
                if program.hasTables, let stateFolder,
                    let other = OtherDaemon(stateFolder: stateFolder),
                    other.socket != socket.path
                {
                    throw .unreachable(
                        "nobody listens on \(socket.path), and the tables are with a diced (pid \(other.pid)) that "
                            + "listens elsewhere; to use it, add: --socket \(other.socket)"
                    )
                }
                // The other one is about to listen, or about to be gone; twice without one, and
                // something else is in the way.
                guard refusal == nil || isHeld(socket, stateFolder) else {
                    throw .unreachable(reason)
                }
                refusal = reason
                daemon = nil
                nextStart = .after(glance * 10)
            } else if daemon == nil, nextStart.hasPassed {
                daemon = try SpawnedDaemon(
                    path,
                    as: program,
                    socket: socket,
                    notify: readiness?.name,
                    unit: unit,
                    isRepeated: isRepeated
                )
                isRepeated = false
            }
            if deadline.hasPassed {
                let words = daemon?.lastWords ?? ""
                throw .unreachable(
                    refusal
                        ?? "\(path) is not ready after \(limit.components.seconds) s: \(words)"
                )
            }
            _ = Poll.wait(for: interests, until: min(deadline, .after(glance)))
            if let status = readiness?.drain() {
                deadline = max(deadline, .after(upgradeLimit))
                working(status)
            }
        }
    }

    /// Whether another process holds the lock of a daemon, on the socket or on the tables.
    private static func isHeld(_ socket: SocketPath, _ stateFolder: String?) -> Bool {
        [socket.path + ".lock", stateFolder.map { $0 + "/diced.lock" }].compactMap(
            \.self
        )
        .contains { FileLock.likelyHolder($0) != nil }
    }

    /// The right to start the daemon of the socket in `folder`, which one process at a time has,
    /// until the value goes away. Nil while another has it. Throws `unreachable` if nobody can.
    static func startLock(_ folder: String) throws(ClientError) -> FileLock? {
        do {
            return try FileLock(path: folder + "/start.lock")
        } catch {
            guard error.isHeld else { throw .unreachable(error.description) }
            return nil
        }
    }

    private static func openIfListening(_ socket: SocketPath) throws(ClientError)
        -> Connection?
    {
        do {
            return try Connection.open(socket)
        } catch {
            guard case .noDaemon = error else { throw error }
            return nil
        }
    }
}
