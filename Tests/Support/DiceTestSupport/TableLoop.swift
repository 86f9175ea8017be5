internal import CTestStart
internal import DiceModel
public import NIOCore
internal import NIOPosix

/// The one event loop of the test process: tables live on it, as they do in the daemon.
public enum TableLoop {
    public static let eventLoop: any EventLoop = {
        let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
        TableActor.run(on: loop.executor)
        precondition(TableActor.isRunning(on: loop.executor), "the table actor was in use before its loop was chosen")
        return loop
    }()
}

/// Called by CTestStart when the process starts: Swift Testing touches the actor of an isolated suite before any
/// trait or test of it can run.
@_cdecl("dice_test_choose_table_loop")
func chooseTableLoop() {
    _ = TableLoop.eventLoop
}
