import DiceClient
import DiceModel
import DiceWire
import Unix

/// Requests to diced outside the measurements, and the bytes of measured requests.
extension Server {
    /// Returns a client with a long timeout.
    func client() throws -> Client {
        Client(
            try Connection.open(SocketPath(path: socket)),
            name: "dicebench",
            timeout: .seconds(120)
        )
    }

    /// Creates tables of six-sided dice and returns their names.
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
    /// The bytes of the request, always with the same id, so that its responses have the same
    /// length.
    var bytes: [UInt8] { line(id: .integer(1)) }
}
