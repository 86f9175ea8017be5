import Testing

@testable import DiceDrawing

struct MeasureTests {
    @Test(
        "durations are formatted in suitable units",
        arguments: [
            (0, "0 s"),
            (59, "59 s"),
            (60, "1 min"),
            (359, "5 min"),
            (3_599, "59 min"),
            (3_600, "1 h"),
            (7_500, "2 h 5 min"),
            (86_399, "23 h 59 min"),
            (86_400, "1 day"),
            (273_600, "3 days 4 h"),
        ]
    )
    func lengthsOfTime(_ seconds: Int, _ text: String) {
        #expect(Measure.duration(seconds: seconds) == text)
    }

    @Test(
        "sizes are formatted in suitable units",
        arguments: [
            (0, "0 bytes"),
            (1, "1 byte"),
            (1_023, "1023 bytes"),
            (1_024, "1 KiB"),
            (49_152, "48 KiB"),
            (3_565_158, "3.4 MiB"),
            (10_380_902, "9.9 MiB"),
            (10_480_000, "10 MiB"),
            (1_048_575, "1 MiB"),
            (5 << 30, "5 GiB"),
            (5_000 << 40, "5000 TiB"),
        ]
    )
    func sizes(_ bytes: Int, _ text: String) {
        #expect(Measure.size(bytes: bytes) == text)
    }
}
