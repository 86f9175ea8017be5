import DiceModel
import DiceWire

/// The dice as a watcher displays them by its own clock.
struct Viewer {
    private(set) var dice: [DieState]
    private(set) var thrown: [Int: [DieState]] = [:]
    private var board = FlightBoard()
    private var throwBoards: [Int: FlightBoard] = [:]

    init(_ snapshot: TableSnapshot, at now: Duration) {
        dice = snapshot.dice
        if let flight = snapshot.flight {
            board.take(flight, at: now)
        }
    }

    mutating func apply(_ lines: [String], at now: Duration) throws {
        for line in lines {
            switch try ServerLine(Array(line.utf8))?.notification() {
            case .frame(let frame)?: apply(frame.dice)
            case .throw(let frame)?: apply(frame, at: now)
            case .event(let event)?:
                if case .rollStarted(let rolled, _, _, let plan?) = event.kind {
                    for number in rolled {
                        dice[number - 1].animating = true
                    }
                    board.take(FlightPlan(elapsed: 0, plan: plan), at: now)
                }
            case .tables?, .backup?, .progress?, nil: break
            }
        }
    }

    private mutating func apply(_ changed: [DieState]) {
        for die in changed {
            dice[die.die - 1] = die
            if !die.animating {
                board.drop(die.die)
            }
        }
    }

    private mutating func apply(_ frame: ThrowFrame, at now: Duration) {
        var dice = thrown[frame.number] ?? []
        var board = throwBoards[frame.number] ?? FlightBoard()
        for die in frame.dice {
            if die.die > dice.count {
                dice.append(die)
            } else {
                dice[die.die - 1] = die
            }
            if !die.animating {
                board.drop(die.die)
            }
        }
        if let flight = frame.flight {
            board.take(flight, at: now)
        }
        thrown[frame.number] = dice
        throwBoards[frame.number] = board
    }

    /// Returns the displayed state of each die.
    func shown(at now: Duration) -> [DieState] {
        dice.map { die in
            var die = die
            if let value = board.value(ofDie: die.die, at: now) {
                die.value = value
            }
            return die
        }
    }

    func shownThrow(_ number: Int, at now: Duration) -> [DieState] {
        (thrown[number] ?? []).map { die in
            var die = die
            if let value = throwBoards[number]?.value(ofDie: die.die, at: now) {
                die.value = value
            }
            return die
        }
    }
}
