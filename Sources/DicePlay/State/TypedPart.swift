/// A part of a typed line, found without regard to blanks.
struct TypedPart {
    private let part: [UInt8]
    /// The positions in the line of the part's bytes without blanks.
    private let positions: ArraySlice<Int>

    /// Finds a part that begins where a word begins; `nil` if the line does not have it.
    init?(_ text: String, in line: String) {
        part = Array(text.utf8)
        let wanted = part.filter { !Self.isBlank($0) }
        let bytes = Array(line.utf8)
        let all = bytes.indices.filter { !Self.isBlank(bytes[$0]) }
        let starts = all.indices.filter { index in
            let before = all[index] > 0 ? bytes[all[index] - 1] : nil
            return before.map { Self.isBlank($0) || $0 == UInt8(ascii: ";") } ?? true
        }
        let first = starts.first { start in
            all[start...].prefix(wanted.count).map { bytes[$0] } == wanted
        }
        guard let first, !wanted.isEmpty else { return nil }
        positions = all[first..<first + wanted.count]
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 32 || byte == 9
    }

    /// Returns a range of the part as a range of the line, in UTF-8 bytes.
    func place(of range: Range<Int>) -> Range<Int> {
        let start = position(of: range.lowerBound)
        return start..<max(start, range.isEmpty ? start : position(of: range.upperBound - 1) + 1)
    }

    private func position(of byte: Int) -> Int {
        let count = part.prefix(byte).count { !Self.isBlank($0) }
        let end = (positions.last ?? 0) + 1
        return positions.dropFirst(count).first ?? end
    }
}
