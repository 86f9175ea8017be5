/// A player of a table who has no connection there.
public struct AwayPlayer: Sendable, Hashable {
    public var player: String
    /// The end of the player's last connection, or the time of the last act if that is later. For a
    /// player without a connection since the daemon loaded the table, the time of loading.
    public var since: Timestamp

    public init(player: String, since: Timestamp) {
        self.player = player
        self.since = since
    }
}
