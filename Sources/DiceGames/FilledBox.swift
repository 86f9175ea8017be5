/// What a turn of a sheet game has filled: it may be put into another box.
public struct FilledBox: Sendable, Hashable {
    public var box: String
    /// The sheet before that turn.
    public var before: Sheet
    /// How often the turn was put into another box.
    public var corrections: Int

    public init(_ box: String, before: Sheet, corrections: Int = 0) {
        self.box = box
        self.before = before
        self.corrections = corrections
    }
}
