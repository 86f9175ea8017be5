import DiceClient
import DiceModel
import DiceWire
import Unix

let socket = try SocketPath.current(option: nil)
let connection = try Autostart.connect(socket, startsDaemon: true)
let client = Client(connection, name: "example/1")
let result = try client.call(.roll, RollParams(table: .default))
print(result.dice.map(\.value), "=", result.total)
