import DiceTestSupport
import Testing

@testable import DiceServer

/// Random events, and a driver that performs the state's actions.
@Suite("The state of a connection, under random events")
struct ConnectionStatePropertyTests {
    @Test(
        "nothing is lost, reordered or stored concurrently, and every connection ends",
        arguments: RandomCase.hundred
    )
    func anyOrder(_ random: RandomCase) {
        for round in 0..<20 {
            var driver = Driver(RandomCase(random.number * 100 + round))
            for _ in 0..<80 where !driver.isClosed {
                driver.somethingHappens()
            }
            driver.everythingEnds()
            driver.checkEnd()
        }
    }
}

private struct Driver {
    enum Line: Equatable {
        case reply(Int)
        case notification(Int)
    }

    /// A request that is not settled.
    struct Request {
        var id: Int
        var hasSnapshot = false
    }

    private var random: RandomCase
    private var state = ConnectionState()
    private(set) var isClosed = false
    private var cleanUps = 0
    private var retirements = 0
    private var isShareUsed = false
    private var isEndingAskedFor = false
    private var isCutOff = false
    /// The lines that the client has sent, and how many of them have been received.
    private var sentLines = 0
    private var input: [UInt8] = []
    private var mayRead: Bool
    private var hasInputEnded = false
    private var handled = 0
    private var storing: Request?
    private var settling: [Request] = []
    private var replies: [Int] = []
    private var collected: [Line] = []
    private var held: [Line] = []
    private var written: [Line] = []
    private var notifications = 0
    /// The newest notification at the time of a request's snapshot.
    private var snapshots: [Int: Int] = [:]
    private var isKernelFull = false
    private var turnEnds = 0
    private var lingering = 0

    init(_ random: RandomCase) {
        self.random = random
        mayRead = state.readRequested()
    }

    // MARK: events

    mutating func somethingHappens() {
        switch random.int(0...13) {
        case 0...3: clientSends(random.int(0...3))
        case 4: requestIsStored(settles: true)
        case 5: requestIsStored(settles: false)
        case 6: requestSettles()
        case 7: notify()
        case 8: isKernelFull = true
        case 9: readerReads()
        case 10, 11: turnEnds(all: false)
        case 12 where random.int(0...9) == 0: inputEnds()
        case 12: lingerTimeEnds()
        case 13 where random.bool(): shareIsUsed()
        case 13 where random.int(0...9) == 0: shutDown()
        case 13 where random.int(0...9) == 0: clientGoes()
        default: break
        }
    }

    /// Ends everything in progress: no more requests, and no obstacles.
    mutating func everythingEnds() {
        clientSends(1)
        for _ in 0..<1_000 {
            readerReads()
            receive(input.count)
            requestIsStored(settles: random.bool())
            requestSettles()
            shareIsRenewed()
            turnEnds(all: true)
            if input.isEmpty, !hasInputEnded {
                random.bool() ? inputEnds() : shutDown()
            }
        }
    }

