import DiceModel
import Foundation
import ProgramTestSupport
import Testing

@testable import DiceMQTT

/// Tests the messages for Home Assistant against its published names: the keys of the schemas in
/// `homeassistant/components/mqtt/schemas.py`, `sensor.py` and `binary_sensor.py` of
/// home-assistant/core, as listed on the pages "MQTT Sensor", "MQTT Binary Sensor" and "MQTT
/// Discovery" of home-assistant.io.
struct DiscoveryTests {
    private static let everyEntity: Set = [
        "availability", "availability_mode", "availability_template",
        "availability_topic",
        "payload_available",
        "payload_not_available", "device", "origin", "enabled_by_default",
        "entity_category",
        "icon",
        "json_attributes_topic", "json_attributes_template", "object_id", "unique_id",
        "name",
        "state_topic",
        "value_template", "qos", "encoding", "device_class", "expire_after",
        "force_update",
    ]
    private static let allowed: [String: Set<String>] = [
        "sensor": everyEntity.union([
            "last_reset_value_template", "options", "state_class",
            "suggested_display_precision",
            "unit_of_measurement",
        ]),
        "binary_sensor": everyEntity.union(["off_delay", "payload_off", "payload_on"]),
    ]
    private static let device: Set = [
        "identifiers", "connections", "manufacturer", "model", "model_id", "name",
        "hw_version",
        "serial_number",
        "sw_version", "via_device", "suggested_area", "configuration_url",
    ]

    private func entities(_ prefix: String, _ table: String) throws -> [(
        topic: [Substring], config: JSON
    )] {
        let topics = try #require(Topics(prefix: prefix))
        return try Discovery(topics: topics).messages(
            for: try #require(TableName(table))
        ).map {
            ($0.topic.split(separator: "/"), try #require(JSON($0.payload)))
        }
    }

    @Test("discovery keys match Home Assistant's", arguments: ["default", "club.night_2-a"])
    func theKeysAreHomeAssistants(_ table: String) throws {
        let entities = try entities("dice/club of ann", table)
        #expect(entities.map { $0.topic[1] } == ["sensor", "sensor", "binary_sensor"])
        for (topic, config) in entities {
            #expect(
                topic.count == 5 && topic[0] == "homeassistant" && topic[4] == "config"
            )
            let names = try #require(Self.allowed[String(topic[1])])
            #expect(config.names.subtracting(names) == [])
            #expect(
                config.names.isSuperset(of: [
                    "state_topic", "unique_id", "name", "device", "availability_topic",
                ])
            )
            #expect(config["device"].names.subtracting(Self.device) == [])
            // A device has identifiers or connections, an origin a name.
            #expect(config["device"]["identifiers"].string?.isEmpty == false)
            #expect(config["origin"]["name"] == "diced-mqtt")
            #expect(
                config["origin"].names.subtracting([
                    "name", "sw_version", "support_url",
                ]) == []
            )
            #expect(config["availability_topic"] == "dice/club of ann/status")
            // The parts of the topic: letters, digits, "_" and "-".
            for part in topic[2...3] {
                #expect(
                    part.allSatisfy {
                        $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))
                    }
                )
            }
        }
        #expect(Set(entities.map { $0.config["unique_id"] }).count == 3)
        #expect(Set(entities.map { $0.config["device"]["identifiers"] }).count == 1)
    }

    @Test("entities show the state of their table") func whatTheyShow() throws {
        let configs = try entities("dice", "t").map(\.config)
        #expect(configs[0]["state_topic"] == "dice/t/state")
        #expect(configs[0]["value_template"] == "{{ value_json.total }}")
        #expect(configs[1]["state_topic"] == "dice/t/state")
        #expect(configs[1]["value_template"] == "{{ value_json.up | default('None') }}")
        #expect(configs[2]["state_topic"] == "dice/t/rolling")
        #expect(configs[2]["payload_on"] == "ON" && configs[2]["payload_off"] == "OFF")
    }

    /// Two tables never share an entity, whatever their names and prefixes.
    @Test("entities differ between tables") func noTwoTablesShareAnEntity() throws {
        var seen: Set<String> = []
        for (prefix, table) in [
            ("a", "b"),
            ("a/b", "c"),
            ("a_b", "c"),
            ("a", "b_2fc"),
            ("a.b", "c"),
            ("a-b", "c"),
            ("a/b/c", "d"),
            ("a", "b.c"),
            ("a", "b_c"),
            ("a", "b-c"),
            ("a_2fb", "c"),
        ] {
            for (topic, config) in try entities(prefix, table) {
                let isNew = seen.insert(topic.joined(separator: "/")).inserted
                #expect(isNew, "\(prefix) \(table)")
                let isNewID = seen.insert(config["unique_id"].string ?? "").inserted
                #expect(isNewID, "\(prefix) \(table)")
            }
        }
    }
}
