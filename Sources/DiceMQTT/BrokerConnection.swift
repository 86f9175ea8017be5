import CMosquitto
import Glibc

/// A connection to a broker through libmosquitto, for one thread. It publishes and never
/// subscribes. With the value's last reference, the connection is closed without a goodbye, so that
/// the broker publishes the last will.
final class BrokerConnection {
    /// A response of the broker, or the end of the connection.
    enum BrokerEvent: Sendable, Hashable {
        case accepted
        /// The broker refused the connection, with this code of MQTT 3.1.1.
        case refused(Int32)
        /// The broker confirmed the message with this number.
        case confirmed(Int32)
        case lost(String)
    }

    /// The parameters of a connection.
    struct Terms: Sendable {
        var address: BrokerAddress
        var clientName: String
        var password: [UInt8]?
        /// A file with the only trusted certificates; `nil` for those of the system.
        var authorities: String?
        /// The family of the only addresses to try; `nil` for the system's first address.
        var family: AddressChoice.Family?
        /// The retained message that the broker publishes if the connection ends without a goodbye.
        var will: Outbox.Publication
        /// The keep-alive: the silence, in seconds, after which the broker is sent a ping.
        var keepAlive: Int32
    }

    /// The reason why a connection could not be started, in words.
    struct Error: Swift.Error, CustomStringConvertible {
        let description: String
        /// True if another attempt cannot succeed.
        var isFinal = false
    }

    private let mosquitto: Mosquitto
    private let client: OpaquePointer
    private var events: [BrokerEvent] = []
    /// The last error messages of libmosquitto.
    private var complaints: [String] = []
    private let isSecure: Bool
    /// True once the broker has accepted the connection.
    private var isAccepted = false
    /// The number of bytes sent since the broker had last read everything.
    private var backlog = 0
    /// True once `lost` was reported.
    private var isLost = false
    /// The number of bytes received since the last whole packet.
    private var unread = 0

    /// The maximum of `unread`. A broker sends only a few bytes to a client without subscriptions,
    /// and a few thousand bytes of certificates in a handshake.
    static let maxUnread = 65_536

    /// The number of bytes left unread by the broker above which it receives no more.
    static let maxBacklog = 1 << 20

    /// Starts to connect. Looks up the host's name, which may block for as long as the system's
    /// resolver takes.
    init(_ terms: Terms, by library: borrowing BrokerLibrary) throws(Error) {
        mosquitto = library.functions
        guard let client = mosquitto.new(terms.clientName, true, nil) else {
            throw Error(description: "not enough memory for a connection")
        }
        self.client = client
        isSecure = terms.address.isSecure
        mosquitto.user_data_set(client, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        let will = terms.will
        try check(
            mosquitto.will_set(
                client,
                will.topic,
                Int32(will.payload.count),
                will.payload,
                1,
                true
            ),
            "the last will"
        )
        if let user = terms.address.user {
            // A C string: the reader of the file rejects null characters.
            let password = terms.password.map { $0.map(CChar.init(bitPattern:)) + [0] }
            try check(
                mosquitto.username_pw_set(client, user, password),
                "the user's name"
            )
        }
        if terms.address.isSecure {
            if let file = terms.authorities {
                try check(
                    mosquitto.tls_set(client, file, nil, nil, nil, nil),
                    "the certificates in \(file)"
                )
            } else {
                try check(
                    mosquitto.int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1),
                    "the system's certificates"
                )
            }
            try check(mosquitto.tls_opts_set(client, 1, nil, nil), "TLS")
        }
        let result = mosquitto.connect_bind_async(
            client,
            terms.address.host,
            Int32(terms.address.port),
            terms.keepAlive,
            terms.family?.anyAddress
        )
        guard
            result == MOSQ_ERR_SUCCESS.rawValue
                || result == MOSQ_ERR_CONN_PENDING.rawValue
        else {
            if let file = terms.authorities,
                complaints.contains(where: { $0.contains("load CA certificates") })
            {
                let advice =
                    "\(file) holds no certificate; name one in PEM with --ca-file"
                throw Error(description: advice, isFinal: true)
            }
            throw Error(description: reason(result))
        }
    }

    deinit {
        mosquitto.destroy(client)
    }

