import DiceModel
import DiceWire

/// Metrics in the text format of Prometheus.
enum MetricsText {
    /// Returns the lines. A metric that the daemon does not know is omitted.
    static func lines(_ metrics: MetricsResult) -> [String] {
        var lines: [String] = []
        func add(_ name: String, _ type: String, _ help: String, _ samples: [String]) {
            guard !samples.isEmpty else { return }
            lines += ["# HELP diced_\(name) \(help)", "# TYPE diced_\(name) \(type)"]
            lines += samples.map { "diced_\(name)\($0)" }
        }
        func counter(_ name: String, _ help: String, _ value: Int) {
            add(name, "counter", "\(help) since the daemon started.", [" \(value)"])
        }
        func gauge(_ name: String, _ help: String, _ value: Int?) {
            add(name, "gauge", help, value.map { [" \($0)"] } ?? [])
        }
        counter("rolls_total", "Rolls, void ones included,", metrics.rolls)
        counter("throws_total", "Throws, secret ones included,", metrics.throwCount)
        counter("turns_total", "Ended turns", metrics.turns)
        add(
            "refusals_total",
            "counter",
            "Refused requests by reason since the daemon started.",
            metrics.refusals.map { "{code=\"\(escaped($0.reason))\"} \($0.count)" }
        )
        gauge("clients", "Open connections.", metrics.clients)
        gauge(
            "watchers",
            "Watched tables, summed over the connections.",
            metrics.watchers
        )
        gauge("store_bytes", "Size of the store's files.", metrics.storeBytes)
        gauge(
            "backup_age_seconds",
            "Time since the newest copy that the daemon knows of.",
            metrics.backupAge
        )
        add(
            "write_seconds",
            "histogram",
            "Time until a change is stored, since the daemon started.",
            samples(of: metrics.writes)
        )
        return lines
    }

    private static func samples(of writes: DurationCounts) -> [String] {
        var sum = 0
        var samples: [String] = []
        for (bound, count) in zip(writes.bounds, writes.counts) {
            sum += count
            samples.append("_bucket{le=\"\(seconds(bound))\"} \(sum)")
        }
        samples.append("_bucket{le=\"+Inf\"} \(writes.total)")
        samples.append("_sum \(seconds(writes.sum))")
        samples.append("_count \(writes.total)")
        return samples
    }

    /// Converts microseconds to seconds: `0.0025`.
    static func seconds(_ microseconds: Int) -> String {
        let digits = String(microseconds % 1_000_000)
        var fraction = String(repeating: "0", count: 6 - digits.count) + digits
        while fraction.last == "0" {
            fraction.removeLast()
        }
        return "\(microseconds / 1_000_000)" + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// Escapes the value of a label, which may be any text from a newer daemon.
    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "\n",
            with: "\\n"
        )
    }
}
