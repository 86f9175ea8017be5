import DiceModel

/// A predefined set of saved rolls.
enum DiceSystem {
    private static let files: [(name: String, bytes: [UInt8])] = [
        ("fate", PackageResources.fate_txt),
        ("genesys", PackageResources.genesys_txt),
        ("story", PackageResources.story_txt),
        ("weather", PackageResources.weather_txt),
        ("year-zero", PackageResources.year_zero_txt),
    ]

    static var names: [String] { files.map(\.name) }

    /// Returns its rolls; `nil` if there is no such set.
    static func rolls(of name: String) -> [SavedRoll]? {
        files.first { $0.name == name }.map { file in
            String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").filter {
                $0.first != "#"
            }
            .compactMap { line in
                let words = line.split(separator: " ", maxSplits: 1)
                return RollName(String(words[0])).map {
                    SavedRoll(name: $0, expression: String(words[1]))
                }
            }
        }
    }
}
