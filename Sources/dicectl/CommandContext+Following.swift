import DiceClient
import DiceModel
import DiceWire

extension CommandContext {
    /// Returns a follower, which watches tables across restarts of the daemon. It never starts one:
    /// a daemon that was stopped on purpose stays stopped.
    func follower(
        _ client: Client,
        _ tables: [TableName],
        frames: FrameKind = .plan,
        as name: String?,
        confinement: ConfineParams? = nil,
        sheets: Bool = false
    ) -> Follower {
        Follower(
            client,
            tables: tables,
            frames: frames,
            viewer: name,
            confinement: confinement,
            sheets: sheets,
            backoff: backoff
        ) { () throws(ClientError) in try reconnect() }
    }
}
