internal import DiceModel

extension TableEvent: Decodable {
    private enum CodingKeys: String, CodingKey {
        case table, revision, event, by, rolled, outcome, reason, dice, total, entry
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let name = try members.decode(String.self, forKey: .event)
        let kind: Kind
        switch name {
        case "rollStarted": kind = .rollStarted(rolled: try members.decode([Int].self, forKey: .rolled))
        case "rollSettled":
            kind = .rollSettled(
                rolled: try members.decode([Int].self, forKey: .rolled),
                outcome: try members.decode(RollOutcome.self, forKey: .outcome),
                reason: try members.decodeIfPresent(CancelReason.self, forKey: .reason),
                dice: try members.decode([DieState].self, forKey: .dice),
                total: try members.decode(Int.self, forKey: .total))
        case "lockChanged": kind = .lockChanged(dice: try members.decode([DieState].self, forKey: .dice))
        case "turnEnded": kind = .turnEnded(try members.decode(Turn.self, forKey: .entry))
        case "tableDeleted": kind = .tableDeleted
        case "serverStopping": kind = .serverStopping
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .event, in: members, debugDescription: "unknown event \(name)")
        }
        self.init(
            table: try members.decode(String.self, forKey: .table),
            revision: try members.decode(Int.self, forKey: .revision),
            by: try members.decodeIfPresent(String.self, forKey: .by), kind: kind)
    }
}

extension Notification: Decodable {
    private enum CodingKeys: String, CodingKey { case method, params }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        switch try members.decode(String.self, forKey: .method) {
        case "frame": self = .frame(try members.decode(Frame.self, forKey: .params))
        case "event": self = .event(try members.decode(TableEvent.self, forKey: .params))
        case let method:
            throw DecodingError.dataCorruptedError(
                forKey: .method, in: members, debugDescription: "unknown notification \(method)")
        }
    }
}
