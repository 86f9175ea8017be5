import Glibc

/// The unit of a number, and its format.
enum Unit: String, Codable, Sendable {
    case nanoseconds, perSecond, bytes, ratio, count

    func text(_ value: Double) -> String {
        switch self {
        case .nanoseconds: Self.scaled(value, 1_000, ["ns", "µs", "ms", "s"])
        case .perSecond: Self.scaled(value, 1_000, ["/s", "k/s", "M/s"])
        case .bytes: Self.scaled(value, 1_000, ["B", "kB", "MB", "GB"])
        case .ratio: Self.rounded(value, value < 10 ? 2 : 1)
        case .count: Self.rounded(value, 0)
        }
    }

    private static func scaled(_ value: Double, _ step: Double, _ names: [String])
        -> String
    {
        var value = value
        var names = names[...]
        while abs(value) >= step, names.count > 1 {
            value /= step
            names = names.dropFirst()
        }
        let digits =
            switch abs(value) {
            case ..<10: 2
            case ..<100: 1
            default: 0
            }
        return "\(rounded(value, digits)) \(names.first ?? "")"
    }

    private static func rounded(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return "∞" }
        let scale = pow(10, Double(digits))
        let whole = Int((abs(value) * scale).rounded())
        let sign = value < 0 && whole > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(whole) }
        let text = String(whole)
        let padded =
            String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
        return sign + padded.dropLast(digits) + "." + padded.suffix(digits)
    }
}
