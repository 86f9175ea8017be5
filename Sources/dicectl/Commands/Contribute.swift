internal import ArgumentParser
internal import DiceClient
internal import DiceModel
internal import DiceWire

struct Contribute: DaemonCommand {
    static let configuration = CommandConfiguration(
        commandName: "contribute", abstract: "Adds chance of your own to every roll of a table, until Ctrl-C.",
        discussion: """
            Before each roll it promises 16 secret bytes, and reveals them when somebody rolls: nobody, not even whoever \
            runs the daemon, can choose the faces then. Your own rolls have chance of their own.

            It prints a line for each roll that it has vouched for. play does the same by itself at a table with players.
            """)

    @OptionGroup var argument: TableArgument
    @OptionGroup var player: PlayerOption
    @OptionGroup var common: CommonOptions

    var tables: [TableName] { argument.tables }

    func run() throws {
        let client = try session.connect()
        var voucher = Voucher(table: try session.table(), by: player.name)
        let snapshot = try client.call(.watch, WatchParams(table: voucher.table))
        var (state, seen) = (TableState(snapshot), SeenNotes.current)
        var isPromised = false
        _ = try client.begin([voucher.promise()].compactMap(\.self))
        while true {
            guard let line = try LineWait.next(from: client, by: .never) else { continue }
            if case .reply(_, let error) = line.kind {
                if let error { throw ClientError.refused(error) }
                if !isPromised, !session.json {
                    Output.message("vouching for the rolls of \(voucher.table); Ctrl-C ends it")
                }
                isPromised = true
            }
            guard let notification = try line.news() else { continue }
            state.apply(notification)
            guard case .event(let event) = notification else { continue }
            if let objection = voucher.objection(to: event) { Output.message(objection) }
            let requests = voucher.answer(event)
            if !requests.isEmpty { _ = try client.begin(requests) }
            seen?.note(requests, for: event, at: state.snapshot)
            seen?.note(event)
            switch event.kind {
            case .rollAsked where !requests.isEmpty, .rollSettled:
                if session.json {
                    try Output.json(line.bytes)
                } else {
                    try Output.line(PlainLine.event(event, at: state.snapshot))
                }
            case .tableDeleted: throw Failure.declined("the table was deleted")
            default: break
            }
        }
    }
}
