internal import Glibc

/// Numbers that are not whole, as people read them.
enum Digits {
    /// The first six digits: `12.2446`, `3.5`, `1.53e-76`.
    static func six(_ value: Double) -> String { text(value, "%.6g") }

    /// A probability: `23.15`, `0.0046`, `1.5e-76`.
    static func percent(_ probability: Double) -> String {
        let percent = probability * 100
        if percent == 0 || percent >= 0.01 { return text(percent, "%.2f") }
        return text(percent, percent >= 0.0001 ? "%.4f" : "%.1e")
    }

    private static func text(_ value: Double, _ format: String) -> String {
        var buffer = [CChar](repeating: 0, count: 400)
        let length = withVaList([value]) { vsnprintf(&buffer, buffer.count, format, $0) }
        return String(decoding: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
