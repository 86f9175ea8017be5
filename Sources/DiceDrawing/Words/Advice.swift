import DiceModel
import Glibc

/// Parts of the commands that messages suggest.
package enum Advice {
    /// The table of a command that names none: that of `$DICECTL_TABLE`, else `default`.
    private static let standingTable: String = {
        let variable = getenv("DICECTL_TABLE").map { String(cString: $0) } ?? ""
        return variable.isEmpty ? TableName.default.description : variable
    }()

    /// Returns the end of a command line about a table: ` -t home`, or empty for the table of a
    /// command that names none.
    package static func at(_ table: some CustomStringConvertible) -> String {
        "\(table)" == standingTable ? "" : " -t \(table)"
    }

    /// The way to a game for somebody at a table that has none. A game would replace that table's
    /// dice, so it gets a table of its own.
    package static let newGame =
        "to create a table for one: dicectl table new yahtzee --game yahtzee --players ann,bo"
}
