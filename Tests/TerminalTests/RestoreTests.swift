import ProgramTestSupport
import Testing

extension InTmux {
    @Suite("restore in tmux")
    struct RestoreTests {
        @Test("`restore` asks first and a no changes nothing") func itAsksAndANoChangesNothing()
            async throws
        {
            try await Stage.run { stage in
                // A separate folder of tables, without a running daemon.
                let script = """
                    "$dicectl" backup "$HOME/copy.sqlite"
                    export DICED_SOCKET="$HOME/other/diced.sock" DICED_STATE_DIR="$HOME/other/state"
                    "$dicectl" restore "$HOME/copy.sqlite"
                    echo "status $?"
                    [ -e "$DICED_STATE_DIR" ] || echo "no folder"
                    """
                let terminal = try await Terminal(stage, script)
                try await terminal.shows("[y/N]")
                try await terminal.press("n", "Enter")
                try await terminal.shows("nothing was changed")
                try await terminal.shows("status 1")
                try await terminal.shows("no folder")
            }
        }
    }
}
