import ArgumentParser
import FoundationEssentials

/// The ratios from several runs of one build, by measure.
struct Baseline {
    struct Range {
        var low: Double
        var high: Double

        /// Returns true if the ratio is within the range of the runs, extended by the width of that
        /// range and by at least a fifth.
        func holds(_ ratio: Double) -> Bool {
            let room = max(high - low, high / 5)
            return ratio >= low - room && ratio <= high + room
        }
    }

    var ratios: [String: Range] = [:]

    mutating func add(_ line: Line) {
        guard let ratio = line.ratio.map({ ($0 * 1_000).rounded() / 1_000 }) else {
            return
        }
        let range = ratios[line.name] ?? Range(low: ratio, high: ratio)
        ratios[line.name] = Range(
            low: min(range.low, ratio),
            high: max(range.high, ratio)
        )
    }

    /// The rows with ratios in the baseline.
    var rows: [RowName] {
        let names = ratios.keys.map { $0.replacing("-", with: " ") }
        return RowName.allCases.filter { row in
            names.contains {
                $0.hasPrefix(row.rawValue.replacing("-", with: " ") + ":")
            }
        }
    }

    init() {}

    init(file: String) throws {
        guard let bytes = FileManager.default.contents(atPath: file) else {
            throw Failure(
                "cannot read \(file); make it with: dicebench baseline \(file)"
            )
        }
        ratios = try JSONDecoder().decode([String: [Double]].self, from: bytes)
            .mapValues { Range(low: $0.min() ?? 0, high: $0.max() ?? 0) }
    }

    /// Writes a line for each ratio: `"measure, against peer": [lowest, highest]`.
    func write(to file: String) throws {
        let lines = ratios.sorted { $0.key < $1.key }.map {
            "  \"\($0)\": [\($1.low), \($1.high)]"
        }
        try Data("{\n\(lines.joined(separator: ",\n"))\n}\n".utf8).write(
            to: URL(filePath: file)
        )
    }
}

extension Line {
    /// The measure and its peer, as a name that is the same in every run.
    fileprivate var name: String {
        "\(row): \(work), against \(peer ?? "")"
            + (bar?.hasPrefix(Percentile.p99.rawValue) == true ? " (p99)" : "")
    }
}

struct WriteBaseline: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline",
        abstract: "Writes the ratios that several quick runs show, for check."
    )

    @Argument(help: "The file.") var file: String
    @Option(help: "How many runs.") var runs = 5
    @OptionGroup var measuring: Measuring

    func run() throws {
        var baseline = Baseline()
        try measuring.measure(.quick, runs: runs) { display, lines in
            for line in lines {
                baseline.add(line)
            }
        }
        try baseline.write(to: file)
    }
}

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Measures the baseline's rows quickly, names what is unlike it, and exits with 1 then."
    )

    @Argument(help: "The file that baseline has written.") var file: String
    @OptionGroup var measuring: Measuring

    func run() throws {
        let baseline = try Baseline(file: file)
        var measuring = measuring
        if measuring.rows.isEmpty {
            measuring.rows = baseline.rows
        }
        var compared = 0
        var outside = 0
        try measuring.measure(.quick) { display, lines in
            for line in lines {
                guard let ratio = line.ratio, let range = baseline.ratios[line.name]
                else {
                    continue
                }
                compared += 1
                if range.holds(ratio) {
                    continue
                }
                outside += 1
                let text = Unit.ratio.text
                try display.print(
                    "\(line.name): \(text(ratio)) ×; it was \(text(range.low)) to \(text(range.high)) ×\n"
                )
            }
        }
        print(
            "\(outside) of \(compared) ratios are outside; the baseline has \(baseline.ratios.count)"
        )
        if outside > 0 {
            throw ExitCode.failure
        }
    }
}
