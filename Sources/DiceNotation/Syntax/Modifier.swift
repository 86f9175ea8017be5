/// A modifier of the dice of a term, or of the members of a group.
public enum Modifier: Sendable, Hashable {
    /// `kh3`, `dl1`: keeps only this many dice, or drops this many.
    case keep(Keep, Expression)
    /// `k>=3`, `d<3`: keeps only the dice that meet the comparison, or drops those dice.
    case filter(keeps: Bool, Comparison)
    /// `!`: rolls another die for each die that meets the comparison or, without a comparison,
    /// shows its highest face. `atMost` limits the explosions of a die; `nil` means no limit.
    case explode(Explosion, Comparison?, atMost: Int? = nil)
    /// `r<2`: rerolls dice that meet the comparison or, without a comparison, show their lowest
    /// face; rerolls each die only once, or until it no longer matches.
    case reroll(Comparison?, once: Bool)
    /// `min2`, `max5`: raises lower values to a minimum, or lowers higher values to a maximum.
    case clamp(Clamp, Expression)
    /// `u`: rerolls dice that show the same value as an earlier die; rerolls each die only once, or
    /// until all dice differ.
    case unique(once: Bool)
    /// `>=8`: counts successes instead of adding values.
    case success(Comparison)
    /// `f1`: subtracts failures from the successes.
    case failure(Comparison)
    /// `x2=10`: each match counts this number instead of one.
    case weight(Int, Comparison)
    /// `cs>18`: marks matches as critical.
    case critical(Comparison?)
    /// `cf<3`: marks matches as fumbles.
    case fumble(Comparison?)
    /// `sa`, `sd`: shows the dice in ascending or descending order.
    case sort(descending: Bool)
}

extension Modifier {
    /// True if the modifier counts dice instead of adding values.
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
    /// The new die is added next to the old die.
    case another = "!"
    /// The new face is added to the value of the same die.
    case compound = "!!"
    /// Like `another`, but the new die is worth one less.
    case penetrate = "!p"
}

public enum Clamp: String, Sendable, Hashable, CaseIterable {
    /// A limit on values: no lower, or no higher, than a number.
    case minimum = "min"
    case maximum = "max"
}
