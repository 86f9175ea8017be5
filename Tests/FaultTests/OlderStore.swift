import FoundationEssentials

@testable import DiceStore

/// A store of the first release, which every later program upgrades.
enum OlderStore {
    /// Creates the store in a new folder, with this many tables of 1,000 dice: `t1` and so on.
    static func make(in folder: String, tables: Int = 1) throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        var connection = try SQLiteConnection(folder + "/" + SQLiteStore.fileName)
        try connection.migrate(
            Array(Schema.migrations.prefix { $0.name != "v14 2.0.0" })
        )
        try connection.execute("PRAGMA user_version = \(Schema.used)")
        let die = #"{"locked":false,"sides":6,"value":3}"#
        let dice =
            "[" + Array(repeating: die, count: 1_000).joined(separator: ",") + "]"
        for number in 1...tables {
            try connection.run(
                "INSERT INTO tables (name, turn, rollCount, dice) VALUES (?, 1, 0, ?)",
                "t\(number)",
                dice
            )
        }
    }
}
