/// Room for the dice of one flight among all that are in flight: taken before the first face is
/// drawn, and given back as the flight, which owns it, lands. If nothing starts, nothing owns it,
/// and it is given back, too.
@TableActor
package final class Reservation {
    /// How many dice take it now.
    package internal(set) var dice: Int { didSet { changed(dice) } }
    private let changed: (_ dice: Int) -> Void

    /// - Parameter changed: told of each number of dice from the start of the flight on, and of 0
    ///   if there is none.
    package init(_ dice: Int, changed: @escaping (_ dice: Int) -> Void) {
        self.dice = dice
        self.changed = changed
    }

    isolated deinit {
        if dice > 0 {
            changed(0)
        }
    }
}
