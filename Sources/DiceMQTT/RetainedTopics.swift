import FoundationEssentials
import Unix

/// The topics at which a broker may retain something of ours, in a file of the state folder: what
/// one run has left, the next one clears.
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
        return Set(
            String(decoding: data, as: UTF8.self).split(separator: "\n").map(
                String.init
            )
        )
    }

    /// Returns once the disk has it. Makes the folder if it is missing.
    func write(_ topics: Set<String>) throws {
        _ = try OwnFolder(making: folder)
        try PartialFile.replace(
            path,
            with: Array(topics.sorted().joined(separator: "\n").utf8)
        )
    }
}
