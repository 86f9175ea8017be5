public import DiceModel

/// Who a connection is and what it may ask for. It is only ever narrowed.
///
/// `RequestDecoder` asks it about every request of a line, before the params are read.
public struct Permit: Sendable, Hashable {
    /// Who asks, if a request does not say.
    public private(set) var name: String
    private var naming: Naming
    /// The tables that there are for this connection; nil for all.
    public private(set) var tables: Set<TableName>?
    public private(set) var role = ConnectionRole.play
    /// Whether what concerns the daemon as a whole is refused.
    public private(set) var isConfined = false

    /// Which other names the connection may give.
    private enum Naming {
        /// A name is a label: each request may give another.
        case free
        /// It may take another name, once.
        case once
        case fixed
        /// It was confined and took no name: it is nobody for good.
        case nobody
    }

    /// The permit of a client of the user's own daemon: `name` applies if a request gives no other.
    public init(label name: String) {
        self.name = name
        naming = .free
    }

    /// The permit of an account of a shared daemon.
    ///
    /// - Parameter mayTakeName: whether it may speak for somebody else, whom `session.confine` then names.
    public init(account name: String, mayTakeName: Bool) {
        self.name = name
        naming = mayTakeName ? .once : .fixed
    }

    /// The permit of somebody unknown, who may only watch.
    public init(onlooker name: String) {
        self.name = name
        naming = .fixed
        role = .watch
        isConfined = true
    }

    /// Whether everything is asked under `name`, so that it says who is there.
    public var isNamed: Bool { naming == .once || naming == .fixed }

    /// Whether it speaks for one person for ever, who has only a share of the daemon.
    public var isGuest: Bool { naming == .fixed }

    /// What holds now, as `session.confine` answers.
    public var confinement: ConfineParams {
        ConfineParams(as: naming == .nobody ? nil : name, tables: tables?.sorted(), role: role)
    }

    /// Throws `notAllowed` if `params` ask for more than there is. Empty ones change nothing.
    ///
    /// Who may take a name and takes none has none from then on, and only watches: whoever is given the connection could
    /// take any name else, and see what it sees.
    public func narrowed(by params: ConfineParams) throws(WireError) -> Permit {
        guard params != ConfineParams() else { return self }
        var permit = self
        permit.isConfined = true
        if let name = params.as {
            if naming == .fixed || naming == .nobody { try check(player: name) }
            (permit.name, permit.naming) = (name, .fixed)
        } else if naming != .fixed {
            (permit.naming, permit.role) = (.nobody, .watch)
        }
        if let tables = params.tables {
            guard self.tables?.isSuperset(of: tables) != false else { throw .isConfined }
            permit.tables = Set(tables)
        }
        if let role = params.role {
            guard permit.role == .play || role == .watch else { throw .mayOnlyWatch }
            permit.role = role
        }
        return permit
    }

    /// Who looks, and sees the secret throws of that name: itself if it is named, else `asked`, a label like any other;
    /// nil for a stranger. What was asked before the permit was narrowed does not count any more.
    public func looker(_ asked: String?) -> String? { naming == .free ? asked : isNamed ? name : nil }

    /// The table that is meant where none is named, if the connection has no other.
    var onlyTable: TableName? { tables?.count == 1 ? tables?.first : nil }

    public func includes(_ table: TableName) -> Bool { tables?.contains(table) != false }

    /// Throws `notAllowed` if this connection may not call the method.
    func check(_ method: AnyMethod) throws(WireError) {
        switch method.access {
        case .everybody: break
        case .players: guard role == .play else { throw .mayOnlyWatch }
        case .unconfined: guard !isConfined else { throw .isConfined }
        }
    }

    /// Throws `tableNotFound` for a table outside, and `notAllowed` for another's name.
    func check(_ request: Request) throws(WireError) {
        if tables == nil, naming == .free { return }
        if let table = request.table, !includes(table) { throw .tableNotFound(table) }
        try check(player: request.player)
    }

    /// Throws `notAllowed` for the name of somebody else, and for any if it has none.
    private func check(player: String?) throws(WireError) {
        guard naming != .free, let player else { return }
        guard isNamed else { throw .isNobody }
        guard player == name else { throw .isNamed(name) }
    }
}

extension WireError {
    /// The error for a missing table, and for one that the connection may not see.
    public static func tableNotFound(_ name: TableName) -> WireError {
        WireError(
            .tableNotFound,
            "there is no table \"\(name)\"; table.list names the tables there are, table.create makes one")
    }

    static func isNamed(_ name: String) -> WireError {
        WireError(.notAllowed, "you are \(name) here, and nobody else; leave the other name out")
    }

    static var isNobody: WireError {
        WireError(
            .notAllowed,
            "this connection has no name, and takes none; ask the person who gave it to you for one with a name")
    }

    static var mayOnlyWatch: WireError {
        WireError(.notAllowed, "this connection may only watch; to play, ask the person who gave you the seat")
    }

    static var isConfined: WireError {
        WireError(
            .notAllowed,
            "this connection is confined to its tables and what is played there; ask the person who gave you the seat")
    }
}
