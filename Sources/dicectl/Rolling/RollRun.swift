import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceProof
import DiceWire
import Glibc

/// Executes `dicectl roll`: resolves the words, sends the requests, and shows the dice until the
/// last one has settled. On a terminal it watches the table, as `dicectl watch` does.
final class RollRun {
    private let order: RollOrder
    private let context: CommandContext
    private let motion: Motion
    private let speaks: Bool
    private let isDrawn: Bool
    /// True if notifications of the tables are needed.
    private let watches: Bool
    private let client: Client
    private let follower: Follower
    /// The table to use if the words name none.
    private let here: TableName
    /// The watched tables.
    private var tables: [TableName: TableState] = [:]
    private var results: [ThrowResult] = []

    /// Connects. Also throws `ValidationError`.
    init(_ order: RollOrder, _ context: CommandContext) throws {
        var context = context
        if !order.isTableNamed {
            context.tables = []
        }
        var order = order
        order.parse()
        self.order = order
        self.context = context
        motion = context.motion(order.motion)
        speaks = context.speaks(plain: order.isPlain)
        isDrawn = motion != .none && !context.json && !speaks && context.traits.canDraw
        watches = isDrawn || order.names != nil && motion != .none
        let opened = try context.open()
        client = opened.client
        here = opened.table
        follower = Follower(
            client,
            tables: [],
            viewer: order.player,
            sheets: !isDrawn,
            patience: client.timeout
        )
    }

    func run() throws {
        let answer = try ask(order.question(at: here))
        let roll = try order.resolved(at: here, answer, animate: motion != .none)
        if let missing = answer.missing[roll.table] {
            try context.remakeDefault(on: client, or: missing)
            _ = try ask(RollOrder.Question(tables: [roll.table]))
        }
        if order.names != nil {
            try throwForNames(roll)
        } else if isDrawn {
            try draw(roll)
        } else {
            try act(roll.requests, in: nil, print)
        }
        if !context.json {
            // Throws for several names have the same notes.
            let noted = order.names == nil ? results : Array(results.prefix(1))
            for note in noted.flatMap({ $0.notes ?? [] }) {
                Output.message(NoteText.text(note))
            }
        }
        if !context.json, let failed = results.first(where: { $0.message != nil }),
            let message = failed.message
        {
            throw CommandError.declined("\(failed.expression): \(message)")
        }
        if !context.json {
            tellHowToShow(results)
        }
        try client.witness.check()
        let isMade = results.allSatisfy {
            !$0.meaning.allChecks.isEmpty && $0.meaning.allChecks.allSatisfy(\.made)
        }
        if order.checks, !isMade {
            throw ExitCode(2)
        }
    }

    /// Prints the numbers of secret throws and the command that reveals each. Of throws for several
    /// names it prints one command.
    private func tellHowToShow(_ results: [ThrowResult]) {
        guard let viewers = order.viewers,
            let first = results.min(by: { $0.number < $1.number })
        else { return }
        guard order.names != nil, results.count > 1 else {
            for result in results {
                tellHowToShow(result, viewers)
            }
            return
        }
        let numbers = EventText.names(results.map(\.number).sorted().map(String.init))
        let who =
            viewers.isBlind
            ? "\(EventText.names(viewers.names)) can reveal each of them" : "to reveal the first"
        context.say(
            "throws \(numbers) are secret; \(who): \(showCommand(first, viewers))\(Advice.at(first.table))"
        )
    }

    private func showCommand(_ result: ThrowResult, _ viewers: Viewers) -> String {
        let acting =
            order.player.map { TypedWords.option("--as", $0).map(ShellWord.quoted) } ?? []
        return (["dicectl show \(result.number)"] + (viewers.isBlind ? [] : acting))
            .joined(separator: " ")
    }

    private func tellHowToShow(_ result: ThrowResult, _ viewers: Viewers) {
        let command = showCommand(result, viewers)
        let who =
            viewers.isBlind ? "\(EventText.names(viewers.names)) can reveal it" : "to reveal it"
        context.say(
            "throw \(result.number) is secret; \(who): \(command)\(Advice.at(result.table))"
        )
    }

