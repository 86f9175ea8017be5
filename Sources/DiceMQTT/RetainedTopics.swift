import FoundationEssentials
import Unix

/// The topics at which a broker may retain our messages, recorded in a file of the state folder:
/// the next run clears what one run has left.
struct RetainedTopics {
    private let folder: String
    private let path: String

    /// - Parameter folder: An absolute path.
    init(in folder: String, for topics: Topics) {
        self.folder = folder
        path = "\(folder)/mqtt-\(topics.clientName)"
    }

    /// Returns the topics of the last run; empty if there is no such file.
    func read() -> Set<String> {
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return Set(
            String(decoding: data, as: UTF8.self).split(separator: "\n").map(
                String.init
            )
        )
    }

    /// Writes the topics durably. Makes the folder if it is missing.
    func write(_ topics: Set<String>) throws {
        _ = try OwnFolder(making: folder)
        try PartialFile.replace(
            path,
            with: Array(topics.sorted().joined(separator: "\n").utf8)
        )
    }
}
