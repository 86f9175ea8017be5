package import ArgumentParser
import DiceModel
import DiceWire
import Glibc
import Listening
import Logging
import Systemd
import Unix

/// The composition root of diced-web: parses the options and connects the parts.
package struct DicedWeb: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "diced-web",
        abstract: "Serve a web page on which browsers watch tables of diced and roll.",
        discussion: """
            Serves a page over HTTP until SIGTERM or SIGINT, on 127.0.0.1:7447 or, if that port is in use, on a free \
            one. dicectl web prints a link to the page, and starts this program if it does not run.
            """,
        version: version
    )

    @OptionGroup var daemon: DaemonSocketOptions

    @Option(
        help: .init("Keep the key that signs links in this folder.", valueName: "folder")
    )
    var stateDir: String?

    @Flag(help: "Start the user's own daemon if it does not run, as dicectl does.")
    var startDaemon =
        false

    @Option(
        help: .init(
            "Listen on this address; beyond this machine, --public-url is required.",
            valueName: "address:port"
        ),
        transform: {
            try PageAddress(parsing: $0)
                .orInvalid(
                    "\"\($0)\" is not an address with a port; write 127.0.0.1:8080 or [::]:8080"
                )
        }
    )
    var listen: PageAddress?

    @Option(
        help: .init(
            "The address at which browsers reach the page, such as https://dice.example.org; links begin with it.",
            valueName: "url"
        ),
        transform: { text in
            try Origin(address: text)
                .orInvalid(
                    "\"\(text)\" is not a page address; write https://HOST or https://HOST:PORT"
                )
        }
    )
    var publicURL: Origin?

    @Flag(
        help: .init(
            "Listen on the local network over plain HTTP, at the default route's address or that of --listen; "
                + "anyone who can read the network's traffic can use the links."
        )
    )
    var lan = false

    @Option(
        help: .init(
            "Exit after this many seconds without open pages or unexpired links.",
            valueName: "seconds"
        )
    )
    var idleExit: UInt32?

    @OptionGroup var service: ServiceOptions

    @OptionGroup var options: AudienceOptions

    package init() {}

    package func validate() throws {
        if startDaemon, daemon.shared {
            throw ValidationError(
                "--start-daemon starts only the user's own daemon; leave out --shared"
            )
        }
        // An audience page is written, and nothing is served.
        let served = [
            "--socket": daemon.socket != nil, "--state-dir": stateDir != nil,
            "--shared": daemon.shared,
            "--listen": listen != nil, "--public-url": publicURL != nil,
            "--idle-exit": idleExit != nil, "--lan": lan,
        ]
        if options.audience != nil, let first = served.filter(\.value).keys.min() {
            throw ValidationError(
                "\(first) has no effect with --audience, which writes files and serves nothing; leave it out"
            )
        }
        if lan, daemon.shared || publicURL != nil {
            throw ValidationError(
                "--lan cannot be combined with --shared or --public-url; leave them out"
            )
        }
        if let listen, !listen.isLocal, publicURL == nil, !lan {
            throw ValidationError(
                "--listen opens the page to other machines; add --public-url with the address at which they reach it"
            )
        }
    }

    package func run() throws {
        if let broker = options.audience {
            return try options.write(for: broker)
        }
        // Blocks these signals before any other thread starts, so that only this one receives them.
        let signals = StopSignals()
        try ServiceMain.serve(as: "diced-web", service) {
            try serve(until: signals, $0)
        }
    }

    private func serve(until signals: StopSignals, _ logger: Logger) throws {
        DescriptorLimit.raise()
        let socket = try daemon.path
        let shared = daemon.shared
        let inherited = try InheritedStreams.all()
        let place = lan ? try PageAddress.onLocalNetwork(listen) : listen ?? .local
        let page =
            try inherited?.internet.map { try PageSocket(inherited: $0.descriptor) }
            ?? PageSocket(place)
        let links =
            if let inherited {
                try ListeningSocket(inherited: inherited.unix.descriptor, path: nil)
            } else {
                try ListeningSocket(
                    of: "diced-web",
                    path: socket.web(isShared: shared, isOnLocalNetwork: lan).path,
                    sharedWith: shared ? socket.sharingGroup() : nil
                )
            }
        let server = try WebServer(
            WebConfiguration(
                daemon: socket,
                isShared: shared,
                startsDaemon: startDaemon,
                publicURL: publicURL,
                isOnLocalNetwork: lan,
                stateFolder: try stateFolder(),
                ownName: PlayerLabel.ofAccount(LoginName.current, uid: geteuid()),
                limits: .current(),
                idleExit: idleExit.map { .seconds($0) },
                now: { Timestamp(millisecondsSinceEpoch: SystemTime.milliseconds) }
            ),
            page: page,
            links: links,
            logger: logger,
            idle: { StopSignals.raise() }
        )
        let notifier = ServiceNotifier()
        if let interval = notifier.watchdogInterval {
            server.startHeartbeat(every: interval / 2) { notifier.watchdog() }
        }
        if lan {
            logger.warning(
                "no TLS: anyone who can read the local network's traffic can use the links"
            )
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
                "no folder for the key that signs links; set $HOME, or name one with --state-dir"
            )
        }
        // The page of this machine may run at the same time, with a separate key.
        return lan ? folder + "/lan" : folder
    }
}
