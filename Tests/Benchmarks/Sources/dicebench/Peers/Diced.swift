import DiceClient
import DiceModel
import DiceWire
import Unix

/// What is asked of diced outside of what is measured, and the bytes of what is.
extension Server {
    /// A client that may wait long.
    func client() throws -> Client {
        Client(
            try Connection.open(SocketPath(path: socket)),
            name: "dicebench",
            timeout: .seconds(120)
        )
    }

    /// Makes tables of six-sided dice and returns their names.
    func createTables(_ count: Int, dice: Int) throws -> [TableName] {
        let client = try client()
        return try (0..<count).map { number in
            guard let name = TableName("bench-\(dice)-\(number)") else {
                throw Failure("no table name")
            }
            _ = try client.call(
                Method.create(
                    CreateParams(
                        table: name,
                        SettingsChange(dice: Array(repeating: 6, count: dice))
                    )
                )
            )
            return name
        }
    }
}

extension Request {
    /// The bytes of the request, always under the same id, so that its answers are all of one
    /// length.
    var bytes: [UInt8] { line(id: .integer(1)) }
}
