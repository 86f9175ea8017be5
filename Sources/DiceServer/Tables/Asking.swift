import DiceModel
import DiceTable
import DiceWire

/// The names that want to be in the next match of a table, in the order in which they asked.
struct Asking {
    private(set) var names: [String] = []

    /// Adds a name. Throws `limitExceeded` if there is no room.
    mutating func add(_ name: String) throws(WireError) {
        guard !names.contains(name) else { return }
        guard names.count < Limits.askingNames else {
            throw WireError(.askingNames, ["limit": Limits.askingNames])
        }
        names.append(name)
    }

    mutating func remove(_ gone: some Sequence<String>) {
        let gone = Set(gone)
        names.removeAll(where: gone.contains)
    }
}

extension Table {
    /// Notes that a name wants to be in the next match, or no longer does. A player of this match
    /// need not ask. Throws `tableNotFound` or `limitExceeded`.
    func ask(_ asks: Bool, by name: String) throws(WireError) {
        guard !isDeleted else { throw .tableNotFound(group.name) }
        let before = asking.names
        if asks, group.settings.players?.contains(name) != true {
            try asking.add(name)
        } else {
            asking.remove([name])
        }
        if asking.names != before {
            announceTable()
        }
    }

    /// Forgets the wishes of names that no connection has here any more.
    func askersLeft(_ names: [String]) {
        let before = asking.names
        asking.remove(names.filter { !subscribers.include($0) })
        if asking.names != before {
            announceTable()
        }
    }
}
