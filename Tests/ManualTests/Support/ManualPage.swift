import Foundation
import Testing

/// The mdoc source of a manual page.
struct ManualPage {
    let name: String
    let lines: [String]

    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "man")
    static let names = [
        "dicectl.1", "diced.1", "dice-games.7", "dice-notation.7", "dice-protocol.7",
        "dice-scale.7", "diced-web.8",
        "diced-mqtt.8",
    ]

    init(_ name: String) throws {
        let text = try String(
            contentsOf: Self.folder.appending(path: name),
            encoding: .utf8
        )
        self.init(
            name: name,
            lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init
            )
        )
    }

    init(name: String, lines: some Sequence<String>) {
        self.name = name
        self.lines = Array(lines)
    }

    /// Returns the lines of a section or subsection without its heading; for a section, including
    /// its subsections.
    func part(_ heading: String) throws -> ManualPage {
        let start = try #require(
            lines.firstIndex { $0 == ".Sh \(heading)" || $0 == ".Ss \(heading)" },
            "\(name) has no part \(heading)"
        )
        let rest = lines[(start + 1)...]
        let isSection = lines[start].hasPrefix(".Sh")
        let end =
            rest.firstIndex { $0.hasPrefix(".Sh") || !isSection && $0.hasPrefix(".Ss") }
            ?? rest.endIndex
        return ManualPage(name: name, lines: rest[..<end])
    }

    /// Returns the text of the list item that begins with `macro` and `word`, up to the next item.
    func body(of macro: String, _ word: String) throws -> ManualPage {
        let start = try #require(
            lines.firstIndex { "\($0) ".hasPrefix(".It \(macro) \(word) ") },
            "\(name) has no item \(word)"
        )
        return ManualPage(
            name: name,
            lines: lines[(start + 1)...].prefix { !$0.hasPrefix(".It ") && $0 != ".El" }
        )
    }

    /// Returns the words after `.It` of every list item that begins with `macro`, without it.
    func items(_ macro: String) -> [[String]] {
        words(after: ".It").filter { $0.first == macro }.map { Array($0.dropFirst()) }
    }

    /// Returns the words of every line that begins with `macro`, without it.
    func words(after macro: String) -> [[String]] {
        lines.map { $0.split(separator: " ").map(String.init) }.filter {
            $0.first == macro
        }.map {
            Array($0.dropFirst())
        }
    }

    /// Returns the argument of each use of `macro` anywhere in a line, such as `-socket` in `.Op Fl
    /// -socket Ar path`.
    func arguments(of macro: String) -> Set<String> {
        var found: Set<String> = []
        for line in lines where line.hasPrefix(".") {
            let words = line.dropFirst().split(separator: " ").map(String.init)
            for (index, word) in words.enumerated() where word == macro {
                let names = words[(index + 1)...].prefix { !Self.isMacro($0) }
                found.formUnion(names.filter { !Self.punctuation.contains($0) })
            }
        }
        return found
    }

    /// The literal displays, as a reader sees them.
    var displays: [String] {
        var displays: [String] = []
        var current: [String]?
        for line in lines {
            if line.hasPrefix(".Bd -literal") {
                current = []
            } else if line == ".Ed" {
                displays.append((current ?? []).joined(separator: "\n"))
                current = nil
            } else {
                current?.append(line.replacing("\\e", with: "\\"))
            }
        }
        return displays
    }

    private static let punctuation: Set = [",", ".", ":", ";", "|", "(", ")"]

    /// Returns true for a macro: two letters, the first a capital.
    static func isMacro(_ word: String) -> Bool {
        word.count == 2 && word.first?.isUppercase == true
    }
}
