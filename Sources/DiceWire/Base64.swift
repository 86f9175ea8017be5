/// Bytes as text (RFC 4648, section 4), with padding.
public enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )
    private static let padding = UInt8(ascii: "=")
    /// The value of each character, by its byte; 64 for an invalid one.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 64, count: 256)
        for (value, letter) in letters.enumerated() {
            values[Int(letter)] = UInt8(value)
        }
        return values
    }()

    public static func text(of bytes: [UInt8]) -> String {
        let letters = letters
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index + 2 < bytes.count {
            let group =
                Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8
                | Int(bytes[index + 2])
            text.append(letters[group >> 18])
            text.append(letters[group >> 12 & 63])
            text.append(letters[group >> 6 & 63])
            text.append(letters[group & 63])
            index += 3
        }
        let rest = bytes.count - index
        if rest > 0 {
            let group =
                Int(bytes[index]) << 16 | (rest == 2 ? Int(bytes[index + 1]) << 8 : 0)
            text.append(letters[group >> 18])
            text.append(letters[group >> 12 & 63])
            text.append(rest == 2 ? letters[group >> 6 & 63] : padding)
            text.append(padding)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text. Returns `nil` for anything that `text` does not produce.
    public static func bytes(of text: String) -> [UInt8]? {
        let values = values
        let letters = Array(text.utf8)
        let count = letters.count { $0 == padding }
        guard letters.count % 4 == 0, count <= 2,
            letters.suffix(count).allSatisfy({ $0 == padding })
        else {
            return nil
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        var group = 0
        var bits = 0
        for letter in letters.dropLast(count) {
            let value = values[Int(letter)]
            guard value < 64 else { return nil }
            group = group << 6 | Int(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(group >> bits))
                group &= (1 << bits) - 1
            }
        }
        // The unused bits of the last character must be 0.
        return group == 0 ? bytes : nil
    }
}
