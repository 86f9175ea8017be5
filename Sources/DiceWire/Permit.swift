public import DiceModel

/// The identity and permissions of a connection. They can only be narrowed.
///
/// `RequestDecoder` checks each request of a line against the permit before it reads the request's
/// params.
public struct Permit: Sendable, Hashable {
    /// The names of the client.
    public private(set) var names: SeatNames
    private var naming: Naming
    /// The tables that the connection can see; `nil` for all.
    public private(set) var tables: Set<TableName>?
    public private(set) var role = ConnectionRole.play
    /// True if requests that affect the whole daemon are refused.
    public private(set) var isConfined = false
    /// True if the client has said that it plays as a bot.
    public private(set) var isBot = false

    /// The other names that the connection may use.
    private enum Naming {
        /// Any name: each request may give a different label.
        case free
        /// Another name or names, which can be taken only once.
        case once
        case fixed
        /// Confined without a name: the connection remains anonymous.
        case nobody
    }

    /// Creates the permit for a client of a private daemon: `name` applies if a request gives no
    /// other name.
    public init(label name: String) {
        names = .one(name)
        naming = .free
    }

    /// Creates the permit of an account of a shared daemon.
    ///
    /// - Parameter mayTakeName: true if it may act for another person, whom `session.confine` then
    ///   names.
    public init(account name: String, mayTakeName: Bool) {
        names = .one(name)
        naming = mayTakeName ? .once : .fixed
    }

    /// Creates the permit of an unknown client, who may only watch.
    public init(onlooker name: String) {
        names = .one(name)
        naming = .fixed
        role = .watch
        isConfined = true
    }

    /// The name that the connection's usage counts for.
    public var name: String { names.first }

    /// Returns the acting name for a request without one: the player who is up if it is one of the
    /// connection's names, otherwise the first of them.
    public func name(whenUp up: String?) -> String {
        names.all.first { $0 == up } ?? name
    }

    /// The names under which requests may be made; `nil` for any name.
    public var possibleNames: [String]? { naming == .free ? nil : names.all }

    /// True if every request is made under its names, so that they identify the client.
    public var isNamed: Bool { naming == .once || naming == .fixed }

    /// True if the connection's names can no longer change, so that the connection only gets one
    /// user's share of the daemon.
    public var isGuest: Bool { naming == .fixed }

    /// True if the connection may create, configure and delete tables, as far as it owns them.
    public var mayHost: Bool { !isConfined || role == .host }

    /// The current confinement, as `session.confine` returns it.
    public var confinement: ConfineParams {
        ConfineParams(
            as: naming == .nobody ? nil : names,
            tables: tables?.sorted(),
            role: role
        )
    }

    /// Returns the narrowed permit. Throws `notAllowed` if `params` exceed the current permissions,
    /// and `invalidParams` for a host with no name or several. Empty params change nothing.
    ///
    /// A connection that may take a name and takes none becomes anonymous and may only watch.
    /// Otherwise a later holder of the connection could take any name and see its secrets.
    public func narrowed(by params: ConfineParams) throws(WireError) -> Permit {
        var params = params
        params.issued = nil
        guard params != ConfineParams() else { return self }
        var permit = self
        permit.isConfined = true
        if params.role == .host, role != .host {
            guard !isConfined else { throw WireError(.confined) }
            guard case .one? = params.as else {
                throw WireError(.hostNeedsOneName, ["param": "as"])
            }
            permit.role = .host
        }
        if let names = params.as {
            if naming == .fixed || naming == .nobody {
                for name in names.all {
                    try check(player: name)
                }
            }
            permit.names = names
            permit.naming = .fixed
        } else if naming != .fixed {
            permit.naming = .nobody
            permit.role = .watch
        }
        if let tables = params.tables {
            guard self.tables?.isSuperset(of: tables) != false else {
                throw WireError(.confined)
            }
            permit.tables = Set(tables)
        }
        if let role = params.role {
            guard role <= permit.role else { throw WireError(.watchesOnly) }
            permit.role = role
        }
        return permit
    }

    /// Notes that the client plays as a bot, which it cannot take back.
    public mutating func becomeBot() {
        isBot = true
    }

    /// Returns the names whose secret throws it sees. A named connection sees those of its own
    /// names, or only of `asked` if that is one of them. Another connection sees those of `asked`,
    /// which is a plain label; without `asked`, it is a stranger. Names requested before the permit
    /// was narrowed no longer count.
    public func viewers(_ asked: String?) -> [String] {
        let asked = [asked].compactMap(\.self)
        if naming == .free {
            return asked
        }
        guard isNamed else { return [] }
        return asked.isEmpty || !names.all.contains(asked[0]) ? names.all : asked
    }

    /// Returns the names that see the results of this connection's actions under `name`.
    public func viewers(actingAs name: String) -> [String] {
        isNamed ? names.all : [name]
    }

    /// The default table of a connection that is confined to one table.
    var onlyTable: TableName? { tables?.count == 1 ? tables?.first : nil }

    public func includes(_ table: TableName) -> Bool {
        tables?.contains(table) != false
    }

    /// Returns the error if this connection may not call the method that does an act.
    public func refusal(of act: Act) -> WireError? {
        do throws(WireError) {
            try check(Self.methods[act] ?? Method.roll.any)
            return nil
        } catch { return error }
    }

    private static let methods: [Act: AnyMethod] = [
        .roll: Method.roll.any,
        .lock: Method.lock.any,
        .endTurn: Method.endTurn.any,
        .correct: Method.correct.any,
        .newGame: Method.newGame.any,
        .rest: Method.rest.any,
        .endAbsent: Method.endTurn.any,
        .join: Method.configure.any,
    ]

    /// Throws `notAllowed` if this connection may not call the method.
    func check(_ method: AnyMethod) throws(WireError) {
        try check(method.access)
        if isBot, method == .correct {
            throw WireError(.correctionByBot)
        }
    }

    private func check(_ access: MethodAccess) throws(WireError) {
        switch access {
        case .everybody: break
        case .players: guard role >= .play else { throw WireError(.watchesOnly) }
        case .hosts: guard mayHost else { throw WireError(.confined) }
        case .unconfined: guard !isConfined else { throw WireError(.confined) }
        }
    }

    /// Throws `tableNotFound` for a table outside the permit, or `notAllowed` if the request would
    /// create it; and `notAllowed` for another person's name.
    func check(_ request: Request) throws(WireError) {
        if tables == nil, naming == .free {
            return
        }
        if let table = request.table, !includes(table) {
            throw request.method == .create ? WireError(.confined) : .tableNotFound(table)
        }
        try check(player: request.player)
    }

    /// Throws `notAllowed` for a connection that remains anonymous.
    public func checkHasName() throws(WireError) {
        guard naming != .nobody else { throw WireError(.anonymous) }
    }

    /// Throws `notAllowed` for another person's name, and for any name if the connection is
    /// anonymous.
    private func check(player: String?) throws(WireError) {
        guard naming != .free, let player else { return }
        guard isNamed else { throw WireError(.anonymous) }
        guard names.all.contains(player) else { throw .actsOnly(as: names) }
    }
}

extension WireError {
    /// Returns the error for a missing table, and for one that the connection may not see.
    public static func tableNotFound(_ name: TableName) -> WireError {
        WireError(.tableNotFound, ["table": name])
    }

    public static func actsOnly(as names: SeatNames) -> WireError {
        WireError(.actsOnlyAs, ["names": names.all])
    }
}
