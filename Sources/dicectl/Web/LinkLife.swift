internal import ArgumentParser
internal import DiceWire

/// How long a link lasts, as people write it: `90s`, `30m`, `2h`, `7d`.
enum LinkLife {
    private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]

    /// Throws `ValidationError` for anything else, and where it is less than a minute or more than a year.
    static func seconds(_ text: String) throws -> Int {
        let digits = text.dropLast()
        guard let unit = text.last.flatMap({ units[$0] }), (1...8).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int(digits), LinkParams.lives.contains(count * unit)
        else { throw ValidationError("\"\(text)\" is no time from a minute to a year; write 30m, 2h or 7d") }
        return count * unit
    }
}
