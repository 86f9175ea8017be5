/// One flight's share of the limit on dice in flight. The share is reserved before the first face
/// is drawn, and released when the flight that owns the reservation lands. If no flight starts,
/// nothing owns the reservation, and it is released as well.
@TableActor
package final class Reservation {
    /// The number of dice reserved now.
    package internal(set) var dice: Int { didSet { changed(dice) } }
    private let changed: (_ dice: Int) -> Void

    /// - Parameter changed: Receives each new number of dice after the start of the flight, and 0
    ///   if no flight starts.
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
