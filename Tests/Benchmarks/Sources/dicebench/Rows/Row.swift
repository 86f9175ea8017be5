import ArgumentParser

/// A benchmark: its work, peers and bars.
protocol Row {
    func measure(_ bench: Bench) throws -> [Line]
}

enum RowName: String, CaseIterable, ExpressibleByArgument {
    case oneShot = "one-shot"
    case firstRoll = "first-roll"
    case roundTrip = "round-trip"
    case throughput
    case stored
    case fairness
    case fanOut = "fan-out"
    case plans
    case memory
    case notation
    case verify
    case games
    case page
    case growth

    /// The row's default share of the time.
    var seconds: Double {
        switch self {
        case .oneShot, .firstRoll: 8
        case .page: 12
        case .games, .memory: 16
        case .fairness: 18
        case .roundTrip, .throughput: 20
        case .notation: 24
        case .stored: 36
        case .plans, .growth: 60
        case .fanOut: 64
        case .verify: 80
        }
    }

    var row: any Row {
        switch self {
        case .oneShot: OneShotRow()
        case .firstRoll: FirstRollRow()
        case .roundTrip: RoundTripRow()
        case .throughput: ThroughputRow()
        case .stored: StoredRow()
        case .fairness: FairnessRow()
        case .fanOut: FanOutRow()
        case .plans: PlansRow()
        case .memory: MemoryRow()
        case .notation: NotationRow()
        case .verify: VerifyRow()
        case .games: GamesRow()
        case .page: PageRow()
        case .growth: GrowthRow()
        }
    }
}
