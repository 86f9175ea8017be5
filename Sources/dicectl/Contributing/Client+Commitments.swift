internal import DiceClient
internal import DiceModel
internal import DiceWire

extension DiceClient.Client {
    /// Has the daemon commit itself before it learns of our entropy, and notes to what. Where there is no such table, what is
    /// asked for next says so.
    func learnCommitments(of table: TableName, _ seen: inout SeenNotes?) throws(ClientError) {
        do {
            seen?.note(try call(.get(TableParams(table: table)), as: TableSnapshot.self))
        } catch {
            guard case .refused = error else { throw error }
        }
    }
}