    /// Requests everything that the words may refer to. This also makes the daemon commit itself
    /// before it learns our entropy.
    private func ask(_ question: RollOrder.Question) throws -> RollOrder.Answer {
        for table in question.tables {
            if watches {
                follower.follow(table)
            } else {
                follower.send(Method.get(GetParams(table: table)))
            }
        }
        if question.asksForRolls {
            follower.send(Method.listRolls(ListRollsParams(by: order.player)))
        }
        if question.asksForName {
            follower.send(Method.confine(ConfineParams()))
        }
        var answer = RollOrder.Answer()
        var open =
            question.tables.count
            + [question.asksForRolls, question.asksForName].count { $0 }
        while open > 0, let news = try follower.next() {
            switch news {
            case .refused(let request, let error, _):
                if error.known == .tableNotFound, let table = request.table {
                    answer.missing[table] = error
                } else if request.method == .listRolls {
                    answer.rolls = .failure(.refused(error))
                } else {
                    // A daemon older than seats does not know this method.
                    guard request.method == .confine else {
                        throw ClientError.refused(error)
                    }
                }
            case .answer(let request, let line):
                if request.method == .get {
                    _ = try line.value(as: TablePromises.self)
                }
                if let saved = try news.result(of: .listRolls) {
                    answer.rolls = .success(saved.rolls)
                }
                if let held = try news.result(of: .confine) {
                    answer.name = held.as?.first
                }
            default:
                take(news)
                guard case .table = news else { continue }
            }
            open -= 1
        }
        return answer
    }

    /// Applies the notifications of the watched tables.
    private func take(_ news: Follower.News) {
        switch news {
        case .table(let snapshot, _):
            if let name = TableName(snapshot.table) {
                tables[name] = TableState(snapshot, after: tables[name])
            }
        case .notification(let notification?, _):
            for name in tables.keys {
                tables[name]?.apply(notification)
            }
        default: break
        }
    }

    /// Sends `requests`, and passes the news to `show`, until each request has been answered.
    /// Without a drawing, the requests are sent one at a time, since the daemon must commit itself
    /// before each of them.
    private func act(
        _ requests: [Request],
        in view: LiveView?,
        _ show: (Follower.News) throws -> Void
    ) throws {
        var unsent = requests[...]
        var unanswered = requests.count
        var isAgain = false
        while unanswered > 0 {
            while view != nil || unsent.count == unanswered,
                let request = unsent.popFirst()
            {
                follower.send(request)
            }
            guard
                let news = try view.map({ try follower.next(in: $0) })
                    ?? follower.next()
            else {
                continue
            }
            switch news {
            case .answer: unanswered -= 1
            case .refused(let request, let error, _):
                guard error.known == .commitmentChanged, !isAgain,
                    var roll = request[.roll]
                else {
                    throw ClientError.refused(error)
                }
                // The full turn has ended, and the next one's commitment is now known.
                roll.entropy = Entropy.fresh()
                follower.send(Method.roll(roll))
                isAgain = true
            default: take(news)
            }
            try show(news)
        }
    }

    /// Makes a throw for each name, and shows them as one list, sorted by total.
    private func throwForNames(_ roll: ResolvedRoll) throws {
        let requests = roll.requests
        var queue = ThrowQueue(requests)
        var thrown = ThrowMatcher(roll.thrown)
        var lines: [Int: ServerLine] = [:]
        let view =
            isDrawn
            ? LiveView(traits: context.traits, motion: motion, environment: context.environment)
            : nil
        if view == nil {
            SignalPipe.handle([SIGINT])
        }
        do {
            while !queue.isDone {
                if let request = queue.next(at: .now) {
                    follower.send(request)
                }
                guard let news = try next(in: view, by: queue.due) else { continue }
                take(news)
                switch news {
                case .answer(let request, let line):
                    guard queue.answered(request), let result = try news.result(of: .throw),
                        let index = requests.firstIndex(of: request)
                    else { continue }
                    thrown.settle(index, result)
                    lines[result.number] = line
                case .refused(let request, let error, _):
                    guard queue.refused(request, error, at: .now) else {
                        throw ClientError.refused(error)
                    }
                case .notification(.throw(let frame)?, _):
                    queue.apply(frame)
                    thrown.apply(frame)
                default: break
                }
                if let table = tables[roll.table] {
                    view?.show(thrown, at: table, isList: true)
                }
            }
            try view?.close()
        } catch {
            try? view?.close()
            tell(made: queue.made, of: requests, at: roll.table, CommandError(error))
            throw error
        }
        let list = ThrowList(thrown.results)
        results = list.rows.compactMap(\.thrown.result)
        try printList(list, lines, isDrawn: view?.fits(results) == true)
        if let failure = queue.failure {
            tell(made: queue.made, of: requests, at: roll.table, .client(.refused(failure)))
            throw ClientError.refused(failure)
        }
    }

