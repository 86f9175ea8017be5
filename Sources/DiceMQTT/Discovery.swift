import DiceModel
import DiceWire
import Unix

/// The messages that announce a table to Home Assistant: three entities of one device, each in a
/// separate retained message.
struct Discovery: Sendable {
    let topics: Topics

    struct Announcement: Sendable, Hashable {
        var topic: String
        var payload: [UInt8]
    }

    private enum Entity: String, CaseIterable {
        case total
        case up
        case rolling

        /// The kind of entity in Home Assistant.
        var component: String { self == .rolling ? "binary_sensor" : "sensor" }
    }

    func messages(for table: TableName) -> [Announcement] {
        Entity.allCases.map { entity in
            var json = JSONWriter()
            json.object { write(entity, of: table, to: &$0) }
            return Announcement(
                topic:
                    "homeassistant/\(entity.component)/\(device(table))/\(entity.rawValue)/config",
                payload: json.bytes
            )
        }
    }

    private func write(_ entity: Entity, of table: TableName, to json: inout JSONWriter) {
        switch entity {
        case .total:
            json.member("name", "Total")
            json.member("state_topic", topics.state(of: table))
            json.member("value_template", "{{ value_json.total }}")
            json.member("state_class", "measurement")
            json.member("icon", "mdi:dice-multiple")
        case .up:
            json.member("name", "Up")
            json.member("state_topic", topics.state(of: table))
            // "None" is Home Assistant's unknown value: a table without players has no current
            // player.
            json.member("value_template", "{{ value_json.up | default('None') }}")
            json.member("icon", "mdi:account-arrow-right")
        case .rolling:
            // A separate topic: the state is published only for dice at rest, and events may be
            // lost.
            json.member("name", "Rolling")
            json.member("state_topic", topics.rolling(of: table))
            json.member("payload_on", "ON")
            json.member("payload_off", "OFF")
            json.member("icon", "mdi:dice-5-outline")
        }
        json.member("unique_id", "\(device(table))_\(entity.rawValue)")
        json.member("availability_topic", topics.status)
        json.member("qos", 1)
        json.member("device") { json in
            json.member("identifiers", device(table))
            json.member("name", "Dice table \(table)")
            json.member("manufacturer", "diced")
            json.member("model", "Dice table")
            json.member("sw_version", version)
        }
        json.member("origin") { json in
            json.member("name", "diced-mqtt")
            json.member("sw_version", version)
        }
    }

    /// Returns a unique name for a table of a prefix, made of letters, digits, "-" and "_". Other
    /// bytes are written in hex after "_".
    private func device(_ table: TableName) -> String {
        "diced_" + Self.plain(topics.prefix) + "_" + Self.plain("/\(table)")
    }

    private static func plain(_ text: String) -> String {
        text.utf8.map { byte in
            byte.isLetterOrDigit || byte == UInt8(ascii: "-")
                ? String(Unicode.Scalar(byte))
                : "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
