import Foundation

/// The terminal's modes: what the shell says of them, and what tmux does.
enum Modes {
    /// A line of shell that writes them into a file.
    static func record(_ file: String) -> String {
        "stty -a > \"$HOME/\(file)\"; stty -g >> \"$HOME/\(file)\""
    }

    /// Whether two records are the same, whatever the window's size was, which comes first.
    static func agree(_ before: String, _ after: String) -> Bool {
        func withoutSize(_ text: String) -> [Substring] {
            Array(text.split(separator: "\n").dropFirst())
        }
        return !withoutSize(before).isEmpty && withoutSize(before) == withoutSize(after)
    }

    /// The screen, the mouse and the cursor, as a shell wants them.
    static func areAShells(_ terminal: Terminal) async throws -> Bool {
        for name in ["alternate_on", "mouse_any_flag", "mouse_sgr_flag"] {
            guard try await terminal.variable(name) == "0" else { return false }
        }
        return try await terminal.variable("cursor_flag") == "1"
    }
}
