public import DiceModel

/// The params of `table.watch`.
public struct WatchParams: Message, Hashable {
    /// The table; `default` if a request omits it.
    public var table: TableName
    /// The kind of frames to receive.
    public var frames: FrameKind
    /// The name of the viewer; `nil` for the connection's own name, or a stranger.
    public var viewer: String?
    /// True if a game includes its sheets even if none has changed.
    public var sheets: Bool

    public init(
        table: TableName,
        frames: FrameKind = .values,
        viewer: String? = nil,
        sheets: Bool = true
    ) {
        self.table = table
        self.frames = frames
        self.viewer = viewer
        self.sheets = sheets
    }

    static let blank = Self(table: .default)

    mutating func visit(_ field: inout Fields) {
        field.table(&table)
        field(
            "frames",
            &frames,
            default: FrameKind.values,
            "\"values\" (the default) sends values as they show; \"plan\" sends them when the dice start."
        )
        field.viewer(&viewer)
        field.sheets(&sheets)
    }
}
