import FoundationEssentials
import Testing

/// The project's own files as text.
enum SourceText {
    private static let project = #filePath.split(separator: "/").dropLast(3).map {
        "/" + $0
    }
    .joined()

    /// Returns the lines of the file at `path`, relative to the project.
    static func lines(_ path: String) throws -> [Substring] {
        let bytes = try #require(
            FileManager.default.contents(atPath: "\(project)/\(path)"),
            "there is no \(path)"
        )
        return String(decoding: bytes, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
    }

    /// Returns the paths of all Swift files below `folder`, relative to the project.
    static func swiftFiles(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(project)/\(folder)")
            .filter {
                $0.hasSuffix(".swift")
            }
            .map { "\(folder)/\($0)" }
    }
}
