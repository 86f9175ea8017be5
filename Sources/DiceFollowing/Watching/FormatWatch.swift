package import DiceClient
import DiceModel
import DiceWire

/// Prints a line in the user's format whenever its text changes.
package final class FormatWatch: WatchDisplay {
    private let template: LineTemplate
    private var tables: [String: TableState] = [:]
    private var rollers: [String: String] = [:]
    private var last: [String: String] = [:]

    package init(_ template: LineTemplate) {
        self.template = template
    }

    package func show(_ news: Follower.News) throws(CommandError) {
        switch news {
        case .table(let snapshot, _):
            tables[snapshot.table] = TableState(snapshot)
            try writeLine(snapshot.table)
        case .notification(let notification?, _):
            let name = notification.table
            tables[name]?.apply(notification)
            try writeLine(name)
        case .gone: for name in tables.keys.sorted() { try writeLine(name, isGone: true) }
        default: break
        }
    }

    private func writeLine(_ name: String, isGone: Bool = false) throws(CommandError) {
        guard let table = tables[name] else { return }
        if let by = table.snapshot.by {
            rollers[name] = by
        }
        let line = template.line(table, by: rollers[name], isGone: isGone)
        guard last.updateValue(line, forKey: name) != line else { return }
        // The template's own text is printed verbatim; the fields are printable.
        try Output.draw(Array((line + "\n").utf8))
    }
}
