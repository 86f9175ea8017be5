import NIOCore
import NIOEmbedded

extension EmbeddedChannel {
    /// Whether more is read from it by itself: as it was last told, which the channel's own answer
    /// does not say.
    var isRead: Bool {
        options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value
            as? Bool ?? true
    }
}
