import DiceClient
import DiceModel
import Glibc
package import Logging
import Unix

/// Publishes a daemon's tables to a broker, across restarts of both, on the thread that runs the
/// publisher.
///
/// The broker never slows a table down: states that the broker does not accept in time are merged
/// into the newest one, and events are omitted.
package final class MQTTPublisher {
    private let configuration: BridgeConfiguration
    private let logger: Logger
    private let tell: (String) -> Void
    private(set) var status: BridgeStatus
    private var publishedStatus: String
    private var relay: Relay
    private let retained: RetainedTopics?
    private var generator = SystemRandomNumberGenerator()

    private var daemon: DaemonLink
    var daemonPause: Backoff { daemon.backoff }
    /// True if the log says that there is no daemon.
    private var lacksDaemon = false

    private var broker: BrokerConnection?
    private(set) var brokerPause = Backoff()
    private var brokerRetry = Deadline.now
    /// The deadline for the broker to accept the connection, and the instant after which the
    /// connection counts as stable.
    private var acceptance = Deadline.never
    private var proof = Deadline.never
    private var isAccepted = false
    private var wasAccepted = false
    private var addresses = AddressChoice()
    /// The reasons logged since the broker last accepted a connection; each reason is logged once.
    private var brokerTroubles: Set<String> = []
    /// The instant at which withheld messages are tried again.
    private var limitEnd = Deadline.never
    /// True if the daemon has sent more than was handled in one turn.
    private var isBehind = false
    /// True if the log says that the connected broker does not accept all events.
    private var isLeavingOut = false

    /// The maximum number of exchanges before the broker's responses are handled.
    static let maxTurns = 64

    private var times: BridgeTimes { configuration.times }

    /// - Parameter tell: Called with the status in words whenever it changes.
    package init(
        _ configuration: BridgeConfiguration,
        logger: Logger,
        tell: @escaping (_ status: String) -> Void = { _ in }
    ) {
        self.configuration = configuration
        self.logger = logger
        self.tell = tell
        status = BridgeStatus(broker: configuration.broker.description)
        publishedStatus = status.text
        retained = configuration.stateFolder.map {
            RetainedTopics(in: $0, for: configuration.topics)
        }
        relay = Relay(
            topics: configuration.topics,
            only: configuration.tables.map { Set($0.compactMap(TableName.init)) },
            discovery: configuration.isForHomeAssistant
                ? Discovery(topics: configuration.topics) : nil,
            left: retained?.read() ?? [],
            pause: configuration.times.pause
        )
        let socket = configuration.socket
        let isShared = configuration.isShared
        daemon = DaemonLink(
            Follower(tables: [], patience: configuration.times.answer) {
                () throws(ClientError) in
                let connection =
                    isShared
                    ? try Connection.openShared(socket) : try Connection.open(socket)
                return Client(connection, name: "diced-mqtt/\(version)")
            }
        )
    }

    /// Publishes until `stop` is readable, then says goodbye to the broker.
    ///
    /// - Parameters:
    ///   - stop: A descriptor, for poll(2).
    ///   - alive: Called about once a second.
    /// - Throws: An error if it can never connect, or cannot load libmosquitto.
    package func run(until stop: Int32, alive: () -> Void) throws {
        let library = try BrokerLibrary()
        while true {
            alive()
            if broker == nil, brokerRetry.hasPassed {
                try connectBroker(by: library)
            }
            exchange()
            let isStopping = wait(
                [Poll.Interest(stop)] + daemon.interests,
                until: nextInstant
            )
            hearBroker()
            reportStatus()
            if isStopping {
                break
            }
        }
        leave()
        _ = consume library
    }

    private func reportStatus() {
        status.tables = relay.watchedTables
        let text = status.text
        guard text != publishedStatus else { return }
        publishedStatus = text
        tell(text)
    }

    private var nextInstant: Deadline {
        var instant = min(Deadline.after(times.beat), daemon.deadline(for: relay))
        if broker == nil {
            instant = min(instant, brokerRetry)
        }
        return isBehind ? .now : instant
    }

    /// Waits for the broker and for `others`. Returns true if the first of `others` is ready.
    private func wait(_ others: [Poll.Interest], until deadline: Deadline) -> Bool {
        let ours = broker?.descriptor.map {
            Poll.Interest($0, writing: broker?.wantsToWrite == true)
        }
        let ready = Poll.wait(for: others + (ours.map { [$0] } ?? []), until: deadline)
        let isReady = ours != nil && ready[others.count]
        broker?.work(canRead: isReady, canWrite: isReady)
        return ready.first == true
    }

    /// Handles the daemon's lines, and sends the broker as much as it accepts.
    private func exchange() {
        do {
            var turns = 0
            repeat {
                isBehind = try daemon.exchange(with: &relay, at: .now)
                publish()
                turns += 1
            } while isBehind && turns < Self.maxTurns
            if relay.isFollowing {
                daemon.settled()
                if lacksDaemon {
                    logger.notice("the daemon is back")
                }
                lacksDaemon = false
                status.daemonTrouble = nil
            }
        } catch {
            isBehind = false
            if !lacksDaemon {
                logger.warning(
                    "lost the connection to the daemon; waiting for it",
                    metadata: ["reason": "\(error)"]
                )
            }
            lacksDaemon = true
            status.daemonTrouble = "\(error)"
        }
        publish()
    }

    private func publish() {
        noteTopics()
        for event in relay.takeEvents() where !relay.outbox.isTooLarge(event) {
            if let broker, isAccepted, broker.keepsUp {
                _ = broker.publish(event, isConfirmed: false)
            } else if isAccepted, !isLeavingOut {
                isLeavingOut = true
                logger.warning("dropping events: the broker is too slow")
            }
        }
        guard let broker, isAccepted else { return }
        if isLeavingOut, !broker.wantsToWrite {
            isLeavingOut = false
            logger.notice("publishing events again")
        }
        while broker.keepsUp,
            relay.outbox.sendNext({ broker.publish($0, isConfirmed: true) })
        {}
        let dropped = relay.outbox.takeDropped()
        if dropped > 0 {
            logger.warning(Self.lostEntries, metadata: ["entries": "\(dropped)"])
        }
    }

    /// Records the topics with retained messages. Must be called before the broker receives any of
    /// these messages.
    private func noteTopics() {
        guard let topics = relay.outbox.takeTopics() else { return }
        do {
            try retained?.write(topics)
        } catch {
            logger.warning(
                "tables deleted while this program does not run will stay on the broker",
                metadata: ["reason": "\(error)"]
            )
        }
    }

    private static let lostEntries: Logger.Message =
        "history entries are lost: the broker did not accept them"

    private func loseMessages() {
        let known = relay.outbox.limit
        relay.outbox.disconnected()
        guard let limit = relay.outbox.limit, limit != known else { return }
        limitEnd = .after(times.limitLife)
        logger.warning(
            "dropping long messages, because the broker closes the connection when it receives one; raise the broker's size limit",
            metadata: ["from": "\(limit) bytes"]
        )
    }

    // MARK: Broker

    private func connectBroker(by library: borrowing BrokerLibrary) throws {
        do {
            let password = try configuration.password.read()
            broker = try BrokerConnection(
                BrokerConnection.Terms(
                    address: configuration.broker,
                    clientName: configuration.topics.clientName,
                    password: password,
                    authorities: configuration.authorities,
                    family: addresses.family,
                    will: Outbox.Publication(
                        topic: configuration.topics.status,
                        payload: Array("offline".utf8),
                        isRetained: true
                    ),
                    keepAlive: Int32(clamping: times.keepAlive)
                ),
                by: library
            )
            acceptance = .after(times.acceptance)
            proof = .never
        } catch let failure as BrokerConnection.Error
            where failure.isFinal && !wasAccepted
        {
            throw failure
        } catch  where addresses.isDetour {
            // The broker's name has no address of that family.
            addresses.failed()
            brokerRetry = .now
        } catch {
            loseBroker("\(error)")
        }
    }

    private func loseBroker(_ reason: String) {
        status.state = .failed(reason)
        if isAccepted {
            loseMessages()
        } else {
            addresses.failed()
        }
        broker = nil
        isAccepted = false
        brokerRetry = .after(brokerPause.next(using: &generator))
        guard brokerTroubles.insert(reason).inserted else { return }
        logger.warning(
            "no connection to the broker; retrying",
            metadata: ["broker": "\(configuration.broker)", "reason": "\(reason)"]
        )
    }

    /// Handles the broker's responses.
    private func hearBroker() {
        guard let broker else { return }
        for news in broker.takeNews() {
            switch news {
            case .accepted:
                isAccepted = true
                wasAccepted = true
                acceptance = .never
                proof = .after(times.proving)
                logger.notice(
                    "connected",
                    metadata: ["broker": "\(configuration.broker)"]
                )
                status.state = .accepted
                brokerTroubles = []
                addresses.accepted()
                relay.outbox.connected()
            case .refused(let code): return loseBroker(Self.advice(code, configuration))
            case .confirmed(let number): relay.outbox.confirmed(number)
            case .lost(let reason):
                return loseBroker(
                    isAccepted ? reason : "it rejected the connection: \(reason)"
                )
            }
        }
        if proof.hasPassed {
            brokerPause = Backoff()
            proof = .never
        }
        if limitEnd.hasPassed {
            limitEnd = .never
            relay.outbox.forgetLimit()
        }
        if acceptance.hasPassed {
            loseBroker("it does not respond")
        }
    }

    /// Returns the meaning of a code of MQTT 3.1.1, and what to do next.
    static func advice(_ code: Int32, _ configuration: BridgeConfiguration) -> String {
        switch code {
        case 1: "it does not speak MQTT 3.1.1; name another broker"
        case 2:
            "it rejected the client name \(configuration.topics.clientName); allow it on the broker"
        case 3: "it is unavailable"
        case 4, 5:
            configuration.broker.user == nil
                ? "it requires a user; name one in --broker and supply a password with --password-file"
                : "it rejected the user or password; check the user in --broker and the password in the file"
        default: "it rejected the connection with code \(code)"
        }
    }

    /// Publishes the status `offline` and says goodbye. If the broker does not accept everything in
    /// time, the connection ends without a goodbye, and the last will publishes the status.
    private func leave() {
        defer {
            let count = relay.outbox.unconfirmedEntries + relay.outbox.takeDropped()
            if count > 0 {
                logger.warning(Self.lostEntries, metadata: ["entries": "\(count)"])
            }
            broker = nil
        }
        guard isAccepted else { return }
        relay.outbox.keepStatus("offline")
        let end = Deadline.after(times.farewell)
        while isAccepted, !relay.outbox.isEmpty, !end.hasPassed {
            publish()
            _ = wait([], until: min(end, .after(times.beat)))
            hearBroker()
        }
        guard isAccepted, relay.outbox.isEmpty else { return }
        broker?.leave()
        while broker?.wantsToWrite == true, broker?.descriptor != nil, !end.hasPassed {
            _ = wait([], until: min(end, .after(times.beat)))
        }
    }
}
