package import ArgumentParser
import DiceModel
import Glibc
import Logging
import Systemd
import Unix

/// The composition root of diced-mqtt: parses the options and connects the parts.
package struct DicedMQTT: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "diced-mqtt",
        abstract: "Publish the tables of diced to an MQTT broker.",
        discussion: """
            Watches tables and publishes their state and events until SIGTERM or SIGINT, and reconnects if the daemon \
            or the broker restarts. It subscribes to nothing.
            """,
        version: version
    )

    // Parsed in `validate()`: the errors of the argument parser repeat the value, which may contain
    // a password.
    @Option(
        help: ArgumentHelp(
            "The broker, such as mqtts://ann@broker.example.org.",
            valueName: "url"
        )
    )
    var broker: String

    @Option(
        help: ArgumentHelp(
            "Publish below this topic prefix; by default diced/HOSTNAME.",
            valueName: "prefix"
        )
    )
    var prefix: String?

    @Option(
        name: [.long, .short],
        help: ArgumentHelp(
            "Publish this table; repeatable. By default all tables, including new ones.",
            valueName: "table"
        ),
        transform: { try TableName($0).orInvalid(TableName.rule) }
    )
    var table: [TableName] = []

    @Flag(help: "Publish discovery messages, so that Home Assistant shows the tables.")
    var homeAssistant = false

    @Option(
        help: ArgumentHelp(
            "Read the password from this file, which must have mode 0600; the default is the credential mqtt-password, if there is one.",
            valueName: "file"
        )
    )
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "With mqtts: trust the authorities in this file instead of the system's.",
            valueName: "file"
        )
    )
    var caFile: String?

    @OptionGroup var daemon: DaemonSocketOptions

    @OptionGroup var service: ServiceOptions

    package init() {}

    package func validate() throws {
        let address = try brokerAddress()
        _ = try topics()
        if caFile != nil, !address.isSecure {
            throw ValidationError(
                "--ca-file applies only to mqtts:// brokers"
            )
        }
        if passwordFile != nil, address.user == nil {
            throw ValidationError(
                "a password needs a user; write --broker with USER@ before the host"
            )
        }
    }

    private func brokerAddress() throws -> BrokerAddress {
        do {
            return try BrokerAddress(parsing: broker)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    private func topics() throws -> Topics {
        if let prefix {
            return try Topics(prefix: prefix).orInvalid("--prefix: " + TopicPrefix.rule)
        }
        return try HostName.current.flatMap { Topics(prefix: "diced/\($0)") }
            .orInvalid(
                "this machine has no host name for the topic prefix; choose a prefix with --prefix"
            )
    }

    package func run() throws {
        let signals = StopSignals()
        try ServiceMain.serve(as: "diced-mqtt", service, otherStatus: EX_CONFIG) {
            try publish(until: signals, $0)
        }
    }

    private func publish(until signals: StopSignals, _ logger: Logger) throws {
        let configuration = try bridgeConfiguration()
        let stop = try signals.descriptor()
        let notifier = ServiceNotifier()
        let interval = notifier.watchdogInterval.map { $0 / 2 }
        var lastBeat = ContinuousClock.now
        logger.notice("ready", metadata: ["prefix": "\(configuration.topics.prefix)"])
        let publisher = MQTTPublisher(configuration, logger: logger) {
            notifier.status($0)
        }
        notifier.ready(status: publisher.status.text)
        try publisher.run(until: stop.number) {
            guard let interval,
                lastBeat.duration(to: .now) >= min(interval, .seconds(1))
            else {
                return
            }
            notifier.watchdog()
            lastBeat = .now
        }
        notifier.stopping(status: "stopping")
        logger.notice("stopped")
    }

    private func bridgeConfiguration() throws -> BridgeConfiguration {
        let password = PasswordSource(
            option: passwordFile,
            credentialsFolder: try ProcessText.variable("CREDENTIALS_DIRECTORY")
        )
        let address = try brokerAddress()
        // A password that cannot be read now is reported at once, instead of in the log of a
        // program that keeps trying.
        if try password.read() != nil, address.user == nil {
            throw ValidationError(
                "a password needs a user; write --broker with USER@ before the host"
            )
        }
        if let caFile, access(caFile, R_OK) != 0 {
            throw ValidationError(
                "the authorities in \(caFile) cannot be read: \(SystemError.last)"
            )
        }
        return BridgeConfiguration(
            socket: try daemon.path,
            isShared: daemon.shared,
            broker: address,
            password: password,
            authorities: caFile,
            topics: try topics(),
            tables: table.isEmpty ? nil : table.map(\.description),
            isForHomeAssistant: homeAssistant,
            stateFolder: try StatePath.current(option: nil)
        )
    }
}
