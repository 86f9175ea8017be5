/// How long the text of a result may be.
public enum TextRoom: Sendable, Hashable {
    case unlimited
    /// So many Unicode scalars, in throws of editions 3 and 4.
    case scalars(Int)
    /// So many bytes of UTF-8.
    case bytes(Int)

    /// What a throw's text has today.
    public static let ofThrow = TextRoom.bytes(NotationLimits.text)

    var most: Int {
        switch self {
        case .unlimited: .max
        case .scalars(let count), .bytes(let count): count
        }
    }

    /// How much of it a text takes.
    func size(of text: String) -> Int {
        switch self {
        case .unlimited: 0
        case .scalars: text.unicodeScalars.count
        case .bytes: text.utf8.count
        }
    }

    /// What is left of it.
    func without(_ size: Int) -> TextRoom {
        switch self {
        case .unlimited: self
        case .scalars(let count): .scalars(count - size)
        case .bytes(let count): .bytes(count - size)
        }
    }

    /// A text, and a colon behind it, with what leaves room for `rest`: cut with `…`.
    ///
    /// - Returns: the text, and the room behind it.
    public func head(_ text: String, leaving rest: Int) -> (
        text: String, room: TextRoom
    ) {
        let shown = without(rest).cut(text) + ": "
        return (shown, without(size(of: shown)))
    }

    /// A text, cut with `…` if it has no room.
    func cut(_ text: String) -> String {
        guard self != .unlimited, size(of: text) > most else { return text }
        let most = most - size(of: "…")
        var kept = String.UnicodeScalarView()
        var taken = 0
        for scalar in text.unicodeScalars {
            taken += size(of: String(scalar))
            guard taken <= most else { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }
}
