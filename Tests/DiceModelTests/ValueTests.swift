import DiceModel
import DiceTable
import DiceTestSupport
import Glibc
import Testing

@Suite("Values")
struct ValueTests {
    @Test(
        "valid names are accepted",
        arguments: [
            "a", "default", "A.b_c-9", "0", "9Z", "z",
            String(repeating: "x", count: 64),
        ]
    )
    func validNames(_ name: String) {
        #expect(TableName(name)?.description == name)
    }

    @Test(
        "invalid names are rejected",
        arguments: [
            "", ".a", "-a", "_a", "a/b", "a:b", "a@b", "a[b", "a`b", "a{b", "a b", "ä",
            "a\n",
            "a\u{0}",
            String(repeating: "x", count: 65),
        ]
    )
    func invalidNames(_ name: String) {
        #expect(TableName(name) == nil)
    }

    @Test("a seed always yields the same numbers, those of SplitMix64")
    func seeded() {
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(
            (1...3).map { _ in generator.next() }
                == [
                    6_457_827_717_110_365_317, 3_203_168_211_198_807_973,
                    9_817_491_932_198_370_423,
                ]
        )
    }

    @Test(
        "timestamps are written as UTC in milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_215_541_123, "2026-11-20T22:59:01.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
            (1_735_689_599_999, "2024-12-31T23:59:59.999Z"),
            (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        ] as [(Int64, String)]
    )
    func timestamps(milliseconds: Int64, text: String) {
        #expect(Timestamp(millisecondsSinceEpoch: milliseconds).description == text)
        #expect(Timestamp(text)?.millisecondsSinceEpoch == milliseconds)
    }

    @Test(
        "days of leap years and other years match the system",
        arguments: [1900, 1970, 2000, 2023, 2024, 2100]
    )
    func days(year: Int) throws {
        let first = try #require(Timestamp("\(year)-01-01T00:00:00.000Z"))
            .millisecondsSinceEpoch
        for day in 0...366 {
            let instant = Timestamp(
                millisecondsSinceEpoch: first + Int64(day) * 86_400_000
            )
            var seconds = time_t(instant.millisecondsSinceEpoch / 1_000)
            var date = tm()
            gmtime_r(&seconds, &date)
            let fields = [
                Int(date.tm_year) + 1_900, Int(date.tm_mon) + 1, Int(date.tm_mday),
            ]
            #expect(
                instant.description.prefix(10).split(separator: "-").map { Int($0) }
                    == fields
            )
            #expect(Timestamp(instant.description) == instant)
        }
    }

    @Test("every timestamp survives a round trip through its text", arguments: RandomCase.hundred)
    func timestampsRoundTrip(_ random: RandomCase) {
        var random = random
        let instant = Timestamp(
            millisecondsSinceEpoch: Int64(
                random.int(-2_000_000_000_000...9_000_000_000_000)
            )
        )
        #expect(Timestamp(instant.description) == instant)
    }

    @Test(
        "invalid timestamps are rejected",
        arguments: [
            "", "2026-11-20", "2026-11-20T22:59:01.123", "2026-13-20T22:59:01.123Z",
            "2026-11-20T22:5a:01.123Z",
            "2026-00-20T22:59:01.123Z", "2026-11-00T22:59:01.123Z",
            "2026-01-32T22:59:01.123Z",
            "2026-11-20T24:00:00.000Z", "2026-11-20T22:60:01.123Z",
            "2026-11-20T22:59:60.123Z",
            "2026/11-20T22:59:01.123Z", "2026-11/20T22:59:01.123Z",
            "2026-11-20 22:59:01.123Z",
            "2026-11-20T22.59:01.123Z", "2026-11-20T22:59.01.123Z",
            "2026-11-20T22:59:01,123Z",
            "2026-11-20T22:59:01.123z", "2026-11-20T22:59:01.123Z ",
            "2026-11-20T22:59:01.12:Z",
            "2026-02-29T00:00:00.000Z", "2026-04-31T00:00:00.000Z",
            "2100-02-29T00:00:00.000Z",
        ]
    )
    func invalidTimestamps(_ text: String) {
        #expect(Timestamp(text) == nil)
    }
}
