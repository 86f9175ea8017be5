package import DiceModel
package import DiceVerifying

extension HistoryVerifier {
    /// Returns the problem in `entries`; `nil` if they are valid.
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

    /// Returns the reports on valid `entries`.
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
