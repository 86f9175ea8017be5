import DiceModel
import FoundationEssentials
import Unix

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

    func state(of table: TableName) -> String { topic(table, "state") }
    func event(of table: TableName) -> String { topic(table, "event") }
    func history(of table: TableName) -> String { topic(table, "history") }
    /// `ON` or `OFF`, for Home Assistant.
    func rolling(of table: TableName) -> String { topic(table, "rolling") }

    private func topic(_ table: TableName, _ kind: String) -> String { "\(prefix)/\(table)/\(kind)" }

    /// A name for the broker that is the same at each start, so that a connection that is half open is taken over: the last
    /// will of the old one then comes before what the new one says. At most 23 bytes, as every broker takes them.
    package var clientName: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in prefix.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return "diced" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// The topics at which a broker may retain something of ours, in a file of the state folder: what one run has left, the next
/// one clears.
struct RetainedTopics {
    private let folder: String
    private let path: String

    /// - Parameter folder: absolute.
    init(in folder: String, for topics: Topics) {
        self.folder = folder
        path = "\(folder)/mqtt-\(topics.clientName)"
    }

    /// The topics of the last run; none if there is no such file.
    func read() -> Set<String> {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return Set(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Returns once the disk has it. Makes the folder if it is missing.
    func write(_ topics: Set<String>) throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try PartialFile.replace(path, with: Array(topics.sorted().joined(separator: "\n").utf8))
    }
}
