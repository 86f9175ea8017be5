import ArgumentParser
import DiceClient
import DiceDrawing
import DiceFollowing
import DiceModel
import DiceWire
import Glibc

struct Contribute: OneTableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contribute",
        abstract: "Adds your randomness to the rolls of other players.",
        discussion: """
            Before each roll it sends the hash of 16 secret bytes, and it reveals the bytes when the roll is \
            requested. Nobody can then choose the faces, not even the person who runs the daemon. Your own rolls \
            already contain your randomness.

            Prints a line for each roll that it contributed to. At a table with players, play contributes \
            by itself.
            """
    )
    static let examples = ["contribute", "contribute odd --as ann"]

    @OptionGroup var table: TableArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    func run() throws {
        let (client, table) = try context.open()
        let witness = client.witness
        witness.contribution = EntropyContribution(table: table, by: player.name)
        var state = TableState?.none
        var hasBegun = false
        let follower = Follower(
            client,
            tables: [table],
            frames: .values,
            patience: client.timeout
        )
        SignalPipe.handle([SIGTSTP])

        func contribute() {
            if let request = witness.contribution?.renew() {
                follower.send(request)
            }
        }

        func take(_ news: Follower.News) throws(CommandError) {
            for warning in witness.takeWarnings() {
                Output.message(warning)
            }
            switch news {
            case .table(let snapshot, _):
                state = TableState(snapshot)
                contribute()
            case .answer where !hasBegun:
                hasBegun = true
                if !context.json {
                    Output.message(
                        "contributing to the rolls of \(table); press Ctrl-C to stop"
                    )
                }
            case .refused(let request, let error, _) where request.method == .reveal:
                Output.message(context.refusal(error).text)
            case .refused(_, let error, _): throw .client(.refused(error))
            case .notification(let notification?, let line):
                state?.apply(notification)
                guard case .event(let event) = notification, let state else { break }
                let requests = witness.contribution?.answer(event) ?? []
                for request in requests {
                    follower.send(request)
                }
                try show(event, line, at: state, isAsked: !requests.isEmpty)
            default: break
            }
        }

        while true {
            if SignalPipe.take().contains(SIGTSTP) {
                try follower.withdraw(witness, take)
                SignalPipe.raiseUnhandled(SIGTSTP)
                SignalPipe.handle([SIGTSTP])
                contribute()
            }
            if let news = try follower.takeNext() {
                try take(news)
            } else {
                _ = try follower.wait(until: .never)
            }
        }
    }

    private func show(
        _ event: TableEvent,
        _ line: ServerLine,
        at table: TableState,
        isAsked: Bool
    ) throws(CommandError) {
        switch event.kind {
        case .rollAsked where isAsked, .rollSettled:
            if context.json {
                try Output.json(line.bytes)
            } else if let text = EventText.line.event(event, at: table.snapshot) {
                try Output.line(text)
            }
        case .tableDeleted: throw .declined("the table was deleted")
        default: break
        }
    }
}