    private func setCallbacks() {
        mosquitto.connect_callback_set(client) { _, context, code in
            let connection = BrokerConnection.from(context)
            connection?.isAccepted = code == 0
            connection?.events.append(code == 0 ? .accepted : .refused(code))
        }
        mosquitto.publish_callback_set(client) { _, context, number in
            BrokerConnection.from(context)?.events.append(.confirmed(number))
        }
        mosquitto.log_callback_set(client) { _, context, level, text in
            guard let connection = BrokerConnection.from(context),
                let words = text.map({ String(cString: $0) })
            else {
                return
            }
            if level & MOSQ_LOG_ERR != 0 {
                connection.complaints.append(words)
            }
            if words.contains(" received ") {
                connection.unread = 0
            }
            // Nothing else reports a PUBLISH packet at QoS 1 or 2 before the rest of it has
            // arrived.
            if words.contains(" received PUBLISH ") {
                connection.lose(connection.hasSent)
            }
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> BrokerConnection? {
        context.map { Unmanaged<BrokerConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func check(_ result: Int32, _ what: String) throws(Error) {
        guard result != MOSQ_ERR_SUCCESS.rawValue else { return }
        throw Error(description: "\(what) cannot be used: \(reason(result))")
    }

    private func reason(_ result: Int32) -> String {
        let saved = errno
        defer {
            complaints = []
        }
        func says(_ sign: String) -> Bool {
            complaints.contains { $0.contains(sign) }
        }
        if says("host name verification failed") {
            return
                "its certificate is for another name; use the name in the certificate in --broker"
        }
        if says("certificate verify failed") {
            return
                "its certificate is not trusted or has expired; name its authority with --ca-file"
        }
        if says("wrong version number") || says("unexpected eof") {
            return hasHungUp
        }
        let words =
            result == MOSQ_ERR_ERRNO.rawValue
            ? UnsafePointer(strerror(saved)) : mosquitto.strerror(result)
        let text = words.map { String(cString: $0) } ?? "error \(result)"
        return complaints.last.map { "\(text) (\($0))" } ?? text
    }

    private var hasHungUp: String {
        if isAccepted {
            return "it closed the connection"
        }
        return isSecure
            ? "it closed the connection during the TLS handshake; if this port does not use TLS, write mqtt:// in --broker"
            : "it closed the connection without a response; if this port requires TLS, write mqtts:// in --broker"
    }

    private var hasSent: String {
        "it sent a message without a subscription; name another broker"
    }

    // MARK: Event loop

    /// The descriptor for poll(2); `nil` once it is closed.
    var descriptor: Int32? {
        let number = mosquitto.socket(client)
        return number >= 0 ? number : nil
    }

    /// True if there is output to write.
    var wantsToWrite: Bool { mosquitto.want_write(client) }

    /// True if the broker is reading what it is sent.
    var keepsUp: Bool { backlog <= Self.maxBacklog }

    /// Reads and writes as much as possible without blocking, and maintains the keep-alive.
    func work(canRead: Bool, canWrite: Bool) {
        // libmosquitto does not report a failed TLS connection, because the handshake consumes the
        // error. The TCP connection had been established if the system has measured its round-trip
        // time.
        if canRead, let tcpInfo, tcpInfo.tcpi_state == TCP_CLOSE {
            return lose(tcpInfo.tcpi_rtt > 0 ? hasHungUp : "connection refused")
        }
        if canRead {
            var waiting: Int32 = 0
            _ = ioctl(mosquitto.socket(client), UInt(FIONREAD), &waiting)
            unread += Int(waiting)
        }
        if unread > Self.maxUnread {
            return lose(hasSent)
        }
        // Reading reports the end of the stream.
        if canRead {
            note(mosquitto.loop_read(client, 1))
        }
        if canWrite, descriptor != nil {
            note(mosquitto.loop_write(client, 1))
        }
        if descriptor != nil {
            note(mosquitto.loop_misc(client))
        }
        if descriptor == nil {
            lose(hasHungUp)
        }
        if !wantsToWrite {
            backlog = 0
        }
    }

    /// The system's information about the connection.
    private var tcpInfo: tcp_info? {
        var info = tcp_info()
        var length = socklen_t(MemoryLayout<tcp_info>.size)
        let result = getsockopt(
            mosquitto.socket(client),
            Int32(IPPROTO_TCP),
            TCP_INFO,
            &info,
            &length
        )
        return result == 0 ? info : nil
    }

    private func note(_ result: Int32) {
        guard result != MOSQ_ERR_SUCCESS.rawValue,
            result != MOSQ_ERR_CONN_PENDING.rawValue
        else {
            return
        }
        // A port for TLS alone answers with an alert, which is not MQTT.
        let isStrange =
            result == MOSQ_ERR_CONN_LOST.rawValue || !isSecure && !isAccepted
        lose(isStrange ? hasHungUp : reason(result))
    }

    private func lose(_ reason: String) {
        guard !isLost else { return }
        isLost = true
        events.append(.lost(reason))
    }

    /// Returns the events since the last call, in order.
    func takeNews() -> [BrokerEvent] {
        defer {
            events = []
        }
        return events
    }

    // MARK: Publishing

    /// Sends a message. Returns its number, which `BrokerEvent.confirmed` will contain if
    /// `isConfirmed`; `nil` if the connection cannot be used any more.
    func publish(_ message: Outbox.Publication, isConfirmed: Bool) -> Int32? {
        var number: Int32 = 0
        let result = mosquitto.publish(
            client,
            &number,
            message.topic,
            Int32(message.payload.count),
            message.payload,
            isConfirmed ? 1 : 0,
            message.isRetained
        )
        guard result == MOSQ_ERR_SUCCESS.rawValue else {
            lose(reason(result))
            return nil
        }
        backlog =
            wantsToWrite
            ? backlog + message.payload.count + message.topic.utf8.count : 0
        return number
    }

    /// Disconnects with a goodbye, so that there is no last will.
    func leave() {
        _ = mosquitto.disconnect(client)
    }
}

/// libmosquitto, loaded for the lifetime of the value.
struct BrokerLibrary: ~Copyable {
    let functions: Mosquitto

    /// Loads the library.
    init() throws(BrokerConnection.Error) {
        guard let functions = mosquitto_load()?.pointee else {
            let reason =
                dlerror().map { String(cString: $0) }
                ?? "libmosquitto.so.1 cannot be loaded"
            throw BrokerConnection.Error(
                description: "\(reason); install libmosquitto1",
                isFinal: true
            )
        }
        self.functions = functions
        _ = functions.lib_init()
    }

    deinit {
        _ = functions.lib_cleanup()
    }
}

extension AddressChoice.Family {
    /// The wildcard address of the family. A socket bound to it reaches only addresses of that
    /// family.
    fileprivate var anyAddress: String { self == .v4 ? "0.0.0.0" : "::" }
}
