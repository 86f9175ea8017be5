import DiceModel
import DiceWire
import Testing

@testable import DiceClient

/// A follower's state, a clock that moves only on demand, and the output since the last check.
struct FollowPlay {
    var state: FollowState
    var now = Deadline.now
    var hasAgreed = true
    private var nextID = 2
    private(set) var out: [String] = []
    /// A fixed seed, which makes the pauses equal in each run and never zero.
    private var generator = SeededGenerator(seed: 1)

    init(
        _ tables: [TableName] = [.default],
        patience: Duration? = nil,
        reconnects: Bool = true,
        isConnected: Bool = true,
        viewer: String? = nil,
        sheets: Bool = true
    ) {
        state = FollowState(
            tables: tables,
            frames: .plan,
            viewer: viewer,
            sheets: sheets,
            patience: patience,
            reconnects: reconnects,
            at: now
        )
        if isConnected {
            state.connected()
        }
    }

    /// Performs the pending actions, as a follower whose daemon reads everything.
    mutating func work() {
        do throws(ClientError) {
            while true {
                switch state.next(at: now, hasAgreed: hasAgreed) {
                case .wait: if try !state.handleEndOfInput(at: now) { return }
                case .connect: return out.append("connect")
                case .send(let request):
                    state.sent(.integer(nextID), at: now)
                    let frames =
                        (request.params as? WatchParams)?.frames == .values
                        ? " values" : ""
                    let viewer =
                        (request.params as? WatchParams)?.viewer.map { " as \($0)" }
                        ?? ""
                    let sheets =
                        (request.params as? WatchParams)?.sheets
                        ?? (request.params as? RollParams)?.sheets
                    let isBrief = sheets == false
                    out.append(
                        "\(nextID) \(request.method)\(frames)\(viewer)\(isBrief ? " in brief" : "")"
                    )
                    nextID += 1
                }
            }
        } catch {
            end(error)
        }
    }

    mutating func take() -> [String] {
        work()
        defer {
            out = []
        }
        return out
    }

    mutating func say(_ text: String) throws {
        let line = try #require(ServerLine(Array(text.utf8)))
        do throws(ClientError) {
            if let news = try state.handle(line, at: now) {
                tell(news)
            }
        } catch {
            end(error)
        }
        work()
    }

    mutating func show(_ id: Int, _ table: String = "default") throws {
        try say(
            #"{"jsonrpc":"2.0","id":\#(id),"result":{"table":"\#(table)","revision":1,"turn":1,"roll":0,"#
                + #""rolling":false,"watchers":1,"dice":[{"die":1,"sides":6,"value":1,"locked":false,"animating":false}]}}"#
        )
    }

    mutating func answer(_ id: Int) throws {
        try say(#"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#)
    }

    mutating func refuse(
        _ id: String,
        _ reason: String,
        _ code: Int,
        param: String? = nil
    ) throws {
        let data =
            #"{"reason":"\#(reason)"\#(param.map { #","param":"\#($0)""# } ?? "")}"#
        try say(
            #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":"no","data":\#(data)}}"#
        )
    }

    mutating func refuseMissing(_ id: Int) throws {
        try refuse("\(id)", "tableNotFound", 1)
    }

    mutating func tell(event: String, of table: String = "default") throws {
        try say(
            #"{"jsonrpc":"2.0","method":"event","params":{"table":"\#(table)","revision":2,"event":"\#(event)"}}"#
        )
    }

    mutating func end(
        _ error: ClientError = .lost(Method.watch.any),
        by failure: RemoteError? = nil
    ) {
        do throws(ClientError) {
            if let news = try state.ended(
                error,
                by: failure,
                at: now,
                using: &generator
            ) {
                tell(news)
            }
        } catch {
            out.append("throws \(error)")
        }
    }

    private mutating func tell(_ news: Follower.News) {
        let text =
            switch news {
            case .table(let table, _): "table \(table.table)"
            case .notification(.event(let event)?, _): event.kind.name
            case .notification(_, _): "unknown"
            case .answer(let request, _): "answer \(request.method)"
            case .refused(let request, let error, _):
                "refused \(request.method) \(error.data.reason)"
            case .missing(let table): "missing \(table)"
            case .gone(_, let methods): "gone \(methods)"
            case .blocked: "blocked"
            }
        out.append(text)
    }
}
