import Foundation
import Testing

/// The terminal sessions in README.md: its indented lines.
struct Readme {
    /// A command and its output as shown there.
    struct Session {
        var command: String
        var output: [String]

        /// True if the command runs until it is stopped.
        var watches: Bool { command.hasPrefix("dicectl watch") }
    }

    /// The folder of README.md.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../.."
    )

    let text: String
    /// The commands after a `$`, with the lines below them, in order.
    let sessions: [Session]
    /// The commands without a `$` and without output, in order.
    let bareCommands: [String]

    init() throws {
        text = try String(
            contentsOf: Self.folder.appending(path: "README.md"),
            encoding: .utf8
        )
        var sessions: [Session] = []
        var bareCommands: [String] = []
        var isOpen = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("    ") else {
                isOpen = false
                continue
            }
            let line = line.dropFirst(4)
            if line.hasPrefix("$ ") {
                sessions.append(Session(command: String(line.dropFirst(2)), output: []))
                isOpen = true
            } else if isOpen {
                sessions[sessions.count - 1].output.append(String(line))
            } else if line.hasPrefix("dicectl ") {
                bareCommands.append(
                    line.split(separator: "#")[0].trimmingCharacters(in: .whitespaces)
                )
            }
        }
        self.sessions = sessions
        self.bareCommands = bareCommands
    }

    /// Returns the lines without their variable parts: numbers, pips, and the number of blanks next
    /// to them. Blank lines are omitted.
    static func essence(_ lines: some Sequence<String>) -> [String] {
        lines.map { line in
            line.replacing(/[0-9]+/, with: "#").replacing("●", with: " ").split(
                whereSeparator: \.isWhitespace
            )
            .joined(separator: " ")
        }.filter { !$0.isEmpty }
    }

    /// Returns true if these lines were printed, disregarding numbers and pips; `…` matches any
    /// text within a line.
    static func shows(_ shown: [String], for printed: [String]) -> Bool {
        let shown = essence(shown)
        let printed = essence(printed)
        return shown.count == printed.count
            && zip(shown, printed).allSatisfy { shown, printed in
                let parts = shown.components(separatedBy: "…")
                guard parts.count == 2 else { return shown == printed }
                return printed.hasPrefix(parts[0])
                    && printed.dropFirst(parts[0].count).hasSuffix(parts[1])
            }
    }
}
