import Testing

@testable import diced

@Suite("Program text")
struct ProgramTextTests {
    @Test(
        "code of files is released, and nothing that holds state",
        arguments: [
            (
                "55d0a1000000-55d0a1a00000 r-xp 00010000 fe:01 1234   /usr/bin/diced\n",
                0x55d0_a100_0000..<0x55d0_a1a0_0000
            ),
            ("55d0a2000000-55d0a2001000 rw-p 00010000 fe:01 1234   /usr/bin/diced\n", nil),
            ("55d0a2000000-55d0a2001000 r--p 00010000 fe:01 1234   /usr/bin/diced\n", nil),
            ("7ffd1c000000-7ffd1c002000 r-xp 00000000 00:00 0      [vdso]\n", nil),
            ("7f0000000000-7f0000001000 r-xp 00000000 00:00 0 \n", nil),
            ("", nil),
        ] as [(String, Range<UInt>?)])
    func ranges(line: String, range: Range<UInt>?) {
        #expect(ProgramText.executableRange(ofLine: line) == range)
    }
}
