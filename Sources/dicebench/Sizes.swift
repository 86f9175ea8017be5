/// How much is measured.
struct Sizes: Sendable {
    /// Runs of each program.
    var oneShots: Int
    var firstRolls: Int
    /// Turns that the peers take, and requests in each.
    var roundTripTurns: Int
    var roundTripsPerTurn: Int
    var fairnessTurns: Int
    var throughputTurns: Int
    var throughputSeconds: Double
    /// Rolls that every number of watchers sees.
    var fanOutRolls: Int
    var scaleRolls: Int
    var stoppedWatcherRolls: Int
    var memoryRolls: Int
    var idleSeconds: Int
    var redraws: Int

    static let full = Sizes(
        oneShots: 500, firstRolls: 40, roundTripTurns: 60, roundTripsPerTurn: 1_000, fairnessTurns: 20,
        throughputTurns: 20,
        throughputSeconds: 0.5, fanOutRolls: 10, scaleRolls: 5, stoppedWatcherRolls: 10_000, memoryRolls: 1_000_000,
        idleSeconds: 10, redraws: 1_000)

    static let quick = Sizes(
        oneShots: 100, firstRolls: 8, roundTripTurns: 15, roundTripsPerTurn: 250, fairnessTurns: 8, throughputTurns: 4,
        throughputSeconds: 0.25, fanOutRolls: 1, scaleRolls: 1, stoppedWatcherRolls: 3_000, memoryRolls: 50_000,
        idleSeconds: 5, redraws: 200)
}
