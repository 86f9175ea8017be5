import Foundation
import Testing

/// A dicectl command in the foreground of a terminal, with its process id and the terminal's modes
/// before and after it.
struct Subject {
    let terminal: Terminal
    let pid: pid_t
    private let stage: Stage

    /// Starts `dicectl` with these arguments, and waits until it has hidden the cursor or shows
    /// `sign`. A roll is then in flight, and stays so on a slow stage.
    static func start(_ stage: Stage, _ arguments: String, sign: String?) async throws
        -> Subject
    {
        // The shell's child execs it.
        let terminal = try await Terminal(
            stage,
            """
            trap : INT QUIT
            ulimit -c 0
            \(Modes.record("before"))
            sh -c 'trap - INT QUIT; echo $$ > "$HOME/pid"; exec "$dicectl" \(arguments)'
            echo "status $?" > "$HOME/status"
            \(Modes.record("after"))
            """
        )
        if let sign {
            try await terminal.shows(sign)
        } else {
            try await terminal.hidesTheCursor()
        }
        let pid = try #require(
            Int32(stage.contents("pid").trimmingCharacters(in: .whitespacesAndNewlines))
        )
        return Subject(terminal: terminal, pid: pid, stage: stage)
    }

    /// Waits for the end. Returns the exit status, and whether the terminal is restored.
    func end() async throws -> (status: String, isAsBefore: Bool) {
        let status = try await Patience.wait(for: "end") {
            stage.contents("status")
        } until: {
            $0.hasSuffix("\n")
        }
        let after = try await Patience.wait(for: "modes") {
            stage.contents("after")
        } until: {
            $0.hasSuffix("\n") && $0.contains(":")
        }
        let areAShells = try await Modes.areAShells(terminal)
        let isAsBefore = areAShells && Modes.agree(stage.contents("before"), after)
        return (status.trimmingCharacters(in: .newlines), isAsBefore)
    }
}
