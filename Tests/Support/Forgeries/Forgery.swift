package import DiceModel
package import DiceVerifying
import DiceWire
import Testing

/// A history that is wrong.
package struct Forgery: Sendable, CustomTestStringConvertible {
    /// Unique.
    package let testDescription: String
    /// What `dicectl verify` finds.
    package let reason: Finding.Reason
    /// What somebody has noted of the history as it was.
    package let notes: Notes
    private let make: @Sendable () throws -> [HistoryEntry]
    /// Changes the lines of the export.
    private let write: @Sendable ([String]) -> [String]

    package init(
        _ reason: Finding.Reason,
        _ name: String,
        notes: Notes = Notes(),
        entries: @escaping @Sendable () throws -> [HistoryEntry],
        lines: @escaping @Sendable ([String]) -> [String] = { $0 }
    ) {
        testDescription = "\(reason.rawValue): \(name)"
        self.reason = reason
        self.notes = notes
        make = entries
        write = lines
    }

    package func entries() throws -> [HistoryEntry] {
        try make()
    }

    /// The lines of an export, oldest first.
    package func lines() throws -> [String] {
        write(try make().map { String(decoding: $0.jsonBytes(), as: UTF8.self) })
    }

    /// Whether another verifier than dicectl can find it: notes are dicectl's alone.
    fileprivate var isForAll: Bool { notes == Notes() && reason != .missingThrows }

    // MARK: ways to forge

    /// A match in which each player has one turn, and then what `play` does; its chain is right.
    static func evening(
        _ reason: Finding.Reason,
        _ name: String,
        _ play: @escaping @Sendable (inout Evening) throws -> Void
    ) -> Forgery {
        Forgery(reason, name) {
            var evening = Evening()
            try play(&evening)
            return evening.history
        }
    }

    /// The first two turns of a match of `pairs`, and then what `play` does; its chain is right.
    static func match(
        _ reason: Finding.Reason,
        _ name: String,
        edition: Int = 5,
        _ play: @escaping @Sendable (inout Evening) throws -> Void
    ) -> Forgery {
        Forgery(reason, name) {
            var evening = Evening(edition: edition)
            evening.begin(HonestHistory.pairs, ["ann", "bo"])
            try evening.turn("ann", .these([[1, 2], [1]]), "low")
            try evening.turn("bo", .these([[1, 2]]), "low")
            try play(&evening)
            return evening.history
        }
    }

    /// The sample history with a change of one turn; its chain is made anew.
    static func turn(
        _ reason: Finding.Reason,
        _ name: String,
        _ change: @escaping @Sendable (inout Turn) -> Void
    ) -> Forgery {
        Forgery(reason, name) {
            var entries = try SampleHistory.entries()
            guard var turn = entries[SampleHistory.places.turn].turn else { return [] }
            change(&turn)
            entries[SampleHistory.places.turn] = .turn(turn)
            return SampleHistory.chained(entries)
        }
    }

    /// The sample history with a change of one throw; its chain is made anew.
    static func thrown(
        _ reason: Finding.Reason,
        _ name: String,
        isChained: Bool = true,
        _ change: @escaping @Sendable (inout ThrowResult) -> Void
    ) -> Forgery {
        Forgery(reason, name) {
            var entries = try SampleHistory.entries()
            guard var result = entries[SampleHistory.places.thrown].thrown else {
                return []
            }
            change(&result)
            entries[SampleHistory.places.thrown] = .thrown(result)
            return isChained ? SampleHistory.chained(entries) : entries
        }
    }

    /// The sample history, changed as a list.
    static func list(
        _ reason: Finding.Reason,
        _ name: String,
        _ change: @escaping @Sendable (inout [HistoryEntry]) throws -> Void
    ) -> Forgery {
        Forgery(reason, name) {
            var entries = try SampleHistory.entries()
            try change(&entries)
            return entries
        }
    }

    /// The sample history, with a text of one of its lines replaced by another.
    static func line(
        _ reason: Finding.Reason,
        _ name: String,
        at index: Int = SampleHistory.places.turn,
        _ old: String,
        _ new: String
    ) -> Forgery {
        Forgery(reason, name) {
            try SampleHistory.entries()
        } lines: { lines in
            var lines = lines
            lines[index] = lines[index].replacing(old, with: new)
            return lines
        }
    }
}

/// A history that is wrong, for every verifier.
package struct WrongHistory: Sendable {
    /// Unique.
    package let name: String
    /// The lines of an export, oldest first.
    package let lines: [String]

    package static var all: [WrongHistory] {
        get throws {
            let forged = try Forgery.all.filter(\.isForAll).map {
                WrongHistory($0.testDescription, try $0.lines())
            }
            return try forged + turns() + throwsOfHome()
        }
    }

    private init(_ name: String, _ lines: [String]) {
        self.name = name
        self.lines = lines
    }

    private init(_ name: String, _ entries: [HistoryEntry]) {
        self.init(name, entries.map { String(decoding: $0.jsonBytes(), as: UTF8.self) })
    }

    /// The changes of `Tampering`, with chain hashes as they were and, where faces follow, made
    /// anew.
    private static func turns() throws -> [WrongHistory] {
        let entries = try SampleHistory.entries()
        let place = SampleHistory.places.turn
        return (Tampering.ofTurns + Tampering.coveredOfTurns).enumerated().flatMap {
            index,
            change in
            var changed = entries
            if let turn = entries[place].turn {
                changed[place] = .turn(change.applied(to: turn))
            }
            return both(
                change.testDescription,
                of: "turn",
                changed,
                isForged: index < Tampering.ofTurns.count
            )
        }
    }

    private static func throwsOfHome() throws -> [WrongHistory] {
        let entries = try SampleHistory.entries()
        let place = SampleHistory.places.thrown
        return (Tampering.ofThrows + Tampering.coveredOfThrows).enumerated().flatMap {
            index,
            change in
            var changed = entries
            if let result = entries[place].thrown {
                changed[place] = .thrown(change.applied(to: result))
            }
            return both(
                change.testDescription,
                of: "throw",
                changed,
                isForged: index < Tampering.ofThrows.count
            )
        }
    }

    private static func both(
        _ change: String,
        of kind: String,
        _ entries: [HistoryEntry],
        isForged: Bool
    ) -> [WrongHistory] {
        let forged =
            isForged
            ? [
                WrongHistory(
                    "\(kind), chained anew: \(change)",
                    SampleHistory.chained(entries)
                )
            ]
            : []
        return [WrongHistory("\(kind): \(change)", entries)] + forged
    }
}
