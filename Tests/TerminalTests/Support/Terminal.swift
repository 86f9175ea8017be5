import Foundation
import Testing

/// A window of tmux with a program in it.
struct Terminal: Sendable {
    let stage: Stage
    let name: String

    /// Opens a window of this size. `$dicectl` is the program's path.
    init(_ stage: Stage, _ command: String, columns: Int = 80, rows: Int = 24) async throws {
        self.stage = stage
        name = "w\(UInt32.random(in: 0...UInt32.max))"
        let script = stage.folder + "/\(name).sh"
        try Data((command + "\n").utf8).write(to: URL(filePath: script))
        try await tmux(
            "new-session", "-d", "-s", name, "-x", "\(columns)", "-y", "\(rows)", "trap : INT QUIT; sh \(script); cat")
        try await tmux("set-option", "-t", name, "status", "off")
        try await tmux("resize-window", "-t", name, "-x", "\(columns)", "-y", "\(rows)")
    }

    @discardableResult
    func tmux(_ arguments: String...) async throws -> String {
        let (status, output) = try await stage.run(Programs.tmux, stage.tmuxArguments(arguments))
        try #require(status == 0, "tmux \(arguments): \(output)")
        return output
    }

    func press(_ keys: String...) async throws {
        for key in keys { try await tmux("send-keys", "-t", name, key) }
    }

    /// Types text as it is.
    func type(_ text: String) async throws { try await tmux("send-keys", "-t", name, "-l", text) }

    /// A press of the left button, counted from 0.
    func click(row: Int, column: Int) async throws {
        try await type("\u{1B}[<0;\(column + 1);\(row + 1)M")
        try await type("\u{1B}[<0;\(column + 1);\(row + 1)m")
    }

    func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-t", name, "-x", "\(columns)", "-y", "\(rows)")
    }

    /// The lines that show, without the blanks at their ends.
    func screen() async throws -> [String] {
        let lines = try await tmux("capture-pane", "-p", "-t", name).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().map { line in
            var line = String(line)
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The lines that show, with their styles.
    func styledScreen() async throws -> [String] {
        try await tmux("capture-pane", "-p", "-e", "-t", name).components(separatedBy: "\n")
    }

    /// What tmux knows of the pane, by the name of its variable.
    func variable(_ variable: String) async throws -> String {
        try await tmux("display-message", "-p", "-t", name, "#{\(variable)}").trimmingCharacters(in: .newlines)
    }

    /// Waits until the screen's text holds what is wanted.
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

    private static let ready = "[ Roll ]  [ End Turn ]"
    private static let dimmed = "· Roll ·  · End Turn ·"

    /// Has play roll until a look falls into a roll, which a busy machine may miss, and then until `text` shows after
    /// `act` before the dice have settled. Returns the screens before, in the
    /// roll, and after `act`.
    func midRoll(
        begin: () async throws -> Void, act: () async throws -> Void = {}, until text: String = dimmed
    ) async throws -> (before: [String], rolling: [String], acted: [String]) {
        for _ in 0..<40 {
            let before = try await shows(Self.ready)
            try await begin()
            let rolling = try await shows("a roll") { $0.contains { $0.contains(Self.dimmed) } || $0[0] != before[0] }
            guard rolling.contains(where: { $0.contains(Self.dimmed) }) else { continue }
            try await act()
            let acted = try await shows(text) { $0.contains { $0.contains(text) || $0.contains(Self.ready) } }
            if acted.contains(where: { $0.contains(text) }) { return (before, rolling, acted) }
        }
        throw Patience.Ended(description: "no look ever fell into a roll")
    }
}
