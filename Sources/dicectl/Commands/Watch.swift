internal import ArgumentParser
internal import Glibc

struct Watch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Shows a table and what happens there, until Ctrl-C.",
        discussion: """
            On a terminal the dice are drawn in place. Elsewhere there is a line for the state and one for each event; \
            with --json the table's snapshot, then each of the daemon's notifications as it came.

            When the daemon goes away, watch waits for it to come back and shows the new state. It does not start one \
            again. It ends with status 1 when the table is deleted.
            """)

    @OptionGroup var common: CommonOptions

    func run() throws {
        let client = try common.connect()
        // A daemon that this process has started leaves no zombie when it ends before the watch does.
        signal(SIGCHLD, SIG_IGN)
        let display: any WatchDisplay =
            if common.json {
                JSONWatch()
            } else if common.traits.canDraw {
                DrawnWatch(LiveView(traits: common.traits, environment: common.environment))
            } else {
                PlainWatch()
            }
        var watcher = Watcher(common, table: try common.table(), display: display)
        try watcher.run(client)
    }
}
