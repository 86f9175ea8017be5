internal import DiceModel
internal import DiceTable
internal import DiceWire

/// Counts the dice that animate, so that those which are let in settle in time.
@TableActor
final class DiceInFlight {
    private var count = 0

    /// To be called before a roll is stored; throws where its dice would be too many.
    ///
    /// - Parameter landing: how many will land when it starts.
    func admit(_ dice: Int, insteadOf landing: Int) throws(WireError) {
        guard dice == 0 || count + dice - landing <= Limits.diceInFlight else { throw .tooManyDiceInFlight }
        count += dice
    }

    /// The dice of a roll that was let in have settled, or never started.
    func landed(_ dice: Int) { count -= dice }
}
