import DiceClient
import DiceModel
import DiceWire
import Logging
import NIOCore
import Unix

/// The bots that pages of hosts have started, each in a process of its own, which ends with the
/// match, with this program or when the host's links are revoked. Confined to one event loop.
final class HostBots {
    /// A player at a table.
    private struct Seat: Hashable {
        var table: TableName
        var name: String
    }

    private struct Bot {
        var program: BotProgram
        /// The maker of the host's link.
        var maker: String
    }

    /// The maximum number of bots.
    static let most = 8
    private static let glance = TimeAmount.seconds(1)

    private var bots: [Seat: Bot] = [:]
    private var reaping: RepeatedTask?
    private let eventLoop: any EventLoop
    /// Starts `dicectl bot` with these arguments.
    private let start: (_ arguments: [String]) throws -> BotProgram
    private let logger: Logger

    /// The number of bots whose end has not been noticed yet.
    var count: Int { bots.count }

    init(
        eventLoop: any EventLoop,
        logger: Logger,
        start: @escaping (_ arguments: [String]) throws -> BotProgram
    ) {
        self.eventLoop = eventLoop
        self.logger = logger
        self.start = start
    }

    /// Returns the response to a host page's request for a bot; `nil` for a notification.
    func answer(to message: [UInt8], on page: Link) -> [UInt8]? {
        guard let call = LinkIssuer.call(in: message, on: page),
            let id = call.id
        else { return nil }
        let result = Result { () throws(WireError) -> any JSONWritable in
            if let params = try call.request.get()[.startBot] {
                try play(params, for: page.maker)
            }
            return EmptyObject()
        }
        return Reply(id: id, result: result).jsonBytes()
    }

    /// Starts a bot, unless one plays for this player already.
    private func play(_ params: BotParams, for maker: String) throws(WireError) {
        reap()
        let seat = Seat(table: params.table, name: params.as)
        guard bots[seat] == nil else { return }
        guard bots.count < Self.most else {
            throw WireError(.botsOfPage, ["limit": Self.most])
        }
        do {
            bots[seat] = Bot(program: try start(Self.arguments(params)), maker: maker)
        } catch {
            logger.error("cannot start a bot", metadata: ["error": "\(error)"])
            throw WireError(.botNotStarted, ["problem": "\(error)"])
        }
        logger.info(
            "started a bot",
            metadata: ["table": "\(seat.table)", "as": "\(seat.name)", "by": "\(maker)"]
        )
        if reaping == nil {
            let bots = NIOLoopBound(self, eventLoop: eventLoop)
            reaping = eventLoop.scheduleRepeatedTask(
                initialDelay: Self.glance,
                delay: Self.glance
            ) { _ in bots.value.reap() }
        }
    }

    /// The seconds for which a bot waits after somebody else's turn. To find "Take back" takes longer
    /// on a page than in a terminal.
    private static let patience = 7

    private static func arguments(_ params: BotParams) -> [String] {
        ["--one-match", "--as=\(params.as)", "--patience", "\(patience)"]
            + (params.level.map { ["--level", $0.rawValue] } ?? [])
            + (params.untilBack ? ["--until-back"] : [])
            + ["--", params.table.description]
    }

    /// Forgets the bots that have ended.
    func reap() {
        for (seat, bot) in bots {
            guard let exit = bot.program.exit() else { continue }
            bots[seat] = nil
            if exit != .exited(0) {
                logger.warning(
                    "a bot has ended",
                    metadata: [
                        "table": "\(seat.table)", "as": "\(seat.name)", "exit": "\(exit)",
                    ]
                )
            }
        }
        if bots.isEmpty {
            reaping?.cancel()
            reaping = nil
        }
    }

    /// Ends the bots of the pages of this maker's links.
    func endAll(of maker: String) {
        end { $0.maker == maker }
    }

    /// Ends all bots when the program stops. Does not wait for their end.
    func stop() {
        end { _ in true }
        reaping?.cancel()
    }

    private func end(_ isEnding: (Bot) -> Bool) {
        for bot in bots.values where isEnding(bot) {
            bot.program.end()
        }
    }
}
