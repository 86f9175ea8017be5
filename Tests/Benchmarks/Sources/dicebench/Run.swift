import ArgumentParser

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures; the default.")

    @OptionGroup var measuring: Measuring

    @Flag(exclusivity: .exclusive)
    var length: Measuring.Length?

    @Flag(
        help:
            "Print JSON lines: an object for each line of the table. Durations in nanoseconds, sizes in bytes."
    )
    var json = false

    @Flag(help: "Exit with 1 when a bar is missed.")
    var strict = false

    func run() throws {
        var isShort = false
        try measuring.measure(length) { display in
            if !json {
                try display.print(Table.head)
            }
        } tell: { display, lines in
            try display.print(
                try lines.map { json ? try $0.json() : Table.text($0) }.joined()
            )
            isShort = isShort || lines.contains { $0.verdict == .short }
        }
        if strict, isShort {
            throw ExitCode.failure
        }
    }
}
