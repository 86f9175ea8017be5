public import DiceModel

/// The params of `table.watch`.
public struct WatchParams: Message, Hashable {
    /// `default` if a request leaves it out.
    public var table: TableName
    /// How the watcher is told of values in passing.
    public var frames: FrameKind
    /// Who looks; nil for the connection's own name, or a stranger.
    public var viewer: String?
    /// Whether a game comes with its sheets though none has changed.
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

    static let members = Members(
        Self.init,
        .table(\.table),
        Member(
            "frames",
            \.frames,
            default: FrameKind.values,
            "\"values\", as they show, by default; \"plan\" tells them when the dice start."
        ),
        .viewer(\.viewer),
        .sheets(\.sheets)
    )
}
