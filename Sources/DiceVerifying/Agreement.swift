/// Compares a number in an entry with the recomputed number.
///
/// Before the third edition, totals were floating-point numbers written with all of their digits.
/// Such a total may differ by a millionth.
struct Agreement {
    let isExact: Bool

    func holds(_ told: Double?, _ found: Double?) -> Bool {
        guard let told, let found else { return told == nil && found == nil }
        return told == found
            || !isExact && abs(told - found) <= 1e-6 * max(1, abs(told), abs(found))
    }

    func holds(_ told: [Double]?, _ found: [Double]?) -> Bool {
        guard let told, let found else { return told == nil && found == nil }
        return told.count == found.count
            && zip(told, found).allSatisfy { holds($0, $1) }
    }

    /// Compares texts. Each number in them has the same tolerance.
    func holds(_ told: String?, _ found: String?) -> Bool {
        if told == found || isExact {
            return told == found
        }
        guard let told, let found else { return false }
        let parts = Self.parts(told)
        let others = Self.parts(found)
        return parts.count == others.count
            && zip(parts, others).allSatisfy { $0 == $1 || areNear($0, $1) }
    }

    private func areNear(_ told: Substring, _ found: Substring) -> Bool {
        guard let told = Double(told), let found = Double(found) else { return false }
        return holds(told, found)
    }

    /// Splits a text into numbers without their signs, and the text between them.
    private static func parts(_ text: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = text[...]
        while let first = rest.unicodeScalars.first {
            let isNumber = isDigit(first)
            var before = first
            let end = rest.unicodeScalars.firstIndex { scalar in
                defer {
                    before = scalar
                }
                // For example 0.25 and 1e-07.
                let goesOn =
                    isDigit(scalar) || scalar == "." || scalar == "e"
                    || before == "e" && scalar == "-"
                return isNumber ? !goesOn : isDigit(scalar)
            }
            parts.append(rest[..<(end ?? rest.endIndex)])
            rest = rest[(end ?? rest.endIndex)...]
        }
        return parts
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }
}
