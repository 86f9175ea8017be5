import Testing

@testable import Systemd

@Suite struct JournalFieldTests {
    @Test(
        "metadata keys become field names",
        arguments: [
            ("table", "DICED_TABLE"),
            ("client-pid", "DICED_CLIENT_PID"),
            ("error.message", "DICED_ERROR_MESSAGE"),
            ("_x", "DICED__X"),
            ("2nd die", "DICED_2ND_DIE"),
            ("", "DICED_"),
            ("a=b\nc", "DICED_A_B_C"),
            ("é", "DICED__"),
        ]
    )
    func metadataKeysBecomeFieldNames(key: String, name: String) {
        #expect(JournalField.name(forMetadataKey: key) == name)
    }

    @Test("a long field name is cut to 64 characters") func aLongNameIsCutToSixtyFour() {
        let key = String(repeating: "k", count: 80)
        #expect(
            JournalField.name(forMetadataKey: key) == "DICED_"
                + String(repeating: "K", count: 58)
        )
    }

    @Test("every field name is valid") func everyNameIsValid() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let key = randomText(using: &generator)
            let name = JournalField.name(forMetadataKey: key)
            let isValid =
                name.utf8.count <= 64 && name.wholeMatch(of: /[A-Z][A-Z0-9_]*/) != nil
            #expect(isValid, "key \(key.debugDescription)")
        }
    }
}
