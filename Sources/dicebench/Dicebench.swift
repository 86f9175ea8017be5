internal import ArgumentParser
internal import CLinux
internal import Glibc

/// Measures diced against what one would take instead, in turn, within one run.
@main
struct Dicebench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dicebench",
        abstract: "Measures diced against Redis, rolldice and a bare epoll server.",
        discussion: """
            Every figure is a ratio within one run on one machine: the peers are measured in turn, by the same client, \
            which has a processor of its own where there are two. Peers that are not installed are left out. \
            diced and dicectl are those beside dicebench.
            """,
        subcommands: [Run.self, BareServer.self, Flood.self], defaultSubcommand: Run.self)

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Measures; the default.")

        @Argument(help: "The rows to measure; by default all of them.")
        var rows: [RowName] = []

        @Flag(help: "Measure less of everything: about a minute, and more noise.")
        var quick = false

        @Flag(help: "Print JSON instead of a table.")
        var json = false

        @Flag(help: "Exit with 1 when a bar is missed.")
        var strict = false

        func run() throws {
            let cleanup = try Cleanup()
            defer { cleanup.run() }
            let bench = try Bench(sizes: quick ? .quick : .full, folder: cleanup.folder)
            let lines = try (rows.isEmpty ? RowName.allCases : rows).flatMap { name in
                Progress.say("\(name.rawValue) …")
                return try name.row.measure(bench)
            }
            let report = Report(isQuick: quick, processors: bench.processors, lines: lines)
            print(json ? try report.json() : report.text, terminator: "")
            if strict, lines.contains(where: { $0.verdict == .short }) { throw ExitCode.failure }
        }
    }
}

/// Words for whoever waits.
enum Progress {
    static func say(_ text: String) {
        let line = Array("dicebench: \(text)\n".utf8)
        _ = write(2, line, line.count)
    }
}
