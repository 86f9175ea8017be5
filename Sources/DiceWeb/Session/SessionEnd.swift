import DiceWire

/// The end of a session, as the page receives it.
struct SessionEnd: Hashable {
    /// The code of the close frame (RFC 6455, 7.4).
    var code: UInt16
    /// The machine-readable reason.
    var reason: String
    /// A sentence for people, sent in a message before the close; `nil` if the code is enough.
    var message: String?

    /// The close code after which the page must not reconnect automatically with this link.
    static let linkCode: UInt16 = 4_401
    /// The close code after which the page may reconnect.
    static let daemonCode: UInt16 = 4_503

    static let noDaemon = SessionEnd(
        code: daemonCode,
        reason: "noDaemon",
        message: "the dice daemon is not answering; this page will keep trying"
    )
    static let daemonGone = SessionEnd(code: daemonCode, reason: "noDaemon")
    static let silent = SessionEnd(code: 1_001, reason: "silent")
    static let noToken = SessionEnd(code: 1_008, reason: "noToken")
    static let tooEarly = SessionEnd(code: 1_008, reason: "tooEarly")
    static let stopping = SessionEnd(code: 1_001, reason: "stopping")

    /// The message before the close: an object with one member.
    var text: [UInt8]? {
        message.map { message in
            JSONWriter.object { json in
                json.member("error") { json in
                    json.member("reason", reason)
                    json.member("message", message)
                }
            }
        }
    }
}

extension SessionEnd {
    init(_ refusal: LinkError) {
        self.init(
            code: Self.linkCode,
            reason: refusal.rawValue,
            message: refusal.message
        )
    }

    init(_ refusal: MessageAssembler.Error) {
        self.init(code: refusal.rawValue, reason: "")
    }

    /// Makes the end of a session that the daemon refused to confine.
    init(refusedByDaemon error: WireError) {
        let isPassing = error.known == .shuttingDown || error.known == .limitExceeded
        self.init(
            code: isPassing ? Self.daemonCode : Self.linkCode,
            reason: error.data.reason,
            message: error.message
        )
    }
}

extension Link {
    /// Returns the welcome message, which diced-web itself sends: an object with the member
    /// `session`.
    ///
    /// - Parameter isShared: True if other users run the daemon, which a host's page must know.
    func welcome(isShared: Bool) -> [UInt8] {
        JSONWriter.object { json in
            json.member("session") { json in
                if let names {
                    json.member("as", names)
                }
                if let tables {
                    json.member("tables", tables)
                }
                json.member("role", role)
                if isShared, role == .host {
                    json.member("shared", true)
                }
                json.member("expires", expires)
            }
        }
    }
}
