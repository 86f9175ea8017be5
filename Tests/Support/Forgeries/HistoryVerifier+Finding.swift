package import DiceModel
package import DiceVerifying

extension HistoryVerifier {
    /// What is wrong about `entries`; nil where they are right.
    package static func finding(
        _ entries: [HistoryEntry],
        _ source: Source = .daemon,
        notes: Notes = Notes()
    )
        -> Finding?
    {
        var verifier = HistoryVerifier(source, notes: notes)
        do {
            for entry in entries {
                try verifier.check(entry)
            }
            try verifier.finish()
            return nil
        } catch {
            return error
        }
    }

    /// What is told of `entries` that are right.
    package static func reports(
        _ entries: [HistoryEntry],
        _ source: Source = .daemon,
        notes: Notes = Notes()
    ) throws -> [TableReport] {
        var verifier = HistoryVerifier(source, notes: notes)
        for entry in entries {
            try verifier.check(entry)
        }
        try verifier.finish()
        return verifier.reports
    }
}
