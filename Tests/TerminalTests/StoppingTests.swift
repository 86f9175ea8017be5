import Foundation
import Testing

extension InTmux {
    /// Ctrl-Z and `fg`, in a shell that does not change the terminal's modes when its job stops,
    /// like dash.
    @Suite("suspended and resumed")
    struct StoppingTests {
        private func script(_ arguments: String) -> String {
            """
            set -m
            \(Modes.record("before"))
            "$dicectl" \(arguments)
            status=$?
            \(Modes.record("stopped"))
            echo "the shell again, $status"
            read go
            fg
            \(Modes.record("after"))
            echo the end
            """
        }

        private func stop(_ terminal: Terminal) async throws {
            try await terminal.press("C-z")
            try await terminal.shows("the shell again")
            #expect(try await Modes.areAShells(terminal))
            #expect(
                terminal.stage.contents("stopped") == terminal.stage.contents("before")
            )
        }

        private func end(_ terminal: Terminal) async throws {
            try await terminal.shows("the end")
            #expect(try await Modes.areAShells(terminal))
            #expect(
                terminal.stage.contents("after") == terminal.stage.contents("before")
            )
        }

        @Test("`play` restores the terminal when stopped and redraws when resumed") func play()
            async throws
        {
            try await Stage.run { stage in
                let terminal = try await Terminal(stage, script("play"))
                try await terminal.shows("1 watching")
                #expect(try await terminal.variable("alternate_on") == "1")
                #expect(try await terminal.variable("mouse_sgr_flag") == "1")
                #expect(try await terminal.variable("cursor_flag") == "0")
                try await stop(terminal)
                try await terminal.press("Enter")
                try await terminal.shows("1 watching")
                try await terminal.press("r")
                try await terminal.shows("roll 1 · total")
                try await terminal.press("q")
                try await end(terminal)
            }
        }

        /// The script's `fg` returns when its job stops again.
        @Test("`play` can be stopped a second time") func playASecondTime() async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(stage, script("play"))
                try await terminal.shows("1 watching")
                try await stop(terminal)
                try await terminal.press("Enter")
                try await terminal.shows("1 watching")
                try await terminal.press("C-z")
                try await end(terminal)
            }
        }

        /// A contribution is withdrawn before the stop, also over ssh, and renewed after it.
        @Test(
            "a stopped player's contribution is withdrawn, and rolls do not wait",
            arguments: [
                "play t --as bo", "contribute t --as bo", "-H there contribute t --as bo",
            ]
        )
        func whoIsStoppedIsNotWaitedFor(_ command: String) async throws {
            try await Stage.run { stage in
                try await stage.dicectl(
                    "table",
                    "new",
                    "t",
                    "2d6",
                    "--players",
                    "ann,bo"
                )
                // As sshd runs it in the shell of the other machine.
                let ssh = """
                    export DICECTL_SSH="$HOME/ssh" PATH="${dicectl%/*}:$PATH"
                    printf '%s\\n' '#!/bin/sh' 'while [ "$1" != -- ]; do shift; done' 'shift 2' 'exec $*' > "$HOME/ssh"
                    chmod 700 "$HOME/ssh"

                    """
                let terminal = try await Terminal(stage, ssh + script(command))
                func contributors(are names: [String]) async throws {
                    try await Patience.wait(for: "\(names)") {
                        try await stage.dicectl("table", "show", "t", "--json").output
                    } until: {
                        $0.contains("contributors") == !names.isEmpty
                            && names.allSatisfy($0.contains)
                    }
                }
                try await contributors(are: ["bo"])
                try await stop(terminal)
                try await contributors(are: [])
                let roll = try await stage.dicectl(
                    "roll",
                    "-t",
                    "t",
                    "--as",
                    "ann",
                    "--motion",
                    "none"
                ).output
                #expect(roll.hasPrefix("t turn 1 roll 1 ann: "))
                try await terminal.press("Enter")
                try await contributors(are: ["bo"])
                try await terminal.press("C-c")
                try await end(terminal)
            }
        }

        @Test("`watch` restores the terminal when stopped and redraws when resumed") func watch()
            async throws
        {
            try await Stage.run { stage in
                let terminal = try await Terminal(stage, script("watch"))
                try await terminal.shows("turn 1, roll 0")
                #expect(try await terminal.variable("cursor_flag") == "0")
                try await stop(terminal)
                try await stage.dicectl("roll", "--no-animation", "--as", "bo")
                try await terminal.press("Enter")
                try await terminal.shows("turn 1, roll 1")
                #expect(try await terminal.variable("cursor_flag") == "0")
                try await terminal.press("C-c")
                try await end(terminal)
            }
        }

        /// SIGSTOP cannot be handled, and the shell changes nothing.
        @Test("a client continues after SIGSTOP", arguments: ["play", "play --plain", "watch"])
        func stoppedUnannounced(_ command: String) async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(
                    stage,
                    script("").replacing(
                        "\"$dicectl\"",
                        with: "sh -c 'echo $$ > $HOME/pid; exec $dicectl \(command)'"
                    )
                )
                try await terminal.shows(command == "play" ? "1 watching" : "efault")
                let pid = try #require(
                    Int32(
                        stage.contents("pid").trimmingCharacters(
                            in: .whitespacesAndNewlines
                        )
                    )
                )
                kill(pid, SIGSTOP)
                try await Patience.wait(for: "stop", { stage.contents("stopped") }) {
                    $0.hasSuffix("\n")
                }
                try await terminal.press("Enter")
                try await stage.dicectl("roll", "--no-animation", "--as", "bo")
                try await terminal.shows("bo rolled")
                try await terminal.press(command == "watch" ? "C-c" : "q")
                try await end(terminal)
            }
        }

        @Test("`roll` restores the cursor when stopped and continues when resumed") func roll()
            async throws
        {
            try await Stage.run(slowness: 1_000) { stage in
                let terminal = try await Terminal(stage, script("roll"))
                try await terminal.hidesTheCursor()
                try await stop(terminal)
                try await terminal.press("Enter")
                try await terminal.hidesTheCursor()
                try await stage.dicectl("cancel")
                try await terminal.shows("· total ")
                try await end(terminal)
            }
        }

        /// Nothing is drawn, and no mode changed, before the process is in the foreground.
        @Test("`play` changes nothing on the terminal while in the background")
        func startedInTheBackground() async throws {
            try await Stage.run { stage in
                let terminal = try await Terminal(
                    stage,
                    """
                    set -m
                    \(Modes.record("before"))
                    "$dicectl" play &
                    until jobs > "$HOME/jobs"; grep -q Stopped "$HOME/jobs"; do sleep 0.05; done
                    \(Modes.record("stopped"))
                    echo the shell again
                    read go
                    fg
                    \(Modes.record("after"))
                    echo the end
                    """
                )
                try await terminal.shows("the shell again")
                #expect(try await Modes.areAShells(terminal))
                #expect(stage.contents("stopped") == stage.contents("before"))
                try await terminal.press("Enter")
                try await terminal.shows("1 watching")
                try await terminal.press("q")
                try await end(terminal)
            }
        }
    }
}
