/// Formats durations, numbers and sizes for people.
package enum Measure {
    /// `34 s`, `5 min`, `2 h 5 min`, `3 days 4 h`: whole numbers, rounded down.
    package static func duration(seconds: Int) -> String {
        let minutes = seconds / 60
        let hours = seconds / 3_600
        let days = seconds / 86_400
        if minutes == 0 {
            return "\(seconds) s"
        }
        if hours == 0 {
            return "\(minutes) min"
        }
        let (large, rest, unit) =
            days == 0
            ? ("\(hours) h", minutes % 60, "min")
            : (days == 1 ? "1 day" : "\(days) days", hours % 24, "h")
        return rest == 0 ? large : "\(large) \(rest) \(unit)"
    }

    /// `3.50`: rounded to the nearest number with this many decimals.
    static func decimal(_ number: Double, places: Int) -> String {
        let unit = (0..<places).reduce(1) { unit, _ in unit * 10 }
        let scaled = (number * Double(unit)).rounded()
        guard places > 0, let whole = Int(exactly: scaled) else {
            return Int(exactly: scaled).map(String.init) ?? "\(number)"
        }
        let digits = String(whole.magnitude % unit.magnitude).padded(
            to: places,
            with: "0"
        )
        return "\(whole < 0 ? "-" : "")\(whole.magnitude / unit.magnitude).\(digits)"
    }

    /// `512 bytes`, `48 KiB`, `3.4 MiB`: one decimal below ten, rounded to the nearest.
    package static func size(bytes: Int) -> String {
        if bytes < 1_024 {
            return bytes == 1 ? "1 byte" : "\(bytes) bytes"
        }
        var unit = 0
        var amount = Double(bytes) / 1_024
        let units = ["KiB", "MiB", "GiB", "TiB"]
        while amount >= 1_023.5, unit + 1 < units.count {
            unit = unit + 1
            amount = amount / 1_024
        }
        let tenths = (amount * 10).rounded()
        guard tenths < 100, Int(tenths) % 10 != 0 else {
            return "\(Int(amount.rounded())) \(units[unit])"
        }
        return "\(Int(tenths) / 10).\(Int(tenths) % 10) \(units[unit])"
    }
}

/// Rows of words set in aligned columns.
package enum Columns {
    package static func lines(_ rows: [[String]]) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? DisplayWidth.of($0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.dropLast().enumerated().map { column, word in
                word
                    + String(
                        repeating: " ",
                        count: widths[column] - DisplayWidth.of(word) + 2
                    )
            }.joined() + (row.last ?? "")
        }
    }
}
