import DiceModel
import DiceTestSupport
import Testing

@Suite("Values")
struct ValueTests {
    @Test(
        "names that are valid",
        arguments: ["a", "default", "A.b_c-9", "0", String(repeating: "x", count: 64)])
    func validNames(_ name: String) {
        #expect(TableName(name)?.description == name)
    }

    @Test(
        "names that are not",
        arguments: ["", ".a", "-a", "_a", "a/b", "a b", "ä", "a\n", "a\u{0}", String(repeating: "x", count: 65)])
    func invalidNames(_ name: String) {
        #expect(TableName(name) == nil)
    }

    @Test("labels that can be shown", arguments: ["ann", "Ann O’Brien", "山田", "👩‍👧", String(repeating: "x", count: 64)])
    func validLabels(_ label: String) {
        #expect(PlayerLabel.isValid(label))
    }

    @Test(
        "labels that could harm a terminal, or are too long",
        arguments: [
            "", "a\nb", "\u{1B}[2J", "a\u{202E}b", "\u{7F}", "a\u{0}", String(repeating: "x", count: 65),
            "e" + String(repeating: "\u{301}", count: 1_000),
        ])
    func invalidLabels(_ label: String) {
        #expect(!PlayerLabel.isValid(label))
    }

    @Test(
        "timestamps are written as UTC in milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_215_541_123, "2026-11-20T22:59:01.123Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
        ] as [(Int64, String)])
    func timestamps(milliseconds: Int64, text: String) {
        #expect(Timestamp(millisecondsSinceEpoch: milliseconds).description == text)
        #expect(Timestamp(text)?.millisecondsSinceEpoch == milliseconds)
    }

    @Test("every timestamp survives its own text", arguments: RandomCase.hundred)
    func timestampsRoundTrip(_ random: RandomCase) {
        var random = random
        let instant = Timestamp(millisecondsSinceEpoch: Int64(random.int(-2_000_000_000_000...9_000_000_000_000)))
        #expect(Timestamp(instant.description) == instant)
    }

    @Test(
        "what is no timestamp",
        arguments: [
            "", "2026-11-20", "2026-11-20T22:59:01.123", "2026-13-20T22:59:01.123Z", "2026-11-20T22:5a:01.123Z",
        ])
    func invalidTimestamps(_ text: String) {
        #expect(Timestamp(text) == nil)
    }
}
