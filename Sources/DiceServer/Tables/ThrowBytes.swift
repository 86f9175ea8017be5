import DiceModel
import DiceNotation

/// Upper bounds for a throw's size in bytes, known before any face.
struct ThrowBytes {
    /// The size of the throw's entry.
    let entry: Int
    /// The size of the longest line about it.
    let line: Int
    /// The size of a secret throw in the store: the entry, the part that strangers see, and its
    /// draws.
    let secret: Int
    /// The size of its custom faces, as sent to watchers.
    let faces: Int

    /// - Parameters:
    ///   - text: the expression as written in the entry.
    ///   - names: the thrower, the viewers, and the names and marks that the request gave.
    init(_ expression: Expression, text: String, names: [String], first: FirstDice) {
        let size = expression.throwSize
        // Every character may need an escape.
        let names = names.reduce(0) { $0 + 2 * $1.utf8.count + 3 }
        let written = 2 * text.utf8.count
        let told = min(written + 2 * size.text, 2 * NotationLimits.text)
        entry = Self.rest + names + written + told + size.result
        line = entry + names + written + Self.rest
        secret = entry + Self.rest + names + written + 60 * first.count + size.draws
        faces = size.faceLists
    }

    /// The size of an entry's fixed members, and of a notification's envelope.
    private static let rest = 700
}
