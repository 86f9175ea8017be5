import Foundation
import Testing

/// The one place for claims about the wording of what the client's programs show to people.
@Suite("wording")
struct WordingTests {
    /// Phrases of a dialect, for which every engineer knows a plainer word.
    private static let dialect = [
        "a die of one's own", "as many as", "behind a", "behind the", "brings nothing",
        "brings points", "by which", "can be had", "faces of its own", "faces of one's own",
        "goes on", "how much moves", "if you are", "in the place of", "is asked for",
        "is let in", "is left out", "is no address", "is no die", "is none", "is not there",
        "is told", "is waited for", "it is said", "nobody is", "of one's own",
        "of their own accord", "people write it", "puts a backup", "said of",
        "shows those", "so often", "stand any more", "stands behind", "stands for", "stands in",
        "takes no ", "tells what", "that there are", "there is nothing to", "too few to say",
        "until when", "what came", "what comes", "what is said", "what it says", "whether it did",
        "whoever", "whom", "who plays", "with that which",
    ]

    /// The string literals of the sources of these modules, with the places where they are.
    private static func literals() throws -> [(place: String, text: String)] {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
        var found: [(place: String, text: String)] = []
        for module in [
            "dicectl", "DiceDrawing", "DiceFollowing", "DiceJudging", "DicePlay", "DiceClient",
            "DiceHints", "DiceVerifying",
        ] {
            let files = try #require(
                FileManager.default.enumerator(
                    at: sources.appending(path: module),
                    includingPropertiesForKeys: nil
                )
            )
            for case let file as URL in files where file.pathExtension == "swift" {
                found += texts(in: try String(contentsOf: file, encoding: .utf8)).map {
                    ("\(module)/\(file.lastPathComponent):\($0.line)", $0.text)
                }
            }
        }
        return found
    }

    /// The parts of a source that are within quotes, without its comments.
    static func texts(in source: String) -> [(line: Int, text: String)] {
        var isMultiline = false
        var texts: [(line: Int, text: String)] = []
        for (index, line) in source.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let line = line.drop { $0 == " " }
            if line.contains(#"""""#), line.components(separatedBy: #"""""#).count == 2 {
                isMultiline.toggle()
            } else if isMultiline {
                texts.append((index + 1, String(line)))
            } else if !line.hasPrefix("//"),
                let start = line.firstIndex(of: "\""),
                let end = line.lastIndex(of: "\"")
            {
                texts.append((index + 1, String(line[start...end])))
            }
        }
        return texts
    }

    @Test("no text of the client is dialect")
    func plainEnglish() throws {
        let literals = try Self.literals()
        #expect(literals.count > 1_000)
        for (place, text) in literals {
            let text = text.lowercased()
            for phrase in Self.dialect where text.contains(phrase) {
                Issue.record("\(place): \"\(phrase)\" in \(text)")
            }
        }
    }

    @Test("texts are found in quotes, and comments are not")
    func reading() {
        let source = """
            // "a comment"
            let text = "one \\(value)"
            let lines = \"""
                two
                \"""
            """
        #expect(Self.texts(in: source).map(\.text) == [#""one \(value)""#, "two"])
    }
}
