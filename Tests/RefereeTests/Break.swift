import ProgramTestSupport
import Referee

/// One violation of a rule in an otherwise correct transcript.
struct Break: Sendable, CustomStringConvertible {
    let description: String
    /// A text that the referee's objection must contain.
    let says: String
    /// Alters the messages of a step. Returns true if there was something to alter.
    let alter: @Sendable (inout Referee.Step, Referee) -> Bool

    init(
        _ description: String,
        _ says: String,
        _ alter: @escaping @Sendable (inout Referee.Step, Referee) -> Bool
    ) {
        self.description = description
        self.says = says
        self.alter = alter
    }

    /// Alters every object in the messages, at any depth.
    static func told(
        _ description: String,
        _ says: String,
        _ change: @escaping @Sendable (inout JSON) -> Void
    ) -> Break {
        Break(description, says) { step, _ in step.change(change) }
    }

    /// Alters events of one kind.
    static func event(
        _ kind: String,
        _ description: String,
        _ says: String,
        _ change: @escaping @Sendable (inout JSON) -> Void
    ) -> Break {
        told(description, says) { if $0["event"].string == kind { change(&$0) } }
    }

    /// Removes messages.
    static func left(
        out description: String,
        _ says: String,
        _ isLeft: @escaping @Sendable (Int, JSON) -> Bool
    ) -> Break {
        Break(description, says) { step, _ in
            let count = step.lines.count
            step.lines.removeAll { isLeft($0.to, $0.line["params"]) }
            return step.lines.count < count
        }
    }

    /// Grants a request that was refused.
    static func granted(_ reason: String) -> Break {
        Break("granted, against \(reason)", reason) { step, _ in
            step.change { reply in
                guard reply["error"]["data"]["reason"].string == reason else { return }
                reply["error"] = .null
                reply["result"] = .object([:])
            }
        }
    }

    /// Alters a single request that is not refused.
    static func asked(
        _ description: String,
        _ says: String,
        _ change: @escaping @Sendable (inout Order, Table) -> Bool
    ) -> Break {
        Break(description, says) { step, referee in
            guard case .sent(var orders) = step.cause, orders.count == 1,
                let table = referee.table,
                !step.lines.contains(where: { $0.line["error"] != .null }),
                change(&orders[0], table)
            else { return false }
            step.cause = .sent(orders)
            return true
        }
    }
}

extension Referee.Step {
    /// Alters every object in the lines. Returns true if at least one object changed.
    mutating func change(_ change: (inout JSON) -> Void) -> Bool {
        func deep(_ value: inout JSON) {
            switch value {
            case .object(var members):
                for name in members.keys {
                    if var member = members[name] {
                        deep(&member)
                        members[name] = member
                    }
                }
                value = .object(members)
                change(&value)
            case .array(var elements):
                for index in elements.indices {
                    deep(&elements[index])
                }
                value = .array(elements)
            default: break
            }
        }
        var isOther = false
        for index in lines.indices {
            var line = lines[index].line
            deep(&line)
            isOther = isOther || line != lines[index].line
            lines[index].line = line
        }
        return isOther
    }
}