    mutating func checkEnd() {
        #expect(isClosed)
        #expect(cleanUps == 1)
        #expect(retirements == 1)
        #expect(state.next() == .wait)
        #expect(replies.sorted() == Array(1..<(handled + 1)))
        #expect(storing == nil)
        #expect(settling.isEmpty)
        #expect(state.unsettled == 0)
        guard isEndingAskedFor, !isCutOff else { return }
        #expect(collected.isEmpty)
        #expect(held.isEmpty)
        #expect(
            written.compactMap(\.reply) == replies,
            "in the order in which they were made"
        )
        #expect(
            written.compactMap(\.notification) == Array(1..<(notifications + 1)),
            "in their order, and all of them"
        )
        for (request, newest) in snapshots {
            let place = written.firstIndex(of: .reply(request)) ?? .max
            #expect(
                written[..<min(place, written.count)].allSatisfy {
                    ($0.notification ?? 0) <= newest
                }
            )
        }
    }

    private mutating func clientSends(_ lines: Int) {
        guard !hasInputEnded else { return }
        for _ in 0..<lines {
            sentLines += 1
            input += Array("\(sentLines)\n".utf8)
        }
        receive(random.int(0...max(0, input.count)))
    }

    private mutating func receive(_ count: Int) {
        guard mayRead, count > 0, !isClosed else { return }
        let bytes = input.prefix(count)
        input.removeFirst(count)
        perform(state.receivedBytes(bytes))
        mayRead = state.readRequested()
    }

    private mutating func inputEnds() {
        receive(input.count)
        guard input.isEmpty, !hasInputEnded, !isClosed else { return }
        hasInputEnded = true
        isEndingAskedFor = true
        perform(state.inputEnded())
    }

    private mutating func shutDown() {
        guard !isClosed else { return }
        hasInputEnded = true
        isEndingAskedFor = true
        input = []
        perform(state.shutdown())
    }

    private mutating func requestIsStored(settles: Bool) {
        guard let request = storing else { return }
        storing = nil
        guard settles else {
            settling.append(request)
            return perform(state.requestStored())
        }
        answer(request)
        perform(state.requestAnswered(snapshots: request.hasSnapshot ? 1 : 0))
    }

    private mutating func requestSettles() {
        guard !settling.isEmpty else { return }
        let request = settling.remove(at: random.int(0...(settling.count - 1)))
        answer(request)
        perform(state.requestSettled(snapshots: request.hasSnapshot ? 1 : 0))
    }

    private mutating func notify() {
        guard !isClosed else { return }
        notifications += 1
        send(.notification(notifications))
    }

    private mutating func readerReads() {
        guard !isClosed, isKernelFull else { return }
        isKernelFull = false
        perform(state.outputWritable())
    }

    private mutating func turnEnds(all: Bool) {
        while turnEnds > 0 {
            turnEnds -= 1
            perform(state.tickEnded())
            if !all {
                return
            }
        }
    }

    private mutating func shareIsUsed() {
        if isShareUsed {
            return shareIsRenewed()
        }
        isShareUsed = true
        state.shareUsed()
    }

    private mutating func shareIsRenewed() {
        guard isShareUsed else { return }
        isShareUsed = false
        perform(state.refilled())
    }

    private mutating func lingerTimeEnds() {
        guard lingering > 0 else { return }
        lingering -= 1
        let hasRead = random.bool()
        let action = state.lingered(hasRead: hasRead)
        if action == .close {
            isCutOff = true
        }
        perform(action)
    }

    private mutating func clientGoes() {
        guard !isClosed else { return }
        isCutOff = true
        isClosing()
    }

    private mutating func isClosing() {
        isClosed = true
        perform(state.closed())
    }

    // MARK: actions

    private mutating func perform(_ first: ConnectionState.Action) {
        var action = first
        while action != .wait {
            switch action {
            case .wait: return
            case .awaitTick where state.hasCollected && random.bool():
                action = state.tickEnded()
                continue
            case .awaitTick:
                turnEnds += 1
                return
            case .handle(let line):
                action = handle(String(decoding: line, as: UTF8.self))
                continue
            case .cleanUp:
                #expect(isClosed)
                cleanUps += 1
            case .retire:
                #expect(cleanUps == 1)
                #expect(storing == nil)
                #expect(settling.isEmpty)
                retirements += 1
            case _ where isClosed:
                Issue.record("\(action) after the connection was closed")
            case .withdrawContributions: #expect(storing == nil)
            case .refuse: Issue.record("no line was too long")
            case .sendMissed:
                #expect(!state.isHolding)
                let lines = held
                held = []
                for line in lines {
                    send(line)
                }
                if random.bool() {
                    notify()
                }
            case .write:
                #expect(!collected.isEmpty)
                write()
            case .read:
                #expect(!mayRead)
                mayRead = state.readRequested()
                #expect(mayRead)
            case .linger: lingering += 1
            case .close:
                #expect(
                    isCutOff
                        || isEndingAskedFor && collected.isEmpty && storing == nil
                            && settling.isEmpty
                )
                isClosing()
            }
            action = state.next()
        }
    }

    private mutating func handle(_ line: String) -> ConnectionState.Action {
        #expect(storing == nil, "one request is stored at a time")
        #expect(!isShareUsed)
        handled += 1
        #expect(line == "\(handled)", "in the order of their coming")
        var request = Request(id: handled)
        switch random.int(0...3) {
        case 0, 1:
            if random.bool() {
                notify()
            }
            answer(request)
            return state.requestAnswered()
        case 2:
            request.hasSnapshot = true
            snapshots[request.id] = notifications
            state.snapshotTaken()
        default: break
        }
        storing = request
        return state.next()
    }

    private mutating func answer(_ request: Request) {
        replies.append(request.id)
        send(.reply(request.id))
    }

    private mutating func send(_ line: Line) {
        let isUnread = isKernelFull && random.int(0...99) == 0
        let bytes = random.int(1...ConnectionState.collectLimit / 2)
        let isNotification = line.notification != nil
        let mayLeave = !isNotification || random.int(0...3) > 0
        switch state.send(
            bytes,
            isNotification: isNotification,
            unsent: isUnread ? 1 << 21 : 0,
            mayLeave: mayLeave
        )
        {
        case .drop: #expect(isClosed)
        case .hold:
            #expect(isNotification)
            held.append(line)
        case .collect: collected.append(line)
        case .postpone:
            #expect(!mayLeave)
            collected.append(line)
            turnEnds += 1
        case .write:
            collected.append(line)
            write()
        case .giveUp:
            isCutOff = true
            isClosing()
        }
    }

    private mutating func write() {
        written += collected
        collected = []
        perform(state.wrote(everything: !isKernelFull))
    }
}

extension Driver.Line {
    fileprivate var reply: Int? { if case .reply(let id) = self { id } else { nil } }
    fileprivate var notification: Int? {
        if case .notification(let number) = self {
            number
        } else {
            nil
        }
    }
}
