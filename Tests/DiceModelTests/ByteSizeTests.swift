import DiceModel
import Testing

@Suite("Byte sizes")
struct ByteSizeTests {
    @Test(
        "a size is a whole number followed by a unit",
        arguments: [
            ("1", 1),
            ("64K", 65_536),
            ("500M", 524_288_000),
            ("2G", 2_147_483_648),
            ("1T", 1 << 40),
        ]
    )
    func read(_ text: String, _ bytes: Int) {
        #expect(ByteSize(text)?.bytes == bytes)
    }

    @Test(
        "an invalid size is rejected",
        arguments: [
            "", "0", "0M", "M", "-1", "+1", "1.5G", "1 M", "1m", "1MB", "１",
            "9223372036854775807T",
            "1152921504606846977",
        ]
    )
    func rejected(_ text: String) {
        #expect(ByteSize(text) == nil)
    }

    @Test("a size is shown in its largest whole unit")
    func told() {
        #expect(ByteSize(bytes: 2 << 30).description == "2 GiB")
        #expect(ByteSize(bytes: 1_536).description == "1536 bytes")
        #expect(ByteSize(bytes: 3 << 10).description == "3 KiB")
    }
}
