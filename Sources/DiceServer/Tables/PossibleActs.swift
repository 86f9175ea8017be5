import DiceModel
import DiceTable
import DiceWire

/// Who may do each act at a table at one moment, to tell each connection what it may do.
@TableActor
struct PossibleActs {
    /// A permission with causes instead of refusals, which are the same for every watcher.
    private struct Rule {
        let act: Act
        let party: Party
        let exclusion: String?
        let obstacle: String?
    }

    private let rules: [Rule]

    init(at group: DiceGroup) {
        rules = Act.allCases.map { act in
            let permission = group.permission(for: act)
            return Rule(
                act: act,
                party: permission.party,
                exclusion: permission.exclusion?.cause.rawValue,
                obstacle: permission.obstacle?.cause.rawValue
            )
        }
    }

    /// Returns what a connection with this permit may do under any of its names.
    func may(of permit: Permit, standing: Standing) -> May {
        var may = May()
        let names = permit.possibleNames
        for rule in rules {
            let refusal =
                permit.refusal(of: rule.act)?.data.cause
                ?? (rule.party.includes(names, standing: standing)
                    ? rule.obstacle : rule.exclusion)
            may[rule.act] = refusal.map { .refused($0) } ?? .possible
        }
        return may
    }
}
