import DiceModel

/// The topics to publish to, all below one prefix.
package struct Topics: Sendable, Hashable {
    /// The prefix, without a trailing slash.
    package let prefix: String

    /// Parses a prefix; `nil` if the text is not a `TopicPrefix`.
    package init?(prefix: String) {
        guard let prefix = TopicPrefix(parsing: prefix) else { return nil }
        self.prefix = prefix.description
    }

    /// The topic of the status, `online` or `offline`.
    var status: String { prefix + "/status" }

    // A table's name has only letters, digits, ".", "_" and "-", so it is one level without
    // wildcards.

    func state(of table: TableName) -> String {
        topic(table, "state")
    }
    /// Returns the topic of a game's document.
    func game(of table: TableName) -> String {
        topic(table, "game")
    }
    func event(of table: TableName) -> String {
        topic(table, "event")
    }
    func history(of table: TableName) -> String {
        topic(table, "history")
    }
    /// Returns the topic of `ON` or `OFF`, for Home Assistant.
    func rolling(of table: TableName) -> String {
        topic(table, "rolling")
    }

    private func topic(_ table: TableName, _ kind: String) -> String {
        "\(prefix)/\(table)/\(kind)"
    }

    /// The client name, which is the same at each start, so that the broker takes over a half-open
    /// connection: the old one's last will then precedes the messages of the new one. At most 23
    /// bytes, which every broker accepts.
    package var clientName: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in prefix.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return "diced" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
