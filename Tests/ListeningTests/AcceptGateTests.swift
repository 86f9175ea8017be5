import Glibc
import NIOCore
import NIOEmbedded
import Testing

@testable import Listening

@Suite("Admission of connections")
@MainActor
final class AcceptGateTests {
    private let loop = EmbeddedEventLoop()
    private let channel: EmbeddedChannel

    init() {
        channel = EmbeddedChannel(handler: AcceptGate(capacity: 2), loop: loop)
    }

    private var children: [EmbeddedChannel] = []

    /// A loop is released on its own thread, when it is idle. Open channels would keep themselves
    /// alive.
    isolated deinit {
        for channel in children + [channel] {
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
        loop.advanceTime(by: .hours(24))
    }

    /// The gate's last answer to the channel: true if it may accept.
    private var accepts: Bool? {
        channel.options.compactMap {
            $0.option is ChannelOptions.Types.AutoReadOption ? $0.value as? Bool : nil
        }.last
    }

    private func letIn() throws -> EmbeddedChannel {
        let child = EmbeddedChannel(loop: loop)
        children.append(child)
        channel.pipeline.fireChannelRead(child)
        #expect(try channel.readInbound(as: (any Channel).self) === child)
        return child
    }

    @Test("the gate admits clients up to its capacity, and another after one leaves")
    func capacity() throws {
        let first = try letIn()
        #expect(accepts == true)
        _ = try letIn()
        #expect(accepts == false)
        first.close(promise: nil)
        loop.run()
        #expect(accepts == true)
        _ = try letIn()
        #expect(accepts == false)
    }

    @Test(
        "a failed accept closes the gate for 250 ms, and it then stays closed at capacity"
    )
    func rest() throws {
        let failure = IOError(errnoCode: EMFILE, reason: "accept")
        channel.pipeline.fireErrorCaught(failure)
        #expect(accepts == false)
        loop.advanceTime(by: .milliseconds(249))
        #expect(accepts == false)
        loop.advanceTime(by: .milliseconds(1))
        #expect(accepts == true)
        let first = try letIn()
        _ = try letIn()
        channel.pipeline.fireErrorCaught(failure)
        loop.advanceTime(by: .milliseconds(250))
        #expect(accepts == false, "both places are taken")
        channel.pipeline.fireErrorCaught(failure)
        first.close(promise: nil)
        loop.run()
        #expect(accepts == false, "it still rests")
        loop.advanceTime(by: .milliseconds(250))
        #expect(accepts == true)
    }

    @Test("the gate ignores errors other than failed accepts")
    func otherErrors() {
        channel.pipeline.fireErrorCaught(ChannelError.operationUnsupported)
        #expect(accepts == nil)
        #expect(throws: ChannelError.self) { try channel.throwIfErrorCaught() }
    }

    @Test(
        "an accept failure is logged once until an accept succeeds"
    )
    func failures() throws {
        var told: [String] = []
        try channel.pipeline.syncOperations.addHandler(
            AcceptFailures { told.append("\($0)") }
        )
        channel.pipeline.fireErrorCaught(ChannelError.operationUnsupported)
        for reason in ["one", "two"] {
            channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: reason))
        }
        #expect(told.count == 1 && told[0].contains("one"))
        _ = try letIn()
        channel.pipeline.fireErrorCaught(IOError(errnoCode: EACCES, reason: "three"))
        #expect(told.count == 2 && told[1].contains("three"))
    }
}
