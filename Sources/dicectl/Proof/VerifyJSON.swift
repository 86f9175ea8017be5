internal import DiceProof
internal import DiceWire

/// What `verify --json` prints of histories that are right.
struct VerifyJSON: JSONWritable {
    let reports: [TableReport]

    func write(to json: inout JSONWriter) {
        json.object { $0.member("tables", reports.map(Table.init)) }
    }

    private struct Table: JSONWritable {
        let report: TableReport

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("table", report.table)
                json.member("turns", Kind(report: report.turns))
                json.member("throws", Kind(report: report.thrown))
                if let first = report.checkedFrom { json.member("checkedFrom", Entry(name: first)) }
                json.member("open", report.open.map { [$0.lowerBound, $0.upperBound] })
                json.member("strange", report.strange)
            }
        }
    }

    private struct Kind: JSONWritable {
        let report: KindReport

        func write(to json: inout JSONWriter) {
            json.object { json in
                if let numbers = report.numbers {
                    json.member("from", numbers.lowerBound)
                    json.member("to", numbers.upperBound)
                }
                json.member("entries", report.chained)
                json.member("right", report.right)
                json.member("promised", report.promised)
                json.member("void", report.void)
                json.member("stopped", report.stopped)
                json.member("before", report.before)
                json.member("seeded", report.seeded)
                json.member("restored", report.restored)
            }
        }
    }

    private struct Entry: JSONWritable {
        let name: EntryName

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.member("kind", name.kind.rawValue)
                json.member("number", name.number)
                if let id = name.id { json.member("id", id) }
            }
        }
    }
}
