public import DiceModel

/// The newest state of a table: a snapshot's members, but only the dice that changed since the last one sent here.
public typealias Frame = TableSnapshot

/// Something that happened at a table.
public struct TableEvent: Sendable, Hashable {
    public var table: String
    public var revision: Int
    /// Who did it, where somebody did.
    public var by: String?
    public var kind: Kind

    public enum Kind: Sendable, Hashable {
        case rollStarted(rolled: [Int])
        case rollSettled(rolled: [Int], outcome: RollOutcome, reason: CancelReason?, dice: [DieState], total: Int)
        /// The dice that are locked now and were not, or the other way round.
        case lockChanged(dice: [DieState])
        case turnEnded(Turn)
        case tableDeleted
        case serverStopping

        /// The word in `event`.
        public var name: String {
            switch self {
            case .rollStarted: "rollStarted"
            case .rollSettled: "rollSettled"
            case .lockChanged: "lockChanged"
            case .turnEnded: "turnEnded"
            case .tableDeleted: "tableDeleted"
            case .serverStopping: "serverStopping"
            }
        }
    }

    /// The words that `event` can be.
    public static let names = [
        "rollStarted", "rollSettled", "lockChanged", "turnEnded", "tableDeleted", "serverStopping",
    ]

    public init(table: String, revision: Int, by: String? = nil, kind: Kind) {
        self.table = table
        self.revision = revision
        self.by = by
        self.kind = kind
    }
}

extension TableEvent: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("table", table)
            json.member("revision", revision)
            json.member("event", kind.name)
            json.member("by", ifPresent: by)
            switch kind {
            case .rollStarted(let rolled): json.member("rolled", rolled)
            case .rollSettled(let rolled, let outcome, let reason, let dice, let total):
                json.member("rolled", rolled)
                json.member("outcome", outcome.rawValue)
                json.member("reason", ifPresent: reason?.rawValue)
                json.member("dice", dice)
                json.member("total", total)
            case .lockChanged(let dice): json.member("dice", dice)
            case .turnEnded(let entry): json.member("entry", entry)
            case .tableDeleted, .serverStopping: break
            }
        }
    }
}

/// What the daemon sends to a watcher unasked.
public enum Notification: Sendable, Hashable {
    case frame(Frame)
    case event(TableEvent)

    /// The methods of the notifications.
    public static let methods = ["frame", "event"]
}

extension Notification: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("jsonrpc", "2.0")
            switch self {
            case .frame(let frame):
                json.member("method", "frame")
                json.member("params", frame)
            case .event(let event):
                json.member("method", "event")
                json.member("params", event)
            }
        }
    }
}
