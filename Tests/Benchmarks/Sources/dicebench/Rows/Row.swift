import ArgumentParser

/// One row of the issue: work, peers and bars.
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
    case scale
    case memory
    case idle
    case redraws
    case notation
    case proof
    case verify
    case games
    case shared
    case web
    case page
    case mqtt
    case ssh

    /// Its share of the time when nothing else is asked for.
    var seconds: Double {
        switch self {
        case .oneShot, .firstRoll: 8
        case .roundTrip, .throughput, .idle, .scale: 20
        case .fairness: 18
        case .fanOut: 64
        case .plans: 60
        case .memory, .stored: 36
        case .redraws: 16
        case .notation: 24
        case .verify: 80
        case .proof: 24
        case .games: 16
        case .shared, .web: 20
        case .mqtt: 90
        case .ssh: 12
        case .page: 12
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
        case .scale: ScaleRow()
        case .memory: MemoryRow()
        case .idle: IdleRow()
        case .redraws: RedrawsRow()
        case .notation: NotationRow()
        case .proof: ProofRow()
        case .verify: VerifyRow()
        case .games: GamesRow()
        case .shared: SharedRow()
        case .web: WebRow()
        case .page: PageRow()
        case .mqtt: MQTTRow()
        case .ssh: SSHRow()
        }
    }
}
