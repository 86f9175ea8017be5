import DiceMQTT
import Testing

/// Tests the values of `--broker`.
struct BrokerAddressTests {
    @Test("a broker address has its parts and default port") func partsAndPorts() throws {
        let plain = try BrokerAddress(parsing: "mqtt://broker.example.org")
        #expect(!plain.isSecure)
        #expect(plain.host == "broker.example.org")
        #expect(plain.port == 1883)
        #expect(plain.user == nil)
        let secure = try BrokerAddress(parsing: "mqtts://ann@192.0.2.1")
        #expect(secure.isSecure)
        #expect(secure.host == "192.0.2.1")
        #expect(secure.port == 8883)
        #expect(secure.user == "ann")
        let whole = try BrokerAddress(parsing: "mqtts://ann%40club@[2001:db8::1]:18883")
        #expect(whole.host == "2001:db8::1")
        #expect(whole.port == 18_883)
        #expect(whole.user == "ann@club")
        #expect(whole.description == "mqtts://[2001:db8::1]:18883")
        #expect(try BrokerAddress(parsing: "mqtt://[::1]").port == 1883)
    }

    @Test(
        "an invalid broker address is refused",
        arguments: [
            "", "broker", "http://broker", "mqtt:broker", "mqtt://", "mqtt://@broker",
            "mqtt://a b",
            "mqtt://broker/topic",
            "mqtt://[::1", "mqtt://[::1]x", "mqtt://%zz@broker", "mqtt://%4@broker",
            "mqtt://%+1@broker",
            "mqtt://a%00@broker",
            "MQTT://broker", "mqtt://bro\u{0}ker",
        ]
    )
    func theseAreNone(_ text: String) {
        #expect(mistake(in: text) == .form)
    }

    @Test(
        "a broker address with an invalid port is refused",
        arguments: [
            "mqtt://b:", "mqtt://b:0", "mqtt://b:65536", "mqtt://b:+1", "mqtt://b:1883/",
            "mqtt://[::1]:x",
        ]
    )
    func theseHaveNoPort(_ text: String) {
        #expect(mistake(in: text) == .port)
    }

    @Test(
        "a password in a broker address is refused and not repeated",
        arguments: [
            "mqtt://ann:secret@broker", "mqtts://ann:@broker:8883", "mqtt://:secret@broker",
            "mqtt://a:b:c@d",
        ]
    )
    func aPasswordIsRefusedAndNotRepeated(_ text: String) {
        #expect(mistake(in: text) == .password)
        let words = BrokerAddress.Error.password.description
        #expect(words.contains("--password-file"))
        #expect(!words.contains("secret"))
    }

    private func mistake(in text: String) -> BrokerAddress.Error? {
        do {
            _ = try BrokerAddress(parsing: text)
            return nil
        } catch { return error }
    }
}
