package import DiceModel
package import DiceVerifying
import DiceWire
import Testing

/// An invalid history.
package struct Forgery: Sendable, CustomTestStringConvertible {
    /// The forgery's name, which is unique.
    package let testDescription: String
    /// The reason that `dicectl verify` reports.
    package let reason: Finding.Reason
    /// A user's notes about the original history.
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

    /// Returns the lines of an export, oldest first.
    package func lines() throws -> [String] {
        write(try make().map { String(decoding: $0.jsonBytes(), as: UTF8.self) })
    }

    /// True if verifiers other than dicectl can detect the forgery: only dicectl uses notes.
    fileprivate var isForAll: Bool { notes == Notes() && reason != .missingThrows }

    // MARK: kinds of forgeries

    /// Returns a match with one turn per player and the additions of `play`, with a valid chain.
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

    /// Returns the first two turns of a match in the game `pairs` and the additions of `play`, with
    /// a valid chain.
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

    /// Returns the sample history with one changed turn and a rebuilt chain.
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

    /// Returns the sample history with one changed throw and a rebuilt chain.
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

    /// Returns the sample history, changed as a list.
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

    /// Returns the sample history, with a text replaced in one of its lines.
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

/// A history that every verifier must reject.
package struct WrongHistory: Sendable {
    /// The history's name, which is unique.
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

    /// Returns the changes in `Tampering`, with unchanged chain hashes and, where faces are
    /// changed, also with rebuilt ones.
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
