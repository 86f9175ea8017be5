import ArgumentParser

/// Measures diced and its alternatives alternately within one run.
@main
struct Dicebench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dicebench",
        abstract: "Measures diced against Redis, rolldice and a bare epoll server.",
        discussion: """
            Every figure is a ratio within one run on one machine: the peers are measured in turn, by the same client, \
            which has a processor of its own where there are two. Peers that are not installed are left out. \
            diced and dicectl are those in the folder that DICED_PROGRAMS names, or else beside dicebench.

            All rows together take six minutes at most. Each has a share of them and takes samples until its share \
            is used up: a slow machine takes fewer samples, not more time; "samples" says how many it took. With \
            --quick they take a quarter of that, with --full as long as all samples need.

            Rows are printed on standard output as they come, progress on standard error. Interrupted, dicebench ends \
            what it has started and exits with 128 plus the number of the signal; the rows printed until then are \
            complete. A second signal ends it at once.
            """,
        subcommands: [
            Run.self, Check.self, WriteBaseline.self, BareServer.self, Flood.self,
        ],
        defaultSubcommand: Run.self
    )
}
