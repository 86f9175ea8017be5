import Foundation
import Testing

extension InTmux {
    /// However a command ends or stops, the terminal is restored: its modes, its screen, its cursor
    /// and its mouse.
    @Suite("the terminal is restored")
    struct PlayModesTests {
        /// The signals that ask a program to end, and the status that a shell reports.
        private static let handled: [(number: Int32, status: Int)] = [
            (SIGTERM, 143),
            (SIGHUP, 129),
            (SIGQUIT, 131),
        ]
        /// Signals of crashes, and unexpected ones.
        private static let crashes: [(number: Int32, status: Int)] = [
            (SIGSEGV, 139),
            (SIGABRT, 134),
            (SIGILL, 132),
            (SIGTRAP, 133),
            (SIGBUS, 135),
            (SIGFPE, 136),
            (SIGUSR1, 138),
        ]

        /// The commands, with the text that shows that they have begun; without one, a hidden
        /// cursor does.
        private static let commands = [
            "play": "1 watching", "play --plain": "Table default", "watch": nil,
            "roll": nil,
        ]

        /// All commands share the crash guard, so each signal is tested with one command.
        private static let endings: [(String, Int32, Int)] = commands.keys.sorted()
            .flatMap { command in
                (handled + crashes.prefix(command == "play" ? crashes.count : 1)).map {
                    (command, $0.number, $0.status)
                }
            }

        @Test("a signal leaves the terminal as it was", arguments: endings)
        func afterASignal(_ command: String, _ signal: Int32, _ status: Int)
            async throws
        {
            try await Stage.run(slowness: 1_000) { stage in
                let subject = try await Subject.start(
                    stage,
                    command,
                    sign: Self.commands[command] ?? nil
                )
                kill(subject.pid, signal)
                let end = try await subject.end()
                #expect(end.status == "status \(status)")
                #expect(end.isAsBefore)
            }
        }

        @Test("Control-C leaves the terminal as it was", arguments: commands.keys.sorted())
        func afterControlC(_ command: String) async throws {
            try await Stage.run(slowness: 1_000) { stage in
                let subject = try await Subject.start(
                    stage,
                    command,
                    sign: Self.commands[command] ?? nil
                )
                try await subject.terminal.press("C-c")
                let end = try await subject.end()
                #expect(end.status == "status 130")
                #expect(end.isAsBefore)
            }
        }

        @Test(
            "quitting leaves the terminal as it was",
            arguments: ["play", "play --plain"],
            [false, true]
        )
        func afterQuitting(_ command: String, _ isResized: Bool) async throws {
            try await Stage.run(slowness: 1_000) { stage in
                let subject = try await Subject.start(
                    stage,
                    command,
                    sign: Self.commands[command] ?? nil
                )
                if isResized {
                    kill(subject.pid, SIGWINCH)
                    try await subject.terminal.resize(columns: 60, rows: 20)
                }
                try await subject.terminal.press("q")
                let end = try await subject.end()
                #expect(end.status == "status 0")
                #expect(end.isAsBefore)
            }
        }
    }
}
