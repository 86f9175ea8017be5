import DiceClient
import DiceModel
import DiceWire

extension Audience {
    /// Has `roller` roll, and listens until every listener has received the event that the dice
    /// have settled.
    func listen(toRollAt table: TableName, by roller: Client) throws {
        _ = try roller.begin([Method.roll(RollParams(table: table))])
        var last: [Int: Bool] = [:]
        func isEnd(_ line: Int) -> Bool {
            if let known = last[line] {
                return known
            }
            let isEnd = lines[line].isEvent("rollSettled")
            last[line] = isEnd
            return isEnd
        }
        let start = monotonicNow()
        try listen(seconds: 10) {
            monotonicNow() - start > 500_000_000
                && heard.allSatisfy { $0.last.map { isEnd($0.line) } ?? false }
        }
        _ = try roller.call(Method.ping())
    }
}
