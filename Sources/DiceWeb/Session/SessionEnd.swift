import DiceWire

/// How the page is told that it ends.
struct SessionEnd: Hashable {
    /// The code of the close frame (RFC 6455, 7.4).
    var code: UInt16
    /// The word by which the page knows why.
    var reason: String
    /// For people, in a message of its own before the close; nil if the code says enough.
    var message: String?

    /// The page is not to come back by itself with this link.
    static let linkCode: UInt16 = 4_401
    /// The page may try again.
    static let daemonCode: UInt16 = 4_503

    static let noDaemon = SessionEnd(
        code: daemonCode,
        reason: "noDaemon",
        message: "the dice daemon does not answer; this page tries again"
    )
    static let daemonGone = SessionEnd(code: daemonCode, reason: "noDaemon")
    static let silent = SessionEnd(code: 1_001, reason: "silent")
    static let noToken = SessionEnd(code: 1_008, reason: "noToken")
    static let tooEarly = SessionEnd(code: 1_008, reason: "tooEarly")
    static let stopping = SessionEnd(code: 1_001, reason: "stopping")

    /// The message before the close: an object of one member.
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

    /// What the daemon answers instead of confining.
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
    /// What it has opened, as diced-web itself tells the page: an object of one member.
    ///
    /// - Parameter isShared: whether others run the daemon, which a host is told.
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
