import DiceModel
import DiceWire
import Testing

@testable import DiceClient

/// Tests when a follower sends requests, how it reports the responses, and how long it waits for
/// them.
struct FollowRequestTests {
    private func toggle(_ die: Int) -> Request {
        Method.toggleLock(DiceParams(table: .default, dice: [die]))
    }
    private let roll = Method.roll(RollParams(table: .default))
    private let endTurn = Method.endTurn(EndTurnParams(table: .default))

    @Test("responses and refusals are reported with their requests")
    func answersAndRefusalsAreToldWithTheirRequests() throws {
        var play = FollowPlay()
        play.state.send(Method.list())
        play.state.send(toggle(1))
        #expect(play.take() == ["2 table.watch", "3 table.list", "4 table.toggleLock"])
        try play.answer(3)
        try play.answer(9)
        try play.say(#"{"jsonrpc":"2.0","method":"weather"}"#)
        try play.refuse("4", "busy", 3)
        #expect(
            play.take() == [
                "answer table.list", "unknown", "refused table.toggleLock busy",
            ]
        )
        // An error without an id is about one of our own lines.
        try play.refuse("null", "lineTooLong", -32600)
        #expect(play.take() == ["refused table.watch lineTooLong"])
    }

    @Test("requests wait in order while one of their kind is pending")
    func requestsWaitInOrderWhileOneOfTheirKindIsUnanswered() throws {
        var play = FollowPlay([])
        for die in 1...3 {
            play.state.send(toggle(die))
        }
        play.state.send(endTurn)
        #expect(play.take() == ["2 table.toggleLock"])
        try play.answer(2)
        #expect(play.take() == ["answer table.toggleLock", "3 table.toggleLock"])
        try play.answer(3)
        // The newest request is sent together with the last of these toggles.
        #expect(
            play.take() == [
                "answer table.toggleLock", "4 table.toggleLock", "5 table.endTurn",
            ]
        )
    }

    @Test("requests about one table do not delay those about another")
    func whatIsAskedAboutOneTableMakesNothingWaitAboutAnother() throws {
        var play = FollowPlay([])
        for name in ["a", "b", "a"] {
            play.state.send(Method.get(GetParams(table: try #require(TableName(name)))))
        }
        #expect(play.take() == ["2 table.get", "3 table.get"])
        try play.answer(2)
        #expect(play.take() == ["answer table.get", "4 table.get"])
    }

    @Test("a response is decoded by the method of its request")
    func anAnswerIsReadByTheMethodThatItAnswers() throws {
        let line = try #require(
            ServerLine(Array(#"{"jsonrpc":"2.0","id":1,"result":{"rolls":[]}}"#.utf8))
        )
        let news = Follower.News.answer(Method.listRolls(ListRollsParams()), line)
        #expect(try news.result(of: .listRolls)?.rolls == [])
        #expect(try news.result(of: .list) == nil)
        #expect(throws: ClientError.self) {
            try Follower.News.answer(Method.list(), line).result(of: .list)
        }
        #expect(roll[.roll]?.table == .default && roll[.throw] == nil)
    }

    @Test("requests that are answered when dice settle do not delay others")
    func whatIsAnsweredWhenDiceSettleMakesNothingWait() {
        var play = FollowPlay([])
        let expression = Method.throw(ThrowParams(table: .default, expression: "d6"))
        for _ in 1...2 {
            play.state.send(expression)
        }
        #expect(play.take() == ["2 table.throw", "3 table.throw"])
    }

    @Test("a pending table.list request is not sent twice") func whatIsAboutToBeReadIsNotReadTwice()
        throws
    {
        var play = FollowPlay([])
        for _ in 1...3 {
            play.state.send(Method.list())
        }
        for _ in 1...2 {
            play.state.send(toggle(1))
        }
        #expect(play.take() == ["2 table.list", "3 table.toggleLock"])
        try play.answer(3)
        #expect(play.take() == ["answer table.toggleLock", "4 table.toggleLock"])
    }

    @Test("a changing request is not sent before hello is accepted")
    func nothingThatChangesSomethingIsSentBeforeTheAgreement() {
        var play = FollowPlay()
        play.hasAgreed = false
        play.state.send(roll)
        play.state.send(Method.list())
        #expect(play.take() == ["2 table.watch"])
        play.hasAgreed = true
        #expect(play.take() == ["3 table.roll", "4 table.list"])
    }

    @Test("no request is sent twice or kept for another connection")
    func nothingIsSentTwiceNorKeptForAnotherConnection() {
        var play = FollowPlay()
        play.state.send(toggle(1))
        play.state.send(toggle(2))
        #expect(play.take() == ["2 table.watch", "3 table.toggleLock"])
        play.end()
        #expect(
            play.take().first == "gone [table.watch, table.toggleLock]",
            "the second was never sent"
        )
        play.state.send(roll)
        play.state.connected()
        #expect(play.take() == ["4 table.watch"])
    }

    // MARK: Timeouts

    @Test("a response has to arrive in time") func anAnswerHasToComeInTime() throws {
        var play = FollowPlay(patience: .seconds(10), reconnects: false)
        #expect(play.take() == ["2 table.watch"])
        #expect(play.state.deadline == play.now + .seconds(10))
        play.now = play.now + .seconds(9)
        try play.tell(event: "serverStopping")
        #expect(play.take() == ["serverStopping"], "which is no answer")
        play.now = play.state.deadline
        #expect(play.take() == ["throws \(ClientError.timedOut(Method.watch.any))"])
    }

    @Test("a silent daemon is pinged before a roll is given up")
    func aSilentDaemonIsAskedForASignOfLifeBeforeARollIsGivenUp() throws {
        var play = FollowPlay([], patience: .seconds(10))
        play.state.send(roll)
        #expect(play.take() == ["2 table.roll"])
        play.now = play.state.deadline
        #expect(play.take() == ["3 ping"])
        try play.answer(3)
        for _ in 1...2 {
            play.now = play.state.deadline
            #expect(play.take().count == 1)
            try play.tell(event: "serverStopping")
            _ = play.take()
        }
        play.now = play.state.deadline
        #expect(play.take() == ["6 ping"])
        play.now = play.state.deadline
        #expect(play.take().first == "gone [table.roll]")
    }

    @Test("without a time limit it waits as long as the connection lasts")
    func withoutPatienceItWaitsForAsLongAsTheConnectionLasts() {
        var play = FollowPlay()
        #expect(play.take() == ["2 table.watch"])
        #expect(play.state.deadline == .never)
    }
}
