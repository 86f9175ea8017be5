package import DiceNotation
package import DiceWire

/// A typed throw.
package struct TypedThrow: Hashable {
    let text: String
    /// The request, without table, player and entropy.
    package let params: ThrowParams
    /// The reason why the text is not an expression; `nil` if it is one.
    let unread: NotationError?

    package init(_ text: String, _ params: ThrowParams, unread: NotationError?) {
        self.text = text
        self.params = params
        self.unread = unread
    }
}
