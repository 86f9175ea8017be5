internal import ArgumentParser
internal import DiceModel
internal import DiceWeb
internal import Glibc
internal import Listening
internal import Logging
internal import Systemd
internal import Unix

@main
struct Main {
    static func main() {
        StandardOutput.checkAtExit()
        do {
            DicedWeb.main(try ProcessText.arguments())
        } catch {
            DicedWeb.exit(withError: ValidationError("\(error)"))
        }
    }
}

/// The page's composition root: options in, parts put together.
struct DicedWeb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diced-web",
        abstract: "Show the tables of diced on a page, and let browsers roll there.",
        discussion: """
            Serves one page by HTTP until SIGTERM or SIGINT, on 127.0.0.1:7447, or on a free port where that is taken. \
            dicectl web prints a link to it, and starts it where it does not run.
            """,
        version: version)

    @Option(
        help: ArgumentHelp(
            "The daemon's socket; by default $DICED_SOCKET, else diced/diced.sock in the user's runtime folder, or with "
                + "--shared /run/diced/diced.sock.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("Keep the key of the links in this folder.", valueName: "folder"))
    var stateDir: String?

    @Flag(
        help:
            "Serve the users of the machine's shared daemon, each under their own name; the daemon must --trust this user."
    )
    var shared = false

    @Flag(help: "Start the user's own daemon where none listens, as dicectl does.")
    var startDaemon = false

    @Option(
        help: ArgumentHelp(
            "Listen there instead; for more than this machine it needs --public-url.", valueName: "address:port"),
        transform: { text in
            guard let address = PageAddress(parsing: text) else {
                throw ValidationError("\"\(text)\" is no address with a port; write 127.0.0.1:8080 or [::]:8080")
            }
            return address
        })
    var listen: PageAddress?

    @Option(
        help: ArgumentHelp(
            "How browsers reach the page, as https://dice.example.org; links begin so.", valueName: "url"),
        transform: { text in
            guard let origin = Origin(parsing: text.hasSuffix("/") ? String(text.dropLast()) : text) else {
                throw ValidationError("\"\(text)\" is no address of a page; write https://HOST or https://HOST:PORT")
            }
            return origin
        })
    var publicURL: Origin?

    @Option(help: ArgumentHelp("End after this many seconds without a page and a link.", valueName: "seconds"))
    var idleExit: UInt32?

    @Option(help: ArgumentHelp(LogLevel.help, valueName: "level"), transform: LogLevel.named)
    var logLevel: Logger.Level = .info

    @OptionGroup var options: AudienceOptions

    func validate() throws {
        if startDaemon, shared {
            throw ValidationError("--start-daemon is for a daemon of one's own; leave out --shared")
        }
        if options.audience != nil { try checkNothingIsServed() }
        if let listen, !listen.isLocal, publicURL == nil {
            throw ValidationError(
                "--listen opens the page to other machines; add --public-url, the address by which they reach it")
        }
    }

    /// Whoever writes a page serves none.
    private func checkNothingIsServed() throws {
        let given = [
            "--socket": socket != nil, "--state-dir": stateDir != nil, "--shared": shared, "--listen": listen != nil,
            "--public-url": publicURL != nil, "--idle-exit": idleExit != nil,
        ].filter(\.value).keys.sorted()
        guard let first = given.first else { return }
        throw ValidationError(
            "\(first) is of no use with --audience, which writes files and serves nothing; leave it out")
    }

    func run() throws {
        if let broker = options.audience { return try options.write(for: broker) }
        umask(0o077)
        signal(SIGPIPE, SIG_IGN)
        // Before any other thread starts, so that these signals wait for this one.
        let signals = StopSignals()
        #if !DEBUG
            CoreDumps.forbid()
        #endif
        LoggingSystem.bootstrap(SystemLogHandler.make(label:))
        var logger = Logger(label: "diced-web")
        logger.logLevel = logLevel
        do {
            try serve(until: signals, logger)
        } catch {
            logger.critical("\(error)")
            throw ExitCode(Self.status(of: error))
        }
    }

    private func serve(until signals: StopSignals, _ logger: Logger) throws {
        DescriptorLimit.raise()
        let daemon = try SocketPath.current(option: socket, isShared: shared)
        let inherited = try InheritedStreams.all()
        let page =
            try inherited?.internet.map { try PageSocket(inherited: $0.descriptor) } ?? PageSocket(listen ?? .local)
        let links =
            if let inherited {
                try ListeningSocket(inherited: inherited.unix.descriptor, path: nil)
            } else {
                try ListeningSocket(
                    of: "diced-web", path: daemon.web(isShared: shared).path,
                    sharedWith: shared ? daemon.sharingGroup() : nil)
            }
        let server = try WebServer(
            WebConfiguration(
                daemon: daemon, isShared: shared, startsDaemon: startDaemon, publicURL: publicURL,
                stateFolder: try stateFolder(),
                ownName: PlayerLabel.ofAccount(LoginName.current, uid: geteuid()), limits: .current(),
                idleExit: idleExit.map { .seconds($0) },
                now: { Timestamp(millisecondsSinceEpoch: SystemTime.milliseconds) }),
            page: page, links: links, logger: logger, idle: { StopSignals.raise() })
        let notifier = ServiceNotifier()
        if let interval = notifier.watchdogInterval {
            server.startHeartbeat(every: interval / 2) { notifier.watchdog() }
        }
        logger.notice("ready", metadata: ["page": "\(server.base)"])
        notifier.ready(status: "serving \(server.base)")
        signals.wait()
        notifier.stopping(status: "stopping")
        logger.notice("stopping")
        server.stop()
        logger.notice("stopped")
    }

    private func stateFolder() throws -> String {
        guard let folder = try StatePath.current(option: stateDir) else {
            throw WebStartupError.state(
                "there is no folder to keep the key of the links in: set $HOME, or name one with --state-dir")
        }
        return folder.hasPrefix("/") ? folder : try ProcessText.workingFolder() + "/" + folder
    }

    /// After sysexits.h.
    private static func status(of error: any Error) -> Int32 {
        switch error {
        case let error as WebStartupError:
            switch error {
            case .notLocked, .noDaemon, .address: EX_CANTCREAT
            case .state: EX_IOERR
            }
        case is ListeningError: EX_CANTCREAT
        case is InheritedSocketError, is ProcessText.Refusal: EX_CONFIG
        default: EX_SOFTWARE
        }
    }
}
