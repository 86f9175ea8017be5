import Foundation

/// The terminal's modes, as reported by the shell and by tmux.
enum Modes {
    /// Returns a shell command that writes the modes to a file.
    static func record(_ file: String) -> String {
        "stty -a > \"$HOME/\(file)\"; stty -g >> \"$HOME/\(file)\""
    }

    /// Returns true if two records are equal, except for the window's size, which is at the
    /// beginning.
    static func agree(_ before: String, _ after: String) -> Bool {
        func withoutSize(_ text: String) -> [Substring] {
            Array(text.split(separator: "\n").dropFirst())
        }
        return !withoutSize(before).isEmpty && withoutSize(before) == withoutSize(after)
    }

    /// Returns true if the screen, the mouse and the cursor are in the state that a shell needs.
    static func areAShells(_ terminal: Terminal) async throws -> Bool {
        for name in ["alternate_on", "mouse_any_flag", "mouse_sgr_flag"] {
            guard try await terminal.variable(name) == "0" else { return false }
        }
        return try await terminal.variable("cursor_flag") == "1"
    }
}
