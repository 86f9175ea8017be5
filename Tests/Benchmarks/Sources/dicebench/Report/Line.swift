/// A median and 99th percentile, or a single number.
struct Figures: Codable, Sendable {
    var median: Double
    var p99: Double?
}

enum Verdict: String, Codable, Sendable {
    case pass, short
    /// The peer is not installed.
    case noPeer = "no peer"
    /// Reported without a bar.
    case none = ""
}

/// One line of the report: one measure and one bar.
struct Line: Codable, Sendable {
    var row: String
    var work: String
    var unit: Unit
    /// The number of measurements behind `ours`.
    var samples: Int?
    var ours: Figures
    var peer: String?
    var theirs: Figures?
    var ratio: Double?
    var bar: String?
    var verdict: Verdict
    var note: String?
}

extension Line {
    /// The figure that is compared with the bar.
    enum Percentile: String {
        case p50, p99

        func of(_ figures: Figures) -> Double {
            self == .p50 ? figures.median : figures.p99 ?? figures.median
        }
    }

    /// Compares our figures with a peer's; `theirs` is `nil` if the peer is missing, `atMost` if
    /// there is no bar.
    static func against(
        _ peer: String,
        row: String,
        work: String,
        unit: Unit = .nanoseconds,
        samples: Int,
        ours: Figures,
        theirs: Figures?,
        _ percentile: Percentile = .p50,
        atMost: Double?,
        note: String? = nil
    ) -> Line {
        let ratio = theirs.map { percentile.of(ours) / percentile.of($0) }
        let verdict: Verdict =
            if let atMost {
                ratio.map { $0 <= atMost ? .pass : .short } ?? .noPeer
            } else {
                .none
            }
        return Line(
            row: row,
            work: work,
            unit: unit,
            samples: samples,
            ours: ours,
            peer: peer,
            theirs: theirs,
            ratio: ratio,
            bar: atMost.map { "\(percentile.rawValue) ≤ \(Unit.ratio.text($0)) ×" },
            verdict: verdict,
            note: note
        )
    }

    /// Compares our rate per second, the median of turns, with a peer's; `theirs` is `nil` if the
    /// peer is missing, `atLeast` if there is no bar.
    static func rate(
        _ peer: String,
        row: String,
        work: String,
        ours: [Double],
        theirs: [Double]?,
        atLeast: Double?,
        note: String? = nil
    ) -> Line {
        func figures(_ turns: [Double]) -> Figures {
            Figures(median: turns.sorted()[turns.count / 2])
        }
        let rate = figures(ours)
        let peerRate = theirs.map(figures)
        let ratio = peerRate.map { rate.median / $0.median }
        let verdict: Verdict =
            if let atLeast {
                ratio.map { $0 >= atLeast ? .pass : .short } ?? .noPeer
            } else {
                .none
            }
        return Line(
            row: row,
            work: work,
            unit: .perSecond,
            samples: ours.count,
            ours: rate,
            peer: peer,
            theirs: peerRate,
            ratio: ratio,
            bar: atLeast.map { "≥ \(Unit.ratio.text($0)) ×" },
            verdict: verdict,
            note: note
        )
    }

    /// Compares our `value` with a fixed limit.
    static func absolute(
        row: String,
        work: String,
        unit: Unit,
        samples: Int? = nil,
        ours: Figures,
        value: Double? = nil,
        atMost: Double?,
        note: String? = nil
    ) -> Line {
        let value = value ?? ours.median
        return Line(
            row: row,
            work: work,
            unit: unit,
            samples: samples,
            ours: ours,
            bar: atMost.map { "≤ \(unit.text($0))" },
            verdict: atMost.map { value <= $0 ? .pass : .short } ?? .none,
            note: note
        )
    }
}
