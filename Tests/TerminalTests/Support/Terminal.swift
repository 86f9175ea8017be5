import Foundation
import ProgramTestSupport
import Testing

/// A tmux window with a program in it.
struct Terminal: Sendable {
    let stage: Stage
    let name: String

    /// Opens a window of this size. `$dicectl` is the program's path.
    init(_ stage: Stage, _ command: String, columns: Int = 80, rows: Int = 24)
        async throws
    {
        self.stage = stage
        name = "w\(UInt32.random(in: 0...UInt32.max))"
        let script = stage.folder + "/\(name).sh"
        try Data((command + "\n").utf8).write(to: URL(filePath: script))
        try await tmux(
            "new-session",
            "-d",
            "-s",
            name,
            "-x",
            "\(columns)",
            "-y",
            "\(rows)",
            "trap : INT QUIT; sh \(script); cat"
        )
        try await tmux("set-option", "-t", name, "status", "off")
        try await tmux("resize-window", "-t", name, "-x", "\(columns)", "-y", "\(rows)")
    }

    @discardableResult
    func tmux(_ arguments: String...) async throws -> String {
        let (status, output) = try await stage.run(
            Tool.tmux.name,
            stage.tmuxArguments(arguments)
        )
        try #require(status == 0, "tmux \(arguments): \(output)")
        return output
    }

    func press(_ keys: String...) async throws {
        for key in keys {
            try await tmux("send-keys", "-t", name, key)
        }
    }

    /// Types text verbatim.
    func type(_ text: String) async throws {
        try await tmux("send-keys", "-t", name, "-l", text)
    }

    /// Presses the left button at this position, counted from 0.
    func click(row: Int, column: Int) async throws {
        try await type("\u{1B}[<0;\(column + 1);\(row + 1)M")
        try await type("\u{1B}[<0;\(column + 1);\(row + 1)m")
    }

    func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-t", name, "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Returns the visible lines, without trailing blanks.
    func screen() async throws -> [String] {
        let lines = try await tmux("capture-pane", "-p", "-t", name).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        return lines.dropLast().map { line in
            var line = String(line)
            while line.last == " " {
                line.removeLast()
            }
            return line
        }
    }

    /// Returns the visible lines with their styles.
    func styledScreen() async throws -> [String] {
        try await tmux("capture-pane", "-p", "-e", "-t", name).components(
            separatedBy: "\n"
        )
    }

    /// Returns the style of the first occurrence of `text` in this row: the SGR parameters in
    /// effect there.
    func style(of text: String, row: Int) async throws -> [String]? {
        let line = try await styledScreen()[row]
        var plain = ""
        var styles = [[String]]()
        var style = [String]()
        var rest = line[...]
        while let first = rest.first {
            if let sequence = rest.prefixMatch(of: /\e\[([0-9;]*)m/) {
                switch sequence.1 {
                case "", "0": style = []
                case "39": style.removeAll { $0.hasPrefix("38;") }
                case "49": break
                case let parameters: style.append(String(parameters))
                }
                rest = rest[sequence.range.upperBound...]
            } else {
                plain.append(first)
                styles.append(style)
                rest = rest.dropFirst()
            }
        }
        guard let place = plain.firstRange(of: text) else { return nil }
        return styles[plain.distance(from: plain.startIndex, to: place.lowerBound)]
    }

    /// Returns the value of one of tmux's variables for the pane.
    func variable(_ variable: String) async throws -> String {
        try await tmux("display-message", "-p", "-t", name, "#{\(variable)}")
            .trimmingCharacters(
                in: .newlines
            )
    }

    func hidesTheCursor() async throws {
        try await Patience.wait(for: "hidden cursor") {
            try await self.variable("cursor_flag")
        } until: {
            $0 == "0"
        }
    }

    /// Waits until the screen's text satisfies a condition.
    @discardableResult
    func shows(_ what: String, _ holds: ([String]) -> Bool) async throws -> [String] {
        try await Patience.wait(for: what) {
            try await self.screen()
        } until: {
            holds($0)
        }
    }

    @discardableResult
    func shows(_ text: String) async throws -> [String] {
        try await shows("\"\(text)\"") { $0.joined(separator: "\n").contains(text) }
    }

    /// Returns the screen after it has looked the same ten times: for recordings only, never for
    /// checks.
    func rests() async throws -> [String] {
        var last = try await screen()
        var count = 0
        return try await Patience.wait(for: "rest") {
            let now = try await self.screen()
            count = now == last ? count + 1 : 0
            last = now
            return now
        } until: { _ in
            count >= 10
        }
    }

    static let ready = "[ Roll ]  [ End Turn ]"
    /// The buttons before the first roll of a turn.
    static let begun = "[ Roll ]  · End Turn ·"
    static let dimmed = "· Roll ·  · End Turn ·"

    /// Starts a roll at play's table, which stays in flight, and returns the screens before and
    /// during it.
    @discardableResult
    func roll(_ begin: () async throws -> Void) async throws -> (
        before: [String], rolling: [String]
    ) {
        let before = try await shows("[ Roll ]")
        try await begin()
        return (before, try await shows(Self.dimmed))
    }
}