    private func next(in view: LiveView?, by deadline: Deadline) throws -> Follower.News? {
        if view == nil, SignalPipe.take().contains(SIGINT) {
            throw CommandError.interrupted
        }
        return try follower.next(in: view, by: deadline)
    }

    /// - Parameters:
    ///   - lines: the daemon's responses, by the number of the throw.
    ///   - isDrawn: true if the whole list is on the screen.
    private func printList(_ list: ThrowList, _ lines: [Int: ServerLine], isDrawn: Bool) throws {
        if context.json {
            for result in results {
                if let line = lines[result.number] {
                    try Output.result(of: line)
                }
            }
        } else if speaks {
            try Output.lines(list.sentences)
        } else if !isDrawn {
            try Output.lines(list.lines)
        }
    }

    /// Prints which throws were made before an error.
    private func tell(
        made: [Request],
        of requests: [Request],
        at table: TableName,
        _ error: CommandError
    ) {
        let wasInterrupted = error == .interrupted
        guard let last = made.last?[.throw]?.label else {
            if wasInterrupted {
                context.say("interrupted before the first throw")
            }
            return
        }
        let count = "\(made.count) of \(requests.count) throws"
        let look = "dicectl history \(table) --kind throw --limit \(made.count)"
        context.say(
            (wasInterrupted ? "interrupted; " : "")
                + "\(count) \(made.count == 1 ? "was" : "were") made, the last for "
                + "\(ThrowWords.quoted(last)); dice in flight settle on the faces already drawn; "
                + "to see them: \(look)"
        )
    }

    private func print(_ news: Follower.News) throws {
        guard case .answer(_, let line) = news else { return }
        let words: EventText = speaks ? .spoken : .line
        var text = try news.result(of: .roll).map { words.roll($0) } ?? ""
        if let result = try news.result(of: .throw) {
            results.append(result)
            text =
                speaks
                ? words.thrown(result)
                : (result.label.map { ThrowWords.quoted($0) + ": " } ?? "")
                    + EventText.throwText(result)
        }
        if context.json {
            try Output.result(of: line)
        } else {
            try Output.line(text)
        }
    }

    /// Draws the rolling dice in place, all at once. Throws that do not fit the window are printed
    /// below.
    private func draw(_ roll: ResolvedRoll) throws {
        let view = LiveView(
            traits: context.traits,
            motion: motion,
            environment: context.environment
        )
        let asked = roll.thrown
        var thrown = ThrowMatcher(asked)
        var rows = 0
        var hasStarted = false
        do {
            try act(roll.requests, in: view) { news in
                if let result = try news.result(of: .roll) {
                    tables[roll.table]?.apply(result)
                }
                switch news {
                case .answer(let request, _):
                    hasStarted = true
                    if let result = try news.result(of: .throw),
                        let index = roll.requests.firstIndex(of: request)
                    {
                        thrown.settle(index, result)
                    }
                case .notification(.throw(let frame)?, _): thrown.apply(frame)
                case .notification(.event(let event)?, _):
                    if case .rollStarted = event.kind {
                        hasStarted = true
                    }
                default: break
                }
                guard let table = tables[roll.table], hasStarted || !asked.isEmpty
                else { return }
                rows = view.rows
                if asked.isEmpty {
                    view.show([table])
                } else {
                    view.show(thrown, at: table)
                }
            }
            try view.close()
        } catch {
            try? view.close()
            let look =
                asked.isEmpty
                ? "dicectl table show \(roll.table)"
                : "dicectl history \(roll.table) --kind throw --limit \(asked.count)"
            if CommandError(error) == .interrupted {
                context.say(
                    "interrupted; the dice settle on the faces already drawn; to see them: \(look)"
                )
            }
            throw error
        }
        results = thrown.results
        try Output.lines(results.dropFirst(rows).map(EventText.line.thrown))
    }
}
