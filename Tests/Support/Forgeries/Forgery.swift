package import DiceGames
package import DiceModel
import DiceProof
package import DiceVerifying
package import DiceWire
package import Testing

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
        _ reason: Finding.Reason, _ name: String, notes: Notes = Notes(),
        entries: @escaping @Sendable () throws -> [HistoryEntry],
        lines: @escaping @Sendable ([String]) -> [String] = { $0 }
    ) {
        testDescription = "\(reason.rawValue): \(name)"
        self.reason = reason
        self.notes = notes
        make = entries
        write = lines
    }

    package func entries() throws -> [HistoryEntry] { try make() }

    /// The lines of an export, oldest first.
    package func lines() throws -> [String] {
        write(try make().map { String(decoding: $0.jsonBytes(), as: UTF8.self) })
    }

    /// What a verifier that is not `dicectl` can find: notes are dicectl's alone.
    package var isForAll: Bool { notes == Notes() && reason != .missingThrows }

    // MARK: ways to forge

    /// A match in which each player has one turn, and then what `play` does; its chain is right.
    static func evening(
        _ reason: Finding.Reason, _ name: String, _ play: @escaping @Sendable (inout Evening) throws -> Void
    ) -> Forgery {
        Forgery(reason, name) {
            var evening = Evening()
            try play(&evening)
            return evening.history
        }
    }

    /// The first two turns of a match of `pairs`, and then what `play` does; its chain is right.
    static func match(
        _ reason: Finding.Reason, _ name: String, edition: Int = 5,
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
        _ reason: Finding.Reason, _ name: String, _ change: @escaping @Sendable (inout Turn) -> Void
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
        _ reason: Finding.Reason, _ name: String, isChained: Bool = true,
        _ change: @escaping @Sendable (inout ThrowResult) -> Void
    ) -> Forgery {
        Forgery(reason, name) {
            var entries = try SampleHistory.entries()
            guard var result = entries[SampleHistory.places.thrown].thrown else { return [] }
            change(&result)
            entries[SampleHistory.places.thrown] = .thrown(result)
            return isChained ? SampleHistory.chained(entries) : entries
        }
    }

    /// The sample history, changed as a list.
    static func list(
        _ reason: Finding.Reason, _ name: String, _ change: @escaping @Sendable (inout [HistoryEntry]) throws -> Void
    ) -> Forgery {
        Forgery(reason, name) {
            var entries = try SampleHistory.entries()
            try change(&entries)
            return entries
        }
    }

    /// The sample history, with a text of one of its lines replaced by another.
    static func line(
        _ reason: Finding.Reason, _ name: String, _ index: Int = SampleHistory.places.turn, _ old: String, _ new: String
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
