package import DiceWire

/// A throw of a typed line.
package struct TypedThrow: Hashable, Sendable {
    /// The line; of a line with several throws, the line that has only this one.
    let text: String
    /// The request, without table, player and entropy.
    package let params: ThrowParams

    package init(_ text: String, _ params: ThrowParams) {
        self.text = text
        self.params = params
    }
}
