/// The box that the last turn of a sheet game has filled; that turn may still be corrected.
public struct FilledBox: Sendable, Hashable {
    public var box: String
    /// The sheet before that turn.
    public var before: Sheet
    /// The number of corrections of that turn.
    public var corrections: Int

    public init(_ box: String, before: Sheet, corrections: Int = 0) {
        self.box = box
        self.before = before
        self.corrections = corrections
    }
}
