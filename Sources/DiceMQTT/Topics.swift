import DiceModel

/// The topics that are published to, all below one prefix.
package struct Topics: Sendable, Hashable {
    /// The prefix, without a slash at its end.
    package let prefix: String

    /// Nil if the text is no `TopicPrefix`.
    package init?(prefix: String) {
        guard let prefix = TopicPrefix(parsing: prefix) else { return nil }
        self.prefix = prefix.description
    }

    /// `online` or `offline`.
    var status: String { prefix + "/status" }

    // The name of a table is letters, digits, ".", "_" and "-": one level, without a wildcard.

    func state(of table: TableName) -> String {
        topic(table, "state")
    }
    /// The document of its game.
    func game(of table: TableName) -> String {
        topic(table, "game")
    }
    func event(of table: TableName) -> String {
        topic(table, "event")
    }
    func history(of table: TableName) -> String {
        topic(table, "history")
    }
    /// `ON` or `OFF`, for Home Assistant.
    func rolling(of table: TableName) -> String {
        topic(table, "rolling")
    }

    private func topic(_ table: TableName, _ kind: String) -> String {
        "\(prefix)/\(table)/\(kind)"
    }

    /// A name for the broker that is the same at each start, so that a connection that is half open
    /// is taken over: the last will of the old one then comes before what the new one says. At most
    /// 23 bytes, as every broker takes them.
    package var clientName: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in prefix.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return "diced" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
