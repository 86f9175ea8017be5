import DiceModel
package import DiceVerifying
import DiceWire

/// The output of `verify --json` for correct histories.
package enum VerifyJSON {
    package static func bytes(_ reports: [TableReport]) -> [UInt8] {
        JSONWriter.object { $0.member("tables", objects: reports, members: write) }
    }

    private static func write(_ report: TableReport, to json: inout JSONWriter) {
        json.member("table", report.table)
        json.member("turns") { write(report.turns, to: &$0) }
        json.member("throws") { json in
            write(report.thrown, to: &json)
            json.member("hidden") { json in
                for (name, count) in report.thrown.hidden.sorted(by: { $0.key < $1.key }
                ) {
                    json.member(named: name, count)
                }
            }
        }
        json.member("corrections", report.corrections)
        json.member("rests", report.rests)
        json.member("archived", ifPresent: report.archived)
        json.member("filed", ifPresent: report.filed)
        if let first = report.checkedFrom {
            json.member("checkedFrom") { json in
                json.member("kind", first.kind.rawValue)
                json.member("number", first.number)
                if let id = first.id {
                    json.member("id", id)
                }
            }
        }
        json.member("olderMatches", report.olderMatches)
        json.member("cutMatches", report.cutMatches.sorted())
        if let edition = report.newer {
            json.member("newer") { json in
                json.member("edition", edition)
                json.member("entries", report.newerEntries)
            }
        }
        json.member("open", report.open.map { [$0.lowerBound, $0.upperBound] })
        json.member("strange", report.strange)
    }

    private static func write(_ report: KindReport, to json: inout JSONWriter) {
        if let numbers = report.numbers {
            json.member("from", numbers.lowerBound)
            json.member("to", numbers.upperBound)
        }
        json.member("entries", report.chained)
        json.member("right", report.right)
        json.member("entered", report.entered)
        json.member("promised", report.promised)
        json.member("void", report.void)
        json.member("stopped", report.stopped)
        json.member("voids", objects: report.voids.sorted { $0.key < $1.key }) {
            void,
            json in
            json.member("by", void.key.by)
            json.member("absent", void.key.absent)
            json.member("reason", void.key.reason.rawValue)
            json.member("rolls", void.value)
        }
        json.member("before", report.before)
        json.member("seeded", report.seeded)
        json.member("restored", report.restored)
    }
}
