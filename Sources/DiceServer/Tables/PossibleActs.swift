import DiceModel
import DiceTable
import DiceWire

/// Who may do each act at a table at one moment, to tell each connection what it may do.
@TableActor
struct PossibleActs {
    let group: DiceGroup
    private let rules: [(act: Act, permission: Permission)]

    init(at group: DiceGroup) {
        self.group = group
        rules = Act.allCases.map { ($0, group.permission(for: $0)) }
    }

    /// Returns what a connection with this permit may do under any of its names.
    func may(of permit: Permit, standing: Standing) -> May {
        var may = May()
        for (act, permission) in rules {
            let refusal =
                permit.refusal(of: act)?.data.cause
                ?? permission.refusal(of: permit.possibleNames, standing: standing)?.cause.rawValue
            may[act] = refusal.map { .refused($0) } ?? .possible
        }
        return may
    }
}
