import DiceModel
import DiceTable

extension StoreReader {
    /// nil where there is no table of this name.
    func faces(_ query: FaceQuery) throws(StoreError) -> StoredFaces? {
        try read { connection in
            // All as they are at one moment: a turn that ends meanwhile is counted once.
            try connection.execute("BEGIN")
            defer { try? connection.execute("ROLLBACK") }
            do {
                return try Self.faces(query, &connection)
            } catch let damaged as Records.Damaged {
                throw StoreFailure.damaged(damaged, file: file)
            }
        }
    }

    private static func faces(_ query: FaceQuery, _ connection: inout Connection) throws -> StoredFaces? {
        let name = query.table.description
        guard let table = try connection.first("SELECT * FROM tables WHERE name = ?", name, read: Records.table)
        else { return nil }
        var faces = StoredFaces(ended: FaceTally(), turn: table.turn, sides: table.dice.map(\.sides), open: [])
        var (condition, values): (String, [any Bindable]) = (#"WHERE "table" = ?"#, [name])
        if let by = query.by {
            (condition, values) = (condition + " AND by IN (?, ?)", values + PlayerLabel.storedForms(of: by))
        }
        try connection.query("SELECT * FROM openRoll \(condition)", values) { rows in
            while let row = try rows.next() { faces.open.append(try Records.roll(row)) }
        }
        if let sides = query.sides { (condition, values) = (condition + " AND sides = ?", values + [sides]) }
        try connection.query("SELECT * FROM faces \(condition)", values) { rows in
            while let row = try rows.next() {
                let (key, counts) = try Records.faces(row)
                faces.ended.add(counts, key)
            }
        }
        return faces
    }
}
