internal import DiceClient
internal import DiceModel
internal import DiceWire

extension DiceClient.Client {
    /// Has the daemon commit itself before it learns of our entropy, and notes to what. Where there is no such table, what is
    /// asked for next says so.
    ///
    /// - Parameter isQuick: whether what is asked for next takes no time in which this process could be ended.
    func learnCommitments(of table: TableName, _ seen: inout SeenNotes?, isQuick: Bool) throws(ClientError) {
        do {
            let promises = try call(Method.get(TableParams(table: table))).value(as: TablePromises.self)
            if isQuick { seen?.keep(promises) } else { seen?.note(promises) }
        } catch {
            guard case .refused = error else { throw error }
        }
    }
}
