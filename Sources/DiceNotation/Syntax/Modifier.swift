/// What is done to the dice of a term, or to the members of a group.
public enum Modifier: Sendable, Hashable {
    /// `kh3`, `dl1`: leaves out all except these, or these.
    case keep(Keep, Expression)
    /// `k>=3`, `d<3`: leaves out all that do not meet the comparison, or all that do.
    case filter(keeps: Bool, Comparison)
    /// `!`: rolls another die for each that meets the comparison or, without one, shows its highest
    /// face; so many for each at most, nil without an end.
    case explode(Explosion, Comparison?, atMost: Int? = nil)
    /// `r<2`: rolls again what meets the comparison or, without one, shows its lowest face; once,
    /// or until it does not.
    case reroll(Comparison?, once: Bool)
    /// `min2`, `max5`
    case clamp(Clamp, Expression)
    /// `u`: rolls again what shows the same as a die before it; once, or until none does.
    case unique(once: Bool)
    /// `>=8`: counts instead of adding up.
    case success(Comparison)
    /// `f1`: counts down.
    case failure(Comparison)
    /// `x2=10`: what meets it counts so much instead.
    case weight(Int, Comparison)
    /// `cs>18`: marks.
    case critical(Comparison?)
    /// `cf<3`: marks.
    case fumble(Comparison?)
    /// `sa`, `sd`: shows the dice in order.
    case sort(descending: Bool)
}

extension Modifier {
    /// Whether it counts instead of adding up.
    package var isCount: Bool {
        switch self {
        case .success, .failure, .weight: true
        default: false
        }
    }
}

public enum Keep: String, Sendable, Hashable, CaseIterable {
    case keepHighest = "kh"
    case keepLowest = "kl"
    case dropHighest = "dh"
    case dropLowest = "dl"
}

public enum Explosion: String, Sendable, Hashable, CaseIterable {
    /// The new die stands beside the old one.
    case another = "!"
    /// The new face is added to the same die.
    case compound = "!!"
    /// As `another`, the new die being worth one less.
    case penetrate = "!p"
}

public enum Clamp: String, Sendable, Hashable, CaseIterable {
    /// Nothing lower, or nothing higher, than this.
    case minimum = "min"
    case maximum = "max"
}
