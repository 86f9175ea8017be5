import Foundation
import ProgramTestSupport
import Testing

extension InTmux {
    /// The commands of README.md, run in a terminal and compared with the output shown there.
    @Suite("README in tmux", .needs(.nc))
    struct ReadmeTests {
        /// The setup before the sessions: the programs by name, and the socket at the README's
        /// location.
        private static let preparation = """
            PATH="${dicectl%/*}:$PATH"
            export XDG_RUNTIME_DIR="$HOME/runtime"
            mkdir -p "$XDG_RUNTIME_DIR/diced"
            ln -s "$DICED_SOCKET" "$XDG_RUNTIME_DIR/diced/diced.sock"
            """

        /// Returns the login name of the user who runs the tests, which is ann in the README.
        private func login(_ stage: Stage) async throws -> String {
            try await stage.dicectl("table", "new", "who", "d6")
            let roll = try await stage.dicectl(
                "roll",
                "who",
                "--motion",
                "none",
                "--json"
            ).output
            return String(try #require(roll.firstMatch(of: /"by":"([^"]+)"/)).1)
        }

        /// Returns everything that the window has shown, with wrapped lines joined.
        private func transcript(_ terminal: Terminal, _ login: String) async throws
            -> [String]
        {
            try await terminal.tmux(
                "capture-pane",
                "-p",
                "-J",
                "-S",
                "-",
                "-t",
                terminal.name
            )
            .replacing("\(login.prefix(1).uppercased()) \(login)", with: "A ann")
            .replacing(try Regex(#"\b\#(login)\b"#), with: "ann").split(separator: "\n")
            .map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }

        @Test("sessions in the README match the programs' output")
        func itsSessionsAreWhatTheProgramsPrint() async throws {
            let sessions = try Readme().sessions.filter { !$0.watches }
            try #require(sessions.count >= 10)
            try await Stage.run { stage in
                let login = try await login(stage)
                // The terminal echoes the commands itself, since the prompt depends on the shell.
                let script = sessions.map {
                    "cat <<'EOF'\n$ \($0.command)\nEOF\n\($0.command)"
                }
                let lines = [Self.preparation] + script + ["echo '$ that was all'"]
                let terminal = try await Terminal(stage, lines.joined(separator: "\n"))
                try await terminal.shows("$ that was all")
                var rest = try await transcript(terminal, login)[...]
                for session in sessions {
                    #expect(rest.popFirst() == "$ " + session.command)
                    let printed = Array(rest.prefix { !$0.hasPrefix("$ ") })
                    rest = rest.dropFirst(printed.count)
                    #expect(
                        Readme.shows(session.output, for: printed),
                        "\(session.command) prints:\n\(printed.joined(separator: "\n"))"
                    )
                }
                #expect(rest == ["$ that was all"])
            }
        }

        @Test("a watcher prints the output in the README") func aWatcherPrintsWhatItShows()
            async throws
        {
            let session = try #require(try Readme().sessions.first { $0.watches })
            try await Stage.run { stage in
                let login = try await login(stage)
                let terminal = try await Terminal(
                    stage,
                    Self.preparation + "\n" + session.command
                )
                try await terminal.shows("roll 0")
                try await stage.dicectl("roll")
                try await stage.dicectl("end-turn")
                try await terminal.shows("ended by")
                let printed = try await transcript(terminal, login)
                #expect(
                    Readme.shows(session.output, for: printed),
                    "\(printed.joined(separator: "\n"))"
                )
            }
        }

        @Test("the three things to try in the README work") func itsThreeThingsToTryWork()
            async throws
        {
            let commands = try Readme().bareCommands
            try #require(commands.count == 3 && commands.last == "dicectl play")
            try await Stage.run { stage in
                let lines =
                    [Self.preparation] + commands.map { "\($0) || echo failed" } + [
                        "echo 'that was all'"
                    ]
                let terminal = try await Terminal(stage, lines.joined(separator: "\n"))
                let screen = try await terminal.shows("[ Roll ]")
                #expect(
                    screen.count { $0.contains("4 LOCKED") && $0.contains("5 LOCKED") }
                        == 1
                )
                try await terminal.press("q")
                let left = try await terminal.shows("that was all")
                #expect(!left.contains { $0.contains("failed") })
            }
        }

        /// The commands in the README's sentences, except placeholders and commands that run until
        /// they are stopped.
        @Test("commands in the README's text are valid") func theCommandsInItsTextAreUnderstood()
            async throws
        {
            let commands = try Readme().text.matches(of: /`(dicectl [^`]+)`/).map {
                String($0.1)
            }
            .filter {
                !$0.contains(/\b(play|watch|stop|web)\b|[A-Z]{2}/)
            }
            try #require(commands.count >= 4)
            try await Stage.run { stage in
                // In their order: there is nothing to verify before something has been rolled.
                var done: Set<String> = []
                for command in commands where done.insert(command).inserted {
                    let outcome = try await stage.run(
                        "/bin/sh",
                        ["-c", "PATH=\"${dicectl%/*}:$PATH\"\n" + command]
                    )
                    #expect(outcome.status == 0, "\(command)")
                }
            }
        }

        /// GitHub displays it as an image, so nothing is fetched and no script runs.
        @Test("the README's picture moves unless reduced motion is preferred")
        func itsPictureMovesForThoseWhoLikeIt() throws {
            let readme = try Readme()
            let name = try #require(
                readme.text.firstMatch(of: /!\[[^\]]+\]\(([^)]+\.svg)\)/)
            ).1
            let picture = try String(
                contentsOf: Readme.folder.appending(path: String(name)),
                encoding: .utf8
            )
            #expect(picture.utf8.count < 300_000)
            #expect(picture.contains("@keyframes"))
            #expect(picture.contains("@media (prefers-reduced-motion:reduce)"))
            #expect(picture.contains("class=\"f still\""))
            let addresses = picture.matches(of: /[a-z]+:\/\/[^"]*/).map { String($0.0) }
            #expect(addresses == ["http://www.w3.org/2000/svg"])
            #expect(!picture.contains(/<(script|image|foreignObject|animate|set)\b/))
        }

        /// The two commands stand in the text, one for each player.
        @Test("the README's game for two begins with the first player")
        func itsGameForTwoBeginsWithTheFirstPlayer() async throws {
            let readme = try Readme()
            let game = try #require(
                readme.sessions.first { $0.command.contains("--players") }
            )
            let plays = readme.text.matches(of: /`(dicectl play [a-z]+ --as [a-z]+)`/)
                .map {
                    String($0.1)
                }
            try #require(plays.count == 2)
            try await Stage.run { stage in
                let first = try await Terminal(
                    stage,
                    [Self.preparation, game.command, plays[0]].joined(separator: "\n")
                )
                try await first.shows("YOUR TURN, A ann")
                let second = try await Terminal(
                    stage,
                    "PATH=\"${dicectl%/*}:$PATH\"\n" + plays[1]
                )
                try await second.shows("A ann's turn · you are B bo")
                try await first.press("r")
                try await second.shows("roll 1 of 3")
            }
        }
    }
}
