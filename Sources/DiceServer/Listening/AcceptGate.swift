internal import Glibc
internal import NIOCore

/// Accepts only as long as the process keeps descriptors for itself, and rests for a moment where accepting fails.
///
/// Who is not let in waits in the kernel's queue. The descriptors kept back are needed: without one, SQLite cannot
/// write. NIO's `AcceptBackoffHandler` is no help: it delays the next read but leaves the socket registered for reading,
/// so that the loop turns for as long as somebody waits.
final class AcceptGate: ChannelInboundHandler {
    typealias InboundIn = any Channel
    typealias InboundOut = any Channel

    /// Descriptors that no connection gets.
    private static let reserve = 24
    private static let rest = TimeAmount.milliseconds(250)

    private let capacity: Int
    private var open = 0
    private var isResting = false
    private var context: ChannelHandlerContext?

    /// - Parameter capacity: how many connections may be open at once.
    init(capacity: Int = AcceptGate.capacity) {
        self.capacity = capacity
    }

    /// What the limit of this process leaves for connections, beside the files that are open already.
    private static var capacity: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return max(Int(clamping: limit.rlim_cur) - openDescriptors - reserve, 1)
    }

    private static var openDescriptors: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        open += 1
        let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
        unwrapInboundIn(data).closeFuture.hop(to: context.eventLoop).whenComplete { _ in gate.value.closed() }
        update()
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        isResting = true
        update()
        let gate = NIOLoopBound(self, eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: Self.rest) { gate.value.rested() }
    }

    private func closed() {
        open -= 1
        update()
    }

    private func rested() {
        isResting = false
        update()
    }

    private func update() {
        try? context?.channel.syncOptions?.setOption(.autoRead, value: open < capacity && !isResting)
    }
}
