internal import ArgumentParser

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Measures; the default.")

    enum Length: EnumerableFlag {
        case quick, full

        static func help(for length: Length) -> ArgumentHelp? {
            switch length {
            case .quick: "A smoke run of about a minute: few samples, much noise."
            case .full: "Take all samples, however long that lasts."
            }
        }
    }

    @Argument(help: "The rows to measure; by default all of them.")
    var rows: [RowName] = []

    @Flag(exclusivity: .exclusive)
    var length: Length?

    @Flag(help: "Print JSON lines: an object for each line of the table. Durations in nanoseconds, sizes in bytes.")
    var json = false

    @Flag(help: "Exit with 1 when a bar is missed.")
    var strict = false

    func run() throws {
        let display = Display()
        let cleanup = try Cleanup(display)
        defer { cleanup.run() }
        var bench = try Bench(folder: cleanup.folder, display: display)
        let names = rows.isEmpty ? RowName.allCases : rows
        let start = monotonicNow()
        if !json { try display.print(Table.head) }
        var isShort = false
        for (index, name) in names.enumerated() {
            bench.rowEnd = end(of: index, among: names, start: start)
            display.begin(name.rawValue, number: index + 1, of: names.count)
            let lines = try name.row.measure(bench)
            try display.print(try lines.map { json ? try $0.json() : Table.text($0) }.joined())
            isShort = isShort || lines.contains { $0.verdict == .short }
        }
        if strict, isShort { throw ExitCode.failure }
    }

    /// What the rows before have left of the time goes to the rest by their shares.
    private func end(of index: Int, among names: [RowName], start: UInt64) -> UInt64 {
        guard length != .full else { return .max }
        func seconds(_ names: some Sequence<RowName>) -> Double {
            names.reduce(0) { $0 + $1.seconds } * (length == .quick ? 0.25 : 1)
        }
        let now = monotonicNow()
        let left = max(0, seconds(names) - Double(now - start) / 1e9)
        return now + UInt64(left * names[index].seconds / names[index...].reduce(0) { $0 + $1.seconds } * 1e9)
    }
}
