import ArgumentParser
import DiceModel
import DiceNotation
import DiceProof
import DiceServer
import DiceStore
import DiceTable
import Glibc
import Listening
import Logging
import Systemd
import Unix

#if DICED_AUDIENCES
    import DiceMQTT
    import DiceWeb
#endif

/// Work outside of actors runs on the event loop too. The global executor would start Dispatch's
/// thread pool, whose monitor wakes the process once a second for the rest of its life.
@main
private enum DicedMain {
    static func main() {
        #if DICED_AUDIENCES
            switch CommandLine.arguments.first?.split(separator: "/").last {
            case "diced-web": return ServiceMain.run(DicedWeb.self)
            case "diced-mqtt": return ServiceMain.run(DicedMQTT.self)
            default: break
            }
        #endif
        ServiceMain.prepareSignals()
        StandardOutput.checkAtExit()
        let signals = StopSignals()
        Task(executorPreference: TableActor.shared.taskExecutor) {
            let arguments = ServiceMain.arguments(of: Diced.self)
            guard let diced = Diced(plain: arguments) else {
                await Diced.main(arguments)
                exit(EXIT_SUCCESS)
            }
            do {
                try await diced.run()
                exit(EXIT_SUCCESS)
            } catch {
                Diced.exit(withError: error)
            }
        }
        Diced.stop.follow(signals)
    }
}

