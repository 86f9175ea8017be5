package import DiceModel

/// Parts of the commands that messages suggest.
package enum Advice {
    /// Returns the end of a command line about a table: ` -t home`, or empty for the default one.
    package static func at(_ table: some CustomStringConvertible) -> String {
        "\(table)" == TableName.default.description ? "" : " -t \(table)"
    }

    package static func setGame(at table: TableName) -> String {
        let at = at(table)
        return "to set one: dicectl table set --game yahtzee\(at)"
    }
}
