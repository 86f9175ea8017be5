import DiceModel
import DiceWire
import Testing
import Unix

@testable import DiceClient

/// Tests the actions and reports of a follower as transcripts: the input is lines and instants, the
/// output requests and reports.
struct FollowStateTests {
    private let roll = Method.roll(RollParams(table: .default))

    @Test("a follower survives a restart and reports it once") func aRestartIsSurvivedAndToldOnce()
        throws
    {
        var play = FollowPlay()
        #expect(play.take() == ["2 table.watch"])
        try play.show(2)
        try play.tell(event: "serverStopping")
        play.end()
        #expect(
            play.take().starts(with: ["table default", "serverStopping", "gone []"])
        )
        for _ in 1...3 {
            play.now = max(play.now, play.state.deadline)
            #expect(play.take() == ["connect"])
            play.end(.noDaemon(socket: "s"))
            #expect(play.state.deadline >= play.now)
            #expect(play.state.deadline < .never)
        }
        play.state.connected()
        #expect(play.take() == ["3 table.watch"])
        play.end()
        #expect(
            !play.take().contains { $0.hasPrefix("gone") },
            "nothing was shown since"
        )
        play.state.connected()
        #expect(play.take() == ["4 table.watch"])
        try play.show(4)
        play.end()
        #expect(play.take().starts(with: ["table default", "gone []"]))
    }

    /// The maxima are 100 ms, 200 ms, … up to 5 s: of 50 pauses after many failures, at least one
    /// is longer than the first may be.
    @Test("pauses grow until a table is shown") func pausesGrowUntilATableIsShown() throws {
        var play = FollowPlay()
        func pauses(_ count: Int) -> [Bool] {
            (1...count).map { _ in
                play.end(.noDaemon(socket: "s"))
                return play.state.deadline > play.now + Backoff.first
            }
        }
        #expect(pauses(50).contains(true))
        play.state.connected()
        play.state.send(Method.list())
        _ = play.take()
        let backoff = play.state.backoff
        try play.answer(3)
        #expect(
            play.state.backoff == backoff,
            "an answer to something else is no return"
        )
        play.end(.noDaemon(socket: "s"))
        play.state.connected()
        #expect(play.take().last == "4 table.watch")
        try play.show(4)
        #expect(pauses(1) == [false])
    }

    @Test("a daemon that is shutting down counts as disconnected")
    func aDaemonThatStopsIsOneThatIsGone() throws {
        var play = FollowPlay()
        play.state.send(roll)
        #expect(play.take() == ["2 table.watch", "3 table.roll"])
        try play.refuse("3", "shuttingDown", 11)
        #expect(play.take().first == "gone [table.watch, table.roll]")
    }

    @Test(
        "a permanent error ends the follower",
        arguments: [
            ClientError.garbled("x"), .unreachable("x"),
            .refused(WireError(example: .unsupportedProtocol)),
        ]
    )
    func whatDoesNotPassEndsIt(_ error: ClientError) {
        var play = FollowPlay()
        play.end(error)
        #expect(play.take() == ["throws \(error)"])
        play.now = play.state.deadline
        #expect(
            play.take() == ["connect"],
            "who goes on all the same waits for a while"
        )
    }

    @Test("a full daemon is tried again only after an earlier connection")
    func aDaemonThatIsFullIsTriedAgainOnceItLetThisIn() throws {
        let full = ClientError.refused(WireError(example: .connectionsOfUser))
        var play = FollowPlay()
        #expect(play.take() == ["2 table.watch"])
        try play.show(2)
        play.end()
        play.state.connected()
        play.end(full)
        #expect(play.state.deadline < .never)
        #expect(!play.take().contains { $0.hasPrefix("throws") })
        var first = FollowPlay()
        first.end(full)
        #expect(first.take() == ["throws \(full)"])
    }

    @Test("a follower that does not reconnect reports the end")
    func whoDoesNotReconnectIsToldOfTheEnd() {
        var play = FollowPlay(reconnects: false)
        play.end()
        #expect(play.take() == ["throws \(ClientError.lost(Method.watch.any))"])
        #expect(play.state.deadline == .never)
    }

    @Test("an unreachable machine is not tried again")
    func aMachineThatCannotBeReachedIsNotTriedAgain() throws {
        let host = try RemoteHost(parsing: "h")
        var play = FollowPlay()
        play.end(by: RemoteError(host: host, exit: .exited(69), message: ""))
        #expect(play.take() == ["gone []"])
        #expect(play.state.deadline < .never)
        play.state.connected()
        _ = play.take()
        play.end(by: RemoteError(host: host, exit: .exited(127), message: ""))
        #expect(play.take() == ["blocked"])
        #expect(play.state.deadline == .never)
        play.state.connected()
        #expect(play.take() == ["3 table.watch"])
    }

    @Test("the follower can open the first connection itself") func theFirstConnectionMayBeItsOwn()
    {
        var play = FollowPlay(isConnected: false)
        #expect(play.take() == ["connect"])
        play.state.connected()
        #expect(play.take() == ["2 table.watch"])
    }

    // MARK: Tables

    @Test("a deleted table is looked for until it is created again")
    func aDeletedTableIsLookedForUntilItIsMadeAnew() throws {
        var play = FollowPlay(["a", "b"].compactMap { TableName($0) })
        #expect(play.take() == ["2 table.watch", "3 table.watch"])
        try play.show(2, "a")
        try play.show(3, "b")
        try play.tell(event: "tableDeleted", of: "a")
        #expect(play.take() == ["table a", "table b", "tableDeleted"])
        let look = play.state.deadline
        #expect(look == play.now + .seconds(1))
        play.now = look
        #expect(play.take() == ["4 table.watch"])
        #expect(play.state.deadline == .never, "it asks once, and waits for the answer")
        try play.refuseMissing(4)
        #expect(play.take() == ["missing a"])
        #expect(play.state.deadline == play.now + .seconds(1))
        play.now = play.state.deadline
        #expect(play.take() == ["5 table.watch"])
        try play.show(5, "a")
        #expect(play.take() == ["table a"])
        #expect(play.state.deadline == .never)
    }

    @Test("a deleted table that was left is not looked for")
    func aDeletedTableThatIsLeftIsNotLookedFor() throws {
        var play = FollowPlay(["a", "b"].compactMap { TableName($0) })
        _ = play.take()
        try play.show(2, "a")
        try play.show(3, "b")
        try play.tell(event: "tableDeleted", of: "a")
        _ = play.take()
        play.state.leave(try #require(TableName("a")))
        #expect(play.take() == ["4 table.unwatch"])
        try play.answer(4)
        _ = play.take()
        for _ in 1...3 {
            play.now = min(play.state.deadline, play.now + .seconds(10))
            #expect(play.take() == [])
            #expect(play.state.deadline == .never)
        }
        play.state.connected()
        #expect(play.take() == ["5 table.watch"])
    }

    @Test("a table that never existed is not followed") func aTableThatWasNeverThereIsNotFollowed()
        throws
    {
        var play = FollowPlay()
        _ = play.take()
        try play.refuseMissing(2)
        #expect(play.take() == ["refused table.watch tableNotFound"])
        play.state.connected()
        #expect(play.take() == [])
    }

    @Test("a daemon without animation plans is followed by its frames")
    func aDaemonThatKnowsNoPlansIsWatchedByItsFrames() throws {
        var play = FollowPlay(["a", "b"].compactMap { TableName($0) })
        _ = play.take()
        try play.refuse("2", "invalidParams", -32602, param: "frames")
        try play.refuse("3", "invalidParams", -32602, param: "frames")
        #expect(play.take() == ["4 table.watch values", "5 table.watch values"])
        play.state.resumed()
        #expect(play.take() == ["6 table.watch values", "7 table.watch values"])
    }

    @Test("the viewer is sent each time unless the daemon lacks secret throws")
    func whoLooksIsSaidEachTimeButToADaemonWithoutSecretThrows() throws {
        var play = FollowPlay(viewer: "gm")
        #expect(play.take() == ["2 table.watch as gm"])
        try play.show(2)
        play.state.connected()
        _ = play.take()
        try play.refuse("3", "invalidParams", -32602, param: "viewer")
        #expect(play.take() == ["4 table.watch"])
    }

    @Test("sheets are omitted unless the daemon always sends them")
    func sheetsAreLeftOutButByADaemonThatTellsAll() throws {
        var play = FollowPlay(sheets: false)
        #expect(play.take() == ["2 table.watch in brief"])
        try play.show(2)
        play.state.send(Method.roll(RollParams(table: .default)))
        #expect(play.take() == ["table default", "3 table.roll in brief"])
        play.state.connected()
        _ = play.take()
        try play.refuse("4", "invalidParams", -32602, param: "sheets")
        #expect(play.take() == ["5 table.watch"])
        try play.show(5)
        play.state.send(Method.roll(RollParams(table: .default)))
        #expect(play.take() == ["table default", "6 table.roll"])
        // The caller's options are kept.
        var whole = FollowPlay()
        _ = whole.take()
        try whole.show(2)
        whole.state.send(Method.roll(RollParams(table: .default, sheets: false)))
        #expect(whole.take() == ["table default", "3 table.roll in brief"])
    }

    @Test("tables are requested again after a suspension") func afterAStopTheTablesAreAskedForAnew()
        throws
    {
        var play = FollowPlay(["a", "b"].compactMap { TableName($0) })
        _ = play.take()
        try play.show(2, "a")
        try play.show(3, "b")
        try play.tell(event: "tableDeleted", of: "b")
        _ = play.take()
        play.state.resumed()
        #expect(play.take() == ["4 table.watch"], "and not for one that is gone")
        try play.show(4, "a")
        #expect(play.take() == ["table a"])
    }

    @Test("another table can be followed and one can be left")
    func anotherTableIsFollowedBesideAndOneIsLeft() throws {
        var play = FollowPlay()
        _ = play.take()
        try play.show(2)
        let other = try #require(TableName("other"))
        play.state.follow(other)
        #expect(play.take() == ["table default", "3 table.watch"])
        try play.show(3, "other")
        play.state.leave(.default)
        #expect(play.take() == ["table other", "4 table.unwatch"])
        play.state.connected()
        #expect(play.take() == ["5 table.watch"])
        try play.show(5, "other")
        #expect(play.take() == ["table other"])
    }
}
