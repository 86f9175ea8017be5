public import DiceModel

/// Who a connection is and what it may ask for. It is only ever narrowed.
///
/// `RequestDecoder` asks it about every request of a line, before the params are read.
public struct Permit: Sendable, Hashable {
    /// Who asks.
    public private(set) var names: SeatNames
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
        /// It may take other names, once.
        case once
        case fixed
        /// It was confined and took no name: it is nobody for good.
        case nobody
    }

    /// The permit of a client of the user's own daemon: `name` applies if a request gives no other.
    public init(label name: String) {
        names = .one(name)
        naming = .free
    }

    /// The permit of an account of a shared daemon.
    ///
    /// - Parameter mayTakeName: whether it may speak for somebody else, whom `session.confine` then
    ///   names.
    public init(account name: String, mayTakeName: Bool) {
        names = .one(name)
        naming = mayTakeName ? .once : .fixed
    }

    /// The permit of somebody unknown, who may only watch.
    public init(onlooker name: String) {
        names = .one(name)
        naming = .fixed
        role = .watch
        isConfined = true
    }

    /// Under whom it counts.
    public var name: String { names.first }

    /// Who asks at a table if a request does not say: who is up there if that is one of its names,
    /// else the first.
    public func name(whenUp up: String?) -> String {
        names.all.first { $0 == up } ?? name
    }

    /// Whether everything is asked under its names, so that they say who is there.
    public var isNamed: Bool { naming == .once || naming == .fixed }

    /// Whether it speaks for the same people for ever, who have only a share of the daemon.
    public var isGuest: Bool { naming == .fixed }

    /// Whether it may make, configure and delete tables, as far as they are its own.
    public var mayHost: Bool { !isConfined || role == .host }

    /// What holds now, as `session.confine` answers.
    public var confinement: ConfineParams {
        ConfineParams(
            as: naming == .nobody ? nil : names,
            tables: tables?.sorted(),
            role: role
        )
    }

    /// Throws `notAllowed` if `params` ask for more than there is, and `invalidParams` for a host
    /// of no name or several. Empty ones change nothing.
    ///
    /// Who may take a name and takes none has none from then on, and only watches: whoever is given
    /// the connection could take any name else, and see what it sees.
    public func narrowed(by params: ConfineParams) throws(WireError) -> Permit {
        var params = params
        params.issued = nil
        guard params != ConfineParams() else { return self }
        var permit = self
        permit.isConfined = true
        if params.role == .host, role != .host {
            guard !isConfined else { throw .isConfined }
            guard case .one? = params.as else { throw .hostNeedsOneName }
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
                throw .isConfined
            }
            permit.tables = Set(tables)
        }
        if let role = params.role {
            guard role <= permit.role else { throw .mayOnlyWatch }
            permit.role = role
        }
        return permit
    }

    /// Under which names it looks, and sees the secret throws of these: its own if it is named, of
    /// them only `asked` where that is one; else `asked`, a label like any other; none for a
    /// stranger. What was asked before the permit was narrowed does not count any more.
    public func viewers(_ asked: String?) -> [String] {
        let asked = [asked].compactMap(\.self)
        if naming == .free {
            return asked
        }
        guard isNamed else { return [] }
        return asked.isEmpty || !names.all.contains(asked[0]) ? names.all : asked
    }

    /// The names that look on where this connection acts under `name`.
    public func viewers(actingAs name: String) -> [String] {
        isNamed ? names.all : [name]
    }

    /// The table that is meant where none is named, if the connection has no other.
    var onlyTable: TableName? { tables?.count == 1 ? tables?.first : nil }

    public func includes(_ table: TableName) -> Bool {
        tables?.contains(table) != false
    }

    /// Throws `notAllowed` if this connection may not call the method.
    func check(_ method: AnyMethod) throws(WireError) {
        switch method.access {
        case .everybody: break
        case .players: guard role >= .play else { throw .mayOnlyWatch }
        case .hosts: guard mayHost else { throw .isConfined }
        case .unconfined: guard !isConfined else { throw .isConfined }
        }
    }

    /// Throws `tableNotFound` for a table outside, or `notAllowed` if it is to be made, and
    /// `notAllowed` for another's name.
    func check(_ request: Request) throws(WireError) {
        if tables == nil, naming == .free {
            return
        }
        if let table = request.table, !includes(table) {
            throw request.method == .create ? .isConfined : .tableNotFound(table)
        }
        try check(player: request.player)
    }

    /// Throws `notAllowed` for the name of somebody else, and for any if it has none.
    private func check(player: String?) throws(WireError) {
        guard naming != .free, let player else { return }
        guard isNamed else { throw .isNobody }
        guard names.all.contains(player) else { throw .isNamed(names) }
    }
}

extension WireError {
    /// The error for a missing table, and for one that the connection may not see.
    public static func tableNotFound(_ name: TableName) -> WireError {
        WireError(
            .tableNotFound,
            "there is no table \"\(name)\"; table.list names the tables there are, table.create makes one"
        )
    }

    public static func isNamed(_ names: SeatNames) -> WireError {
        WireError(
            .notAllowed,
            "you are \(names.text) here, and nobody else; leave the other name out"
        )
    }

    static let hostNeedsOneName = WireError(
        .invalidParams,
        "a host is one person: param \"as\" must be one name, not a list, and be there",
        param: "as"
    )

    static let isNobody = WireError(
        .notAllowed,
        "this connection has no name, and takes none; ask the person who gave it to you for one with a name"
    )

    static let mayOnlyWatch = WireError(
        .notAllowed,
        "this connection may only watch; to play, ask the person who gave you the seat"
    )

    static let isConfined = WireError(
        .notAllowed,
        "this connection is confined to its tables and what is played there; ask the person who gave you the seat"
    )
}
