import Foundation
import Testing

/// A window of tmux with a program in it.
struct Terminal: Sendable {
    let stage: Stage
    let name: String

    /// Opens a window of this size. `$dicectl` is the program's path.
    init(_ stage: Stage, _ command: String, columns: Int = 80, rows: Int = 24) throws {
        self.stage = stage
        name = "w\(UInt32.random(in: 0...UInt32.max))"
        let script = stage.folder + "/\(name).sh"
        try Data((command + "\n").utf8).write(to: URL(filePath: script))
        try tmux(
            "new-session", "-d", "-s", name, "-x", "\(columns)", "-y", "\(rows)", "trap : INT QUIT; sh \(script); cat")
        try tmux("set-option", "-t", name, "status", "off")
        try tmux("resize-window", "-t", name, "-x", "\(columns)", "-y", "\(rows)")
    }

    @discardableResult
    func tmux(_ arguments: String...) throws -> String {
        let (status, output) = try stage.run(Programs.tmux, stage.tmuxArguments(arguments))
        try #require(status == 0, "tmux \(arguments): \(output)")
        return output
    }

    func press(_ keys: String...) throws {
        for key in keys { try tmux("send-keys", "-t", name, key) }
    }

    /// Types text as it is.
    func type(_ text: String) throws { try tmux("send-keys", "-t", name, "-l", text) }

    /// A press of the left button, counted from 0.
    func click(row: Int, column: Int) throws {
        try type("\u{1B}[<0;\(column + 1);\(row + 1)M")
        try type("\u{1B}[<0;\(column + 1);\(row + 1)m")
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux("resize-window", "-t", name, "-x", "\(columns)", "-y", "\(rows)")
    }

    /// The lines that show, without the blanks at their ends.
    func screen() throws -> [String] {
        let lines = try tmux("capture-pane", "-p", "-t", name).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().map { line in
            var line = String(line)
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// What tmux knows of the pane, by the name of its variable.
    func variable(_ variable: String) throws -> String {
        try tmux("display-message", "-p", "-t", name, "#{\(variable)}").trimmingCharacters(in: .newlines)
    }

    /// Waits until the screen's text holds what is wanted.
    @discardableResult
    func shows(_ what: String, _ holds: ([String]) -> Bool) async throws -> [String] {
        try await Patience.wait(for: what) {
            try self.screen()
        } until: {
            holds($0)
        }
    }

    @discardableResult
    func shows(_ text: String) async throws -> [String] {
        try await shows("\"\(text)\"") { $0.joined(separator: "\n").contains(text) }
    }
}
