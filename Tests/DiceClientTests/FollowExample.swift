import DiceClient
import DiceModel
import DiceWire
import Unix

/// Prints what the dice show, and what happens.
func follow(_ socket: SocketPath) throws {
    let follower = Follower(tables: [.default]) { () throws(ClientError) in
        Client(try Connection.open(socket), name: "example/1")
    }
    while let news = try follower.next() {
        switch news {
        case .table(let table, _): print(table.dice.map(\.value))
        case .notification(.event(let event)?, _): print(event.kind)
        case .refused(_, let error, _): throw ClientError.refused(error)
        case .gone: print("the daemon is gone")
        default: break
        }
    }
}
