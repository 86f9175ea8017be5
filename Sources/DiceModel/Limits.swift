import DiceNotation

/// The limits of tables, dice, labels and other values.
public enum Limits {
    /// Dice on one table.
    public static let dicePerTable = 1...1_000
    /// Sides of one die.
    public static let sidesPerDie = 2...1_000
    /// Total bytes for the faces of all custom dice on a table.
    public static let facesPerTable = 16 * 1_024
    /// Bytes of custom faces in the throws in flight at a table; half of this per user.
    public static let facesInFlight = 256 * 1_024
    /// Dice of one throw on the wire.
    public static let diceOfThrow = NotationLimits.throwDice
    /// Sides of a die of a throw.
    public static let sidesOfThrow = 1...1_000_000
    /// Tables of one daemon.
    public static let tables = 10_000
    /// Characters of a table's name.
    public static let nameLength = 1...64
    /// The factor by which animations may be slowed down; below 1 they are faster.
    public static let slowness = 0.01...1_000
    /// The factor by which a table's animations may be sped up; below 1 they are slower.
    public static let pace = 0.25...4.0
    /// Rolls in one turn. A roll that would exceed this limit or `valuesPerTurn` first ends the
    /// turn.
    public static let rollsPerTurn = 1_000
    /// Values of a turn's rolls: dice of the table times rolls.
    public static let valuesPerTurn = 100_000
    /// Players of one table.
    public static let players = 0...100
    /// Names that share one connection.
    public static let seatNames = 1...viewers
    /// Names that may see a secret throw.
    public static let viewers = 16
    /// Dice in flight at the same time on one daemon: two thirds of the number that one core was
    /// measured to animate in time.
    public static let diceInFlight = 20_000
    /// The share of `diceInFlight` available to the throws of one connection, or of one user on a
    /// shared daemon.
    public static let thrownDiceInFlight = diceInFlight / 2
    /// Connections of one user of a shared daemon, or of one seat.
    public static let connectionsPerUser = 64
    /// Tables of one user of a shared daemon.
    public static let tablesPerUser = 100
    /// Rotating backups.
    public static let backups = 1...10_000
    /// Dice of one user in flight at the same time, on a daemon with several users.
    public static let diceInFlightPerUser = 5_000
    /// Throws of one user in flight at the same time, on a daemon with several users.
    public static let throwsInFlightPerUser = 100
    /// Throws of one user in flight whose number of dice is not known in advance. This number times
    /// `largestThrow` bounds the bytes that `storedByThrows` does not count yet.
    public static let growingThrowsInFlight = 100
    /// A throw whose entry has at most this many bytes is not counted.
    public static let smallThrow = 4_000
    /// Maximum bytes of the entry of a throw, and of each line about it.
    public static let largestThrow = 256 * 1_024
    /// Bytes per second that one user may store by throws larger than `smallThrow`.
    public static let storedByThrows = 1_000_000
    /// Saved rolls of one name, or saved for everyone by one user of a shared daemon.
    public static let savedRollsPerUser = 100
    /// Bytes of these rolls, as JSON.
    public static let savedRollsSizePerUser = 64 * 1_024
    /// Names that contribute to one roll.
    public static let contributors = 16
    /// Connections that contribute under one name.
    public static let contributionsPerName = 4
    /// Contributions to one roll.
    public static let contributions = contributors * contributionsPerName
    /// The number of void rolls in a turn after which the turn's other rolls do not ask any
    /// contributor.
    public static let voidRolls = 16
    /// Corrections of one turn.
    public static let corrections = 16
    /// Names of watchers that a message lists.
    public static let watchingNames = 100
    /// Names that want to be in the next match of a table.
    public static let askingNames = 20
    /// Saved rolls that belong to everyone, and those that belong to names.
    public static let savedRolls = 1_000
    /// Bytes of the saved rolls that belong to everyone, as JSON.
    public static let savedRollsSize = 512 * 1_024
    /// Bytes of the saved rolls that belong to names, as JSON.
    public static let savedRollsSizeOfNames = 1_024 * 1_024
    /// Requests of one batch.
    public static let batch = 1_000
    /// Entries of one page of history.
    public static let historyPage = 1...1_000
}
