import DiceModel
import DiceWire
import Testing

@testable import dicectl

@Suite("metrics for Prometheus")
struct MetricsTextTests {
    private func lines(_ change: (inout MetricsResult) -> Void = { _ in }) -> [String] {
        var metrics = MetricsResult(
            rolls: 3,
            throwCount: 2,
            turns: 1,
            refusals: [],
            clients: 4,
            watchers: 5,
            writes: DurationCounts(
                bounds: [250, 1_000_000],
                counts: [7, 2, 1],
                sum: 3_000_500
            )
        )
        change(&metrics)
        return MetricsText.lines(metrics)
    }

    @Test(
        "each metric has help, type and samples, and histogram buckets are cumulative"
    )
    func text() {
        let lines = lines()
        #expect(
            lines.prefix(3).dropFirst() == [
                "# TYPE diced_rolls_total counter", "diced_rolls_total 3",
            ]
        )
        #expect(lines.contains("diced_throws_total 2"))
        #expect(lines.contains("diced_turns_total 1"))
        #expect(lines.contains("# TYPE diced_clients gauge"))
        #expect(lines.contains("diced_watchers 5"))
        let histogram = [
            "# TYPE diced_write_seconds histogram",
            #"diced_write_seconds_bucket{le="0.00025"} 7"#,
            #"diced_write_seconds_bucket{le="1"} 9"#,
            #"diced_write_seconds_bucket{le="+Inf"} 10"#,
            "diced_write_seconds_sum 3.0005", "diced_write_seconds_count 10",
        ]
        #expect(lines.suffix(6) == histogram[...])
        let names = lines.filter { $0.hasPrefix("# HELP ") }.map {
            $0.split(separator: " ")[2]
        }
        #expect(Set(names).count == names.count)
        #expect(
            lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
                == names
        )
    }

    @Test(
        "unknown metrics are omitted, and words of a newer daemon cannot break a line"
    )
    func parts() {
        let names = ["refusals_total", "store_bytes", "backup_age_seconds"]
        #expect(!lines().contains { line in names.contains { line.contains($0) } })
        let all = lines { metrics in
            metrics.refusals = [
                .init(reason: "busy", count: 1), .init(reason: "a\"b\\c\nd", count: 2),
            ]
            metrics.storeBytes = 4_096
            metrics.backupAge = 0
        }
        #expect(all.contains(#"diced_refusals_total{code="busy"} 1"#))
        #expect(all.contains(#"diced_refusals_total{code="a\"b\\c\nd"} 2"#))
        #expect(all.contains("diced_store_bytes 4096"))
        #expect(all.contains("diced_backup_age_seconds 0"))
    }
}
