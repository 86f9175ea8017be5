/// A word on the faces of dice, and its count.
public struct Symbol: Sendable, Hashable {
    public var word: String
    public var count: Int

    public init(word: String, count: Int) {
        self.word = word
        self.count = count
    }
}
