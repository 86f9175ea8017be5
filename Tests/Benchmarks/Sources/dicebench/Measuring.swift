import ArgumentParser

/// The rows to measure, and the time for them.
struct Measuring: ParsableArguments {
    @Argument(help: "The rows to measure; by default all of them.")
    var rows: [RowName] = []

    enum Length: EnumerableFlag {
        case quick, full

        static func help(for length: Length) -> ArgumentHelp? {
            switch length {
            case .quick: "A quarter of the time: few samples, much noise."
            case .full: "Take all samples, however long that lasts."
            }
        }
    }

    /// Measures all rows `runs` times.
    ///
    /// - Parameter tell: Receives the lines of each row as soon as they are ready.
    func measure(
        _ length: Length?,
        runs: Int = 1,
        began: (Display) throws -> Void = { _ in },
        tell: (Display, [Line]) throws -> Void
    ) throws {
        let display = Display()
        let cleanup = try Cleanup(display)
        defer {
            cleanup.run()
        }
        var bench = try Bench(folder: cleanup.folder, display: display)
        let names = rows.isEmpty ? RowName.allCases : rows
        try began(display)
        for _ in 0..<runs {
            let start = monotonicNow()
            for (index, name) in names.enumerated() {
                bench.rowEnd = end(of: index, among: names, start: start, length)
                display.begin(name.rawValue, number: index + 1, of: names.count)
                try tell(display, try name.row.measure(bench))
            }
        }
    }

    /// The remaining time is divided among the remaining rows by their shares.
    private func end(
        of index: Int,
        among names: [RowName],
        start: UInt64,
        _ length: Length?
    )
        -> UInt64
    {
        guard length != .full else { return .max }
        func seconds(_ names: some Sequence<RowName>) -> Double {
            names.reduce(0) { $0 + $1.seconds } * (length == .quick ? 0.25 : 1)
        }
        let now = monotonicNow()
        let left = max(0, seconds(names) - Double(now - start) / 1e9)
        return now
            + UInt64(
                left * names[index].seconds
                    / names[index...].reduce(0) { $0 + $1.seconds } * 1e9
            )
    }
}
