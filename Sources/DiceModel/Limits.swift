import DiceNotation

/// The bounds of a table, a die and a label.
public enum Limits {
    /// Dice on one table.
    public static let dicePerTable = 1...1_000
    /// Sides of one die.
    public static let sidesPerDie = 2...1_000
    /// Bytes of the faces of one's own of all dice of a table.
    public static let facesPerTable = 16 * 1_024
    /// Bytes of the faces of custom dice that the throws in flight at a table carry; those of one
    /// user half of it.
    public static let facesInFlight = 256 * 1_024
    /// Dice of one throw on the wire.
    public static let diceOfThrow = NotationLimits.throwDice
    /// Sides of a die of a throw.
    public static let sidesOfThrow = 1...1_000_000
    /// Tables of one daemon.
    public static let tables = 10_000
    /// Characters of a table's name.
    public static let nameLength = 1...64
    /// How many times slower than usual animations may be made to go; below 1 they are faster.
    public static let slowness = 0.01...1_000
    /// How many times faster than usual a table's dice may be set to move; below 1 they are slower.
    public static let pace = 0.25...4.0
    /// Rolls of one turn. The roll that would pass this or `valuesPerTurn` ends the turn first.
    public static let rollsPerTurn = 1_000
    /// Values that a turn's rolls hold: dice of the table times rolls.
    public static let valuesPerTurn = 100_000
    /// Players of one table.
    public static let players = 0...100
    /// Names of those who share one connection.
    public static let seatNames = 1...viewers
    /// Names that may see a secret throw.
    public static let viewers = 16
    /// Dice of a daemon that animate at the same time: two thirds of what one core was measured to
    /// move in time.
    public static let diceInFlight = 20_000
    /// The part of these that the throws of one connection, or of one user of a shared daemon, may
    /// take.
    public static let thrownDiceInFlight = diceInFlight / 2
    /// Connections of one user of a shared daemon, or of one seat.
    public static let connectionsPerUser = 64
    /// Tables of one user of a shared daemon.
    public static let tablesPerUser = 100
    /// Copies that a row of them keeps.
    public static let backups = 1...10_000
    /// Dice of one user that animate at the same time, if several use the daemon.
    public static let diceInFlightPerUser = 5_000
    /// Throws of one user that animate at the same time, if several use the daemon.
    public static let throwsInFlightPerUser = 100
    /// Throws in flight of one user whose number of dice is not known in advance. This number,
    /// times `largestThrow`, bounds what `storedByThrows` does not count yet.
    public static let growingThrowsInFlight = 100
    /// Bytes that the entry of a throw may take without being counted.
    public static let smallThrow = 4_000
    /// Bytes that the entry of a throw, and each line about it, takes at most.
    public static let largestThrow = 256 * 1_024
    /// Bytes that the other throws of one user store in a second.
    public static let storedByThrows = 1_000_000
    /// Rolls saved by one user of a shared daemon.
    public static let savedRollsPerUser = 100
    /// What these take as JSON, in bytes.
    public static let savedRollsSizePerUser = 64 * 1_024
    /// Names that contribute to one roll.
    public static let contributors = 16
    /// Connections that contribute under one name.
    public static let contributionsPerName = 4
    /// Contributions to one roll.
    public static let contributions = contributors * contributionsPerName
    /// Void rolls of a turn with which the rest of its rolls ask nobody any more.
    public static let voidRolls = 16
    /// How often a turn is put into another box.
    public static let corrections = 16
    /// Names of watchers that a message lists.
    public static let watchingNames = 100
    /// Rolls saved by a daemon.
    public static let savedRolls = 1_000
    /// What all of them take as JSON, in bytes.
    public static let savedRollsSize = 512 * 1_024
    /// Requests of one batch.
    public static let batch = 1_000
    /// Entries of one page of history.
    public static let historyPage = 1...1_000
}
