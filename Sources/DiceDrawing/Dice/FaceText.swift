package import DiceModel
import DiceNotation
import Glibc

/// The statistics of the dice of one size, as lines: a heading, the counts of the faces, and the
/// result of the fairness test.
package struct FaceText: Hashable {
    var columns: Int
    /// The character that bars are made of; `nil` for no bars.
    var bar: Character?

    /// Dice with more sides are shown in ranges of faces.
    private static let maxLines = 20
    private static let widestBar = 60

    package init(columns: Int, bar: Character?) {
        self.columns = columns
        self.bar = bar
    }

    package func lines(_ faces: [FaceCounts]) -> [String] {
        let parts = faces.map {
            [Self.heading($0)] + counts($0) + [Self.verdict($0)] + Self.fairness($0)
        }
        return Array(parts.joined(separator: [""]))
    }

    /// `d6 ann: 120 rolled, mean 3.42 (3.5 expected; higher than 30 of 100)`
    static func heading(_ faces: FaceCounts) -> String {
        let by =
            (faces.entered == true ? ", real dice" : "")
            + (faces.by.map { " " + Printable.text($0) } ?? "")
        let fair = fair(faces)
        let mean = Measure.decimal(mean(faces), places: 2)
        let expected = Measure.decimal(fair.mean, places: 1)
        return
            "\(name(faces))\(by): \(faces.rolls) rolled, mean \(mean) "
            + "(\(expected) expected; higher than \(luck(faces, fair)) of 100)"
    }

    /// `d6`, `dF`
    private static func name(_ faces: FaceCounts) -> String {
        guard let die = fateDie(faces) else { return "d\(faces.sides)" }
        return die == .thirds ? "dF" : "dF.1"
    }

    private static func fateDie(_ faces: FaceCounts) -> FateDie? {
        guard faces.fate == true else { return nil }
        return [.thirds, .sixths].first { $0.sides == faces.sides }
    }

    /// Returns the mean of the values; the value of a Fate die is not the number of its face.
    private static func mean(_ faces: FaceCounts) -> Double {
        guard let die = fateDie(faces) else { return faces.mean }
        let sum = zip(1..., faces.counts).reduce(0) { $0 + die.value(ofFace: $1.0) * $1.1 }
        return Double(sum) / Double(max(faces.rolls, 1))
    }

    /// Returns the mean and the variance of the values of a fair die.
    private static func fair(_ faces: FaceCounts) -> (mean: Double, variance: Double) {
        let sides = Double(faces.sides)
        guard let die = fateDie(faces) else {
            return (mean: (sides + 1) / 2, variance: (sides * sides - 1) / 12)
        }
        return (mean: 0, variance: die == .thirds ? 2.0 / 3 : 1.0 / 3)
    }

    /// Returns how many of 100 players who roll equally many fair dice have a lower mean.
    private static func luck(
        _ faces: FaceCounts,
        _ fair: (mean: Double, variance: Double)
    ) -> Int {
        let deviation = (fair.variance / Double(max(faces.rolls, 1))).squareRoot()
        return min(
            99,
            Int(50 * erfc((fair.mean - mean(faces)) / deviation / 2.squareRoot()))
        )
    }

    /// Returns what the rolls tell about the fairness of real dice.
    static func fairness(_ faces: FaceCounts) -> [String] {
        guard faces.entered == true else { return [] }
        let telling = ChiSquareTest.sufficientRolls(sides: faces.sides)
        let finding =
            if faces.p < 0.05 {
                "may not be fair"
            } else {
                faces.rolls < telling ? "may be fair" : "look fair"
            }
        return [
            "these real dice \(finding); detecting a face rolled 1.5 times as often as it should takes \(telling) rolls"
        ]
    }

    /// `chi-square 3.2 with 5 degrees of freedom, p = 0.67: nothing unusual`
    static func verdict(_ faces: FaceCounts) -> String {
        let missing = ChiSquareTest.minRolls(sides: faces.sides) - faces.rolls
        guard missing <= 0 else {
            return
                "too few rolls to tell; \(missing) more needed"
        }
        let degrees = faces.degrees == 1 ? "1 degree" : "\(faces.degrees) degrees"
        let head =
            "chi-square \(Measure.decimal(faces.chiSquare, places: 1)) with \(degrees) of freedom, p"
        if faces.p >= 0.05 {
            return "\(head) = \(Measure.decimal(faces.p, places: 2)): nothing unusual"
        }
        guard faces.p >= 0.001 else {
            return
                "\(head) < 0.001: very unusual; fair dice are this uneven less than once in 1000 times"
        }
        return
            "\(head) = \(Measure.decimal(faces.p, places: 3)): unusual; fair dice are this uneven about once in "
            + "\(Measure.decimal(1 / faces.p, places: 0)) times"
    }

    /// Returns a line with a count, a percentage and a bar for each face or range of faces. With
    /// fewer rolls than sides, faces that were not rolled tell nothing and have no line.
    private func counts(_ faces: FaceCounts) -> [String] {
        let isSparse = faces.rolls < faces.sides
        let ranges = Self.ranges(faces).filter { !isSparse || $0.count > 0 }
        let maximum = max(ranges.map(\.count).max() ?? 1, 1)
        let labels = Self.right(ranges.map(\.label))
        let counts = Self.right(ranges.map { String($0.count) })
        let shares = Self.right(
            ranges.map {
                Measure.decimal(
                    100 * Double($0.count) / Double(max(faces.rolls, 1)),
                    places: 1
                )
                    + "%"
            }
        )
        return ranges.indices.map { index in
            let line = "  \(labels[index])  \(counts[index])  \(shares[index])"
            guard let bar else { return line }
            let room = min(columns - line.count - 2, Self.widestBar)
            guard room > 0, ranges[index].count > 0 else { return line }
            let length = Double(room) * Double(ranges[index].count) / Double(maximum)
            return line + "  "
                + String(repeating: bar, count: max(Int(length.rounded()), 1))
        }
    }

    private static func ranges(_ faces: FaceCounts) -> [(label: String, count: Int)] {
        guard let die = fateDie(faces) else { return ranges(faces.counts) }
        return [-1, 0, 1].map { value in
            let counts = zip(1..., faces.counts).filter { die.value(ofFace: $0.0) == value }
            return (label: ["-", "0", "+"][value + 1], count: counts.reduce(0) { $0 + $1.1 })
        }
    }

    /// Groups many faces into ranges of equal width; the last may be narrower.
    static func ranges(_ counts: [Int]) -> [(label: String, count: Int)] {
        let minimum = (counts.count + maxLines - 1) / maxLines
        let width =
            (minimum...minimum * 2).first { counts.count.isMultiple(of: $0) } ?? minimum
        return stride(from: 0, to: counts.count, by: width).map { start in
            let end = min(start + width, counts.count)
            let label = end == start + 1 ? "\(end)" : "\(start + 1)-\(end)"
            return (label, counts[start..<end].reduce(0, +))
        }
    }

    private static func right(_ words: [String]) -> [String] {
        let width = words.map(\.count).max() ?? 0
        return words.map { $0.padded(to: width) }
    }
}
