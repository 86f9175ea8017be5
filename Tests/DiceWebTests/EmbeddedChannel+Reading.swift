import NIOCore
import NIOEmbedded

extension EmbeddedChannel {
    /// True if the channel reads automatically, by the last option that was set. The channel's own
    /// getter does not return it.
    var isRead: Bool {
        options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value
            as? Bool ?? true
    }
}
