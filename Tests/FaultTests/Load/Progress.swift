import ProgramTestSupport

/// The changes that one daemon has acknowledged.
struct Progress: Sendable {
    /// The results.
    let changes = Recorded<JSON>("the acknowledged changes")

    /// Returns when this many changes have been acknowledged and, if `mustSettle` is true, a roll
    /// has settled in its own time.
    func acknowledged(_ count: Int, withSettledDice mustSettle: Bool) async throws {
        try await changes.until { changes in
            changes.count >= count
                && (!mustSettle || changes.contains { $0["outcome"] == "completed" })
        }
    }
}