/// The daemon's composition root: parses options and connects the parts.
struct Diced: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diced",
        abstract:
            "Keep tables of dice, roll them and show them to every watcher.",
        discussion: """
            Serves JSON-RPC 2.0 on a Unix socket until SIGTERM or SIGINT. If systemd passes a socket, it is \
            used instead of creating one. dicectl starts a daemon automatically if none is running.
            """,
        version: version
    )

    @Option(help: ArgumentHelp("Listen on this socket.", valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Keep tables and history in this folder.",
            valueName: "folder"
        )
    )
    var stateDir: String?

    @Option(
        help: ArgumentHelp(
            "Serve the members of this group, by default on /run/diced/diced.sock.",
            valueName: "group"
        )
    )
    var share: String?

    @Option(
        help: ArgumentHelp(
            "With --share: let this user act for others, as a page server does; repeatable.",
            valueName: "user"
        )
    )
    var trust: [String] = []

    @Option(
        help: ArgumentHelp(
            "With --share: limit the history that each user may store, for example 500M; units are K, M, G and T.",
            valueName: "size"
        ),
        transform: { text in
            try ByteSize(text).orInvalid(
                "\"\(text)\" is not a size; write a whole number and K, M, G or T, such as 500M"
            )
        }
    )
    var quota: ByteSize?

    @Option(
        help: ArgumentHelp(
            "Make rolls repeatable, for demonstrations and tests; not for play.",
            valueName: "number"
        )
    )
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "Make animations N times slower (0.01 to 1000; below 1 is faster), for demonstrations and tests.",
            valueName: "times"
        ),
        transform: { text in
            try Double(text).flatMap { Limits.slowness.contains($0) ? $0 : nil }
                .orInvalid("\"\(text)\" is not a factor; write a number from 0.01 to 1000")
        }
    )
    var slow: Double = 1

    @Flag(help: "Check the store, report problems and exit; change nothing.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "Check this backup, report its contents or problems and exit; change nothing.",
            valueName: "file"
        ),
        completion: .file()
    )
    var checkFile: String?

    @Option(
        help: ArgumentHelp(
            "Replace the store with a copy of this backup, keep the old store, and exit.",
            valueName: "file"
        ),
        completion: .file()
    )
    var restore: String?

    @Flag(
        help:
            "With --restore: show the contents of the backup and of the store; change nothing."
    )
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Exit after this many seconds without a client.",
            valueName: "seconds"
        )
    )
    var idleExit: UInt32?

    @OptionGroup var service: ServiceOptions

    init() {}

    /// Reads the arguments that service managers and `dicectl` give: none, or `--socket` and
    /// `--idle-exit`. `nil` for all others, which need the argument parser; its analysis of the
    /// options takes a quarter of a start.
    init?(plain arguments: [String]) {
        socket = nil
        stateDir = nil
        share = nil
        trust = []
        quota = nil
        seed = nil
        slow = 1
        check = false
        checkFile = nil
        restore = nil
        dryRun = false
        idleExit = nil
        service = ServiceOptions(logLevel: .info)
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
            if option == "--socket", socket == nil {
                socket = value
            } else if option == "--idle-exit", idleExit == nil, let seconds = UInt32(value) {
                idleExit = seconds
            } else {
                return nil
            }
        }
    }

    /// The stop request, one for the whole process because signals are process-wide.
    static let stop = StopRequest()

    /// The maximum time for opening the store, including the migration of a large one, before the
    /// service manager gives up.
    private static let longestMigration = Duration.seconds(300)

    /// The number of files that the daemon itself needs, plus some clients. With a lower limit even
    /// the sources of the stop signals might fail to open.
    private static let minDescriptors = 64

    func validate() throws {
        if share == nil, !trust.isEmpty {
            throw ValidationError("--trust applies only to a shared daemon; add --share")
        }
        if share == nil, quota != nil {
            throw ValidationError("--quota applies only to a shared daemon; add --share")
        }
        if dryRun, restore == nil || restore == "-" {
            throw ValidationError("--dry-run needs --restore FILE")
        }
    }

    func run() async throws {
        // dicectl finds the socket of a private daemon in /proc, which would fail if core dumps
        // were forbidden.
        try await ServiceMain.serve(
            as: "diced",
            service,
            coreDumps: share == nil ? .withoutMemory : .forbidden
        ) { logger in
            if check {
                return try checkStore()
            }
            if let checkFile {
                return try checkBackup(checkFile)
            }
            if let restore {
                return try restoreStore(restore)
            }
            let allowed = DescriptorLimit.raise()
            guard allowed >= Self.minDescriptors else {
                throw StartupError.tooFewDescriptors(
                    allowed: allowed,
                    minimum: Self.minDescriptors
                )
            }
            try await serve(logger)
        }
    }

    /// Prints the store's problems. Throws the exit status if there are any.
    private func checkStore() throws {
        // An interrupted check has no result.
        Self.stop.endsProcess(.interrupted)
        guard let stateFolder = try StatePath.current(option: stateDir) else {
            throw StartupError.noStateFolder
        }
        let problems = try StoreCheck.problems(directory: stateFolder)
        print(
            problems.isEmpty
                ? "\(stateFolder): no problem found" : problems.joined(separator: "\n")
        )
        if !problems.isEmpty {
            throw ExitCode(EX_DATAERR)
        }
    }

    /// Prints a backup's contents or the problem with it. Throws the exit status if there is one.
    private func checkBackup(_ file: String) throws {
        Self.stop.endsProcess(.interrupted)
        let report = try StoreCheck.report(ofBackup: file)
        if let contents = report.contents {
            return print("\(file) holds \(contents)")
        }
        if let newer = report.newer {
            print(newer)
        }
        for problem in report.problems {
            print("\(file) is damaged: \(problem)")
        }
        throw ExitCode(report.newer == nil ? EX_DATAERR : EX_PROTOCOL)
    }

    private func restoreStore(_ file: String) throws {
        Self.stop.endsProcess(.interrupted)
        guard let stateFolder = try StatePath.current(option: stateDir) else {
            throw StartupError.noStateFolder
        }
        if dryRun {
            return print(
                try StoreRestore.preview(file, directory: stateFolder).joined(
                    separator: "\n"
                )
            )
        }
        let now = Timestamp(millisecondsSinceEpoch: SystemTime.milliseconds)
        let kept = try StoreRestore.restore(file, into: stateFolder, now: now)
        print("restored \(file)" + (kept.map { "\nkept \($0)" } ?? ""))
    }

    private func serve(_ logger: Logger) async throws {
        guard let stateFolder = try StatePath.current(option: stateDir) else {
            throw StartupError.noStateFolder
        }
        let group = try sharingGroup()
        let notifier = ServiceNotifier()
        notifier.extendTimeout(by: Self.longestMigration)
        var upgrade = UpgradeReport(notifier, extendsBy: Self.longestMigration, logger)
        let store = try SQLiteStore(directory: stateFolder) { upgrade.report($0) }
        for mended in store.mended {
            logger.warning("\(mended)")
        }
        let listening = try listeningSocket(sharedWith: group)
        if seed != nil {
            logger.warning(
                "the rolls are seeded and repeatable; do not use them for real games"
            )
        }
        if slow != 1 {
            let pace = slow < 1 ? "fast" : "slow"
            logger.warning(
                "the dice are \(pace): they take \(NumberText.text(slow)) times as long as usual"
            )
        }

        let forcedExit = ForcedExit()
        let server = DiceServer(
            socket: listening,
            store: store,
            isNewStore: store.isNew,
            clock: LoopClock(),
            randomness: randomness,
            now: { Timestamp(millisecondsSinceEpoch: SystemTime.milliseconds) },
            info: serverInfo(store, stateFolder),
            sharing: group.map { _ in Sharing(trusted: Set(trust), quota: quota?.bytes)
            },
            idleExit: idleExit.map { .seconds($0) },
            callbacks: SupervisorCallbacks(
                notifier,
                forcedExit,
                on: TableActor.shared.eventLoop,
                watchdog: notifier.watchdogInterval,
                logger
            ),
            logger: logger
        )
        Self.stop.endsProcess(.none)
        try await server.run { await Self.stop.wait() }
        try await forcedExit.last { try await store.close() }
        logger.notice("stopped")
    }

    private func serverInfo(_ store: SQLiteStore, _ stateFolder: String) -> ServerInfo {
        var info = ServerInfo(
            version: version,
            pid: Int(getpid()),
            isSeeded: seed != nil,
            slowness: slow,
            loginName: PlayerLabel.ofAccount(LoginName.current, uid: geteuid()),
            stateFolder: stateFolder,
            storeBytes: { [file = store.file] in StoreSize.bytes(of: file) },
            log: OwnStart.log(),
            startedBy: OwnStart.starter()
        )
        info.writes = { [times = store.times] in times.current }
        info.lastBackup = { [file = store.file] in BackupFolder.newest(beside: file) }
        return info
    }

    /// The source of faces and animations. With `--seed`, the same number, table, turn and roll
    /// produce the same dice; otherwise seeds come from the kernel's cryptographically secure
    /// generator.
    var randomness: DiceRandomness {
        DiceRandomness(
            seeds: seed.map { .derived(from: $0) } ?? .kernel,
            animation: SeededGenerator(seed: seed.map(~) ?? .random(in: .min ... .max)),
            slowness: slow
        )
    }

    /// Returns the group of a shared daemon; `nil` for a private one. Throws if a given group or
    /// user does not exist.
    private func sharingGroup() throws -> UserGroup? {
        guard let share else { return nil }
        guard let group = try Self.lookUp(share, UserGroup.init(named:)) else {
            throw StartupError.noGroup(share)
        }
        for user in trust {
            guard try Self.lookUp(user, LoginName.exists) else {
                throw StartupError.noUser(user)
            }
        }
        return group
    }

    private static func lookUp<Value>(
        _ name: String,
        _ find: (String) throws(SystemError) -> Value
    )
        throws -> Value
    {
        do {
            return try find(name)
        } catch {
            throw StartupError.noAnswer(name, error)
        }
    }

    private func listeningSocket(sharedWith group: UserGroup?) throws -> ListeningSocket {
        if let inherited = try InheritedSocket.listeningUnixStream(named: "diced") {
            return try ListeningSocket(
                inherited: inherited.descriptor,
                path: inherited.path
            )
        }
        let path = try SocketPath.current(option: socket, isShared: group != nil).path
        return try ListeningSocket(of: "diced", path: path, sharedWith: group)
    }
}
