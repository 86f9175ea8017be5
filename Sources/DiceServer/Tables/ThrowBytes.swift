import DiceModel
import DiceNotation

/// The most bytes that a throw may come to, known before any face.
struct ThrowBytes {
    /// Of its entry.
    let entry: Int
    /// Of the longest line about it.
    let line: Int
    /// Of what a secret one leaves in the store: the entry, what strangers see of it, and its
    /// draws.
    let secret: Int
    /// Of the faces of its custom dice, as watchers are told of them.
    let faces: Int

    /// - Parameters:
    ///   - text: the expression as it is in the entry.
    ///   - names: who throws, what it is called and who sees it.
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

    /// What every entry has, and what every notification has around it.
    private static let rest = 700
}
