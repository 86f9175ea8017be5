import DiceClient
import DiceModel
import DiceWire
import Unix

let socket = try SocketPath.current(option: nil)
let connection = try Autostart.connect(socket, startsDaemon: true)
let client = Client(connection, name: "example/1")
let roll = Request.roll(RollParams(table: .default))
let result = try client.call(roll, as: RollResult.self)
print(result.dice.map(\.value), "=", result.total)
