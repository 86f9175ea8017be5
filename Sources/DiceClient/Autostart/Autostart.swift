import Glibc
public import Unix

/// Connects to a daemon, and starts one if none is listening: one daemon for any number of clients.
public enum Autostart {
    /// The time limit for a daemon to become ready, even on a slow disk: 30 s. A daemon that exits
    /// ends the wait.
    public static let limit = Duration.seconds(30)

    /// The extended time limit for a daemon that has reported progress, which means that it is
    /// upgrading a large store.
    static let upgradeLimit = Duration.seconds(300)

    /// The polling interval for everything that sends no notification: another starter's lock, a
    /// daemon that does not notify.
    private static let glance = Duration.milliseconds(20)

    /// Connects. If no daemon is listening, starts one first (by a `StartPlan`), unless
    /// `startsDaemon` is false.
    ///
    /// Blocks until the daemon is ready: up to `limit` for a program, and up to `limit` for each
    /// step of systemd; longer while the daemon reports that it is upgrading its store. A program
    /// that is started exits after `StartPlan.idleExit` seconds without clients and dice in flight;
    /// its output goes to `diced.log` beside the socket. It is a unit of the user's systemd or,
    /// without one, a child of this process until either of them exits.
    ///
    /// - Parameters:
    ///   - isNamed: False if the socket is the default. A daemon that is using the user's tables
    ///     and listening in another of the user's private folders is then used instead: a job of
    ///     cron(8) lacks `$XDG_RUNTIME_DIR`.
    ///   - startsDaemon: True to start a daemon if none is listening.
    ///   - working: Called with the progress reports of a daemon that is starting.
    /// - Throws: `noDaemon` if no daemon is listening and `startsDaemon` is false, else
    ///   `unreachable` with the reason.
    public static func connect(
        _ socket: SocketPath,
        isNamed: Bool = true,
        startsDaemon: Bool,
        working: (String) -> Void = { _ in }
    ) throws(ClientError) -> Connection {
        if let connection = try openIfListening(socket) {
            return connection
        }
        // The other daemon's folder and user are checked in the same way.
        if !isNamed, let folder = try? StatePath.current(option: nil),
            let other = OtherDaemon(stateFolder: folder),
            let connection = try? Connection.open(SocketPath(path: other.socket))
        {
            return connection
        }
        guard startsDaemon else { throw .noDaemon(socket: socket.path) }
        return try start(.daemon(socket), socket, working)
    }

    /// Connects to the socket on which a daemon's page makes links. If no page is listening and
    /// `startsProgram` is true, starts `diced-web` in the same way as `connect` starts a daemon.
    ///
    /// - Parameter isOnLocalNetwork: True for the page that a local network can reach.
    /// - Throws: The errors of `connect`.
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

    /// Rejects paths that the daemon would receive in a changed form.
    private static func checkPaths(of program: StartedProgram) throws(ClientError) {
        _ = try ClientError.orUnreachable(try ProcessText.variable(program.variable))
        _ = try ClientError.orUnreachable(try StatePath.current(option: nil))
    }

    /// Starts the program at `path` unless another process is starting it, and waits until the
    /// socket answers.
    ///
    /// - Parameters:
    ///   - stateFolder: The folder of the tables, which another daemon may be using.
    ///   - unit: The service to start; `nil` to start a child of this process, which also happens
    ///     if the service does not start.
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
            daemon?.reapLater()
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
                // A start without systemd reports the reason, if there is one.
                daemon = nil
                unit = nil
                isRepeated = true
            } else if let exit = daemon?.exit() {
                let reason =
                    "\(path) exited immediately (\(exit)): \(daemon?.lastWords ?? "")"
                guard exit == .exited(SpawnedDaemon.otherDaemon) else {
                    throw .unreachable(reason)
                }
                if program.hasTables, let stateFolder,
                    let other = OtherDaemon(stateFolder: stateFolder),
                    other.socket != socket.path
                {
                    throw .unreachable(
                        "nothing listens on \(socket.path); your tables are in use by a diced (pid \(other.pid)) that "
                            + "listens elsewhere; to use it, add: --socket \(other.socket)"
                    )
                }
                // The other daemon is about to listen or to exit. If the start fails again without
                // another daemon, something else is wrong.
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

    /// Returns true if another process holds a daemon's lock on the socket or on the tables.
    private static func isHeld(_ socket: SocketPath, _ stateFolder: String?) -> Bool {
        [socket.path + ".lock", stateFolder.map { $0 + "/diced.lock" }].compactMap(
            \.self
        )
        .contains { FileLock.likelyHolder($0) != nil }
    }

    /// Acquires the exclusive lock for starting the daemon of the socket in `folder`, which is held
    /// for the lifetime of the result. Returns `nil` while another process holds it.
    ///
    /// - Throws: `unreachable` if the lock file cannot be used.
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
