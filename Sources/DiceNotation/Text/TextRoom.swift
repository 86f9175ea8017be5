/// The maximum length of the text of a result.
public enum TextRoom: Sendable, Hashable {
    case unlimited
    /// A number of Unicode scalars, in throws of editions 3 and 4.
    case scalars(Int)
    /// A number of bytes of UTF-8.
    case bytes(Int)

    /// The limit for the text of new throws.
    public static let ofThrow = TextRoom.bytes(NotationLimits.text)

    var maximum: Int {
        switch self {
        case .unlimited: .max
        case .scalars(let count), .bytes(let count): count
        }
    }

    /// Returns the size of a text in the unit of this limit.
    func size(of text: String) -> Int {
        switch self {
        case .unlimited: 0
        case .scalars: text.unicodeScalars.count
        case .bytes: text.utf8.count
        }
    }

    /// Returns the limit reduced by a size.
    func without(_ size: Int) -> TextRoom {
        switch self {
        case .unlimited: self
        case .scalars(let count): .scalars(count - size)
        case .bytes(let count): .bytes(count - size)
        }
    }

    /// Returns a text followed by a colon, cut with `…` to leave room for `rest`.
    ///
    /// - Returns: the text, and the remaining room.
    public func head(_ text: String, leaving rest: Int) -> (
        text: String, room: TextRoom
    ) {
        let shown = without(rest).cut(text) + ": "
        return (shown, without(size(of: shown)))
    }

    /// Returns a text, cut with `…` if it does not fit.
    func cut(_ text: String) -> String {
        guard self != .unlimited, size(of: text) > maximum else { return text }
        let maximum = maximum - size(of: "…")
        var kept = String.UnicodeScalarView()
        var taken = 0
        for scalar in text.unicodeScalars {
            taken += size(of: String(scalar))
            guard taken <= maximum else { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }
}
