import ArgumentParser
import DiceModel
import DiceWire
import Glibc

/// The validity period of a link in a person's notation: `90s`, `30m`, `2h`, `7d`.
enum LinkLife {
    private static let units: [Character: Int] = [
        "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800,
    ]

    /// Throws `ValidationError` for anything else, and for less than a minute or more than a year.
    static func seconds(_ text: String) throws -> Int {
        try seconds(
            text,
            in: LinkParams.lives,
            "from a minute to a year, such as 30m, 2h or 7d"
        )
    }

    /// Reads how long an overlay shows a throw, in the same notation as `seconds`.
    static func throwSeconds(_ text: String) throws -> Int {
        if text == "0" {
            return 0
        }
        return try seconds(
            text,
            in: LinkParams.throwTimes,
            "from a second to an hour, such as 8s or 1m, or 0 for none"
        )
    }

    private static func seconds(
        _ text: String,
        in range: ClosedRange<Int>,
        _ help: String
    ) throws
        -> Int
    {
        let digits = text.dropLast()
        guard let unit = text.last.flatMap({ units[$0] }),
            (1...8).contains(digits.utf8.count),
            digits.utf8.allSatisfy(\.isDigit), let count = Int(digits),
            range.contains(count * unit)
        else { throw ValidationError("\"\(text)\" is not a time \(help)") }
        return count * unit
    }
}
