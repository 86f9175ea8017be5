import Testing

@testable import DiceWeb

/// Tests QR codes against matrices that zbarimg(1) could decode when they were recorded here.
struct QRCodeTests {
    /// The error correction of "HELLO WORLD", 1-M, in published worked examples of ISO/IEC 18004.
    @Test("error correction matches the published example") func correction() {
        let data: [UInt8] = [
            32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17,
        ]
        #expect(
            ReedSolomon(10).remainder(data) == [
                196, 35, 39, 119, 235, 215, 231, 226, 93, 23,
            ]
        )
        #expect(ReedSolomon.product(2, 128) == 29)
        #expect(ReedSolomon.product(1, 200) == 200)
    }

    @Test("a small code matches its recorded matrix") func aSmallCode() throws {
        let code = try #require(QRCode("#*18?", mask: 2))
        let rows = (0..<code.side).map { y in
            String((0..<code.side).map { code[$0, y] ? "#" : "." })
        }
        let expected = """
            #######...###.#######
            #.....#.###.#.#.....#
            #.###.#...###.#.###.#
            #.###.#.##..#.#.###.#
            #.###.#..#..#.#.###.#
            #.....#.#..#..#.....#
            #######.#.#.#.#######
            .........#...........
            #####.###..#.#.#.#.#.
            ...#.#.########.....#
            .###..#.##..#.##.....
            ##...#...######...###
            .##.#.#...#.#..#.#...
            ........###.#..#..#.#
            #######.##.#.#..###..
            #.....#..##....##.##.
            #.###.#.#..#.#..##.#.
            #.###.#.#.######.....
            #.###.#.#.#.#.##..#..
            #.....#.#.#####.#.#..
            #######.##..#...##.#.
            """
        #expect(rows.joined(separator: "\n") == expected.replacing(" ", with: ""))
    }

    /// FNV-1a of the modules for 5 to 800 bytes, versions 1 to 20, which zbarimg(1) could read.
    @Test(
        "larger codes match their recorded digests",
        arguments: [
            (5, 0, 0x4F8F_665F_82BF_0993),
            (5, 4, 0xD4CB_5ABD_363B_D267),
            (60, 1, 0x48D1_885F_01EB_2F61),
            (60, 5, 0xCAE7_6E91_35BD_2AC3),
            (150, 2, 0x0C04_B2AB_4E63_A1C5),
            (150, 6, 0x45BA_C66D_922F_12A9),
            (200, 3, 0xAA32_963D_4629_E3DA),
            (200, 7, 0x52BC_4837_8A54_3AAE),
            (240, 4, 0xB9E1_6AFF_48FA_6003),
            (240, 0, 0xD36D_3671_6B14_159D),
            (400, 5, 0x6639_FC63_D9DA_DF8B),
            (400, 1, 0x82CF_8B68_3658_0A66),
            (800, 6, 0xDFA9_66E1_B34D_A8EF),
            (800, 2, 0xB0E0_BFBA_FDB8_6709),
        ] as [(Int, Int, UInt64)]
    )
    func largerCodes(_ count: Int, _ mask: Int, _ digest: UInt64) throws {
        let text = String(
            (0..<count).map {
                Character(UnicodeScalar(UInt8(33 + ($0 * 7 + mask) % 90)))
            }
        )
        let code = try #require(QRCode(text, mask: mask))
        let found = code.modules.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ ($1 ? 1 : 0)) &* 0x100_0000_01B3
        }
        #expect(found == digest)
    }

    @Test("the mask that is easiest to read is chosen") func theMaskThatIsEasiestToReadIsTaken()
        throws
    {
        let text = "http://127.0.0.1:7447/#eyJ2IjoxfQ.c2lnbmF0dXJl"
        let all = (0..<8).compactMap { QRCode(text, mask: $0) }
        #expect(all.count == 8)
        #expect(QRCode(text)?.penalty == all.map(\.penalty).min())
        #expect(Set(all.map(\.penalty)).count > 1)
    }

    @Test("a row is text with 1 for dark and 0 for light") func aRowIsATextOfDarkAndLight() throws {
        let code = try #require(QRCode("a"))
        #expect(
            code.rows.count == 21 && code.rows[0].hasPrefix("1111111")
                && code.rows[1].hasPrefix("1000001")
        )
        #expect(code.rows.joined().map { $0 == "1" } == code.modules)
    }

    @Test("the smallest version with enough room is chosen")
    func theSmallestVersionThatHasRoomIsTaken() {
        for (count, side) in [
            (0, 21), (17, 21), (18, 25), (230, 53), (231, 57), (858, 97),
        ] {
            #expect(QRCode(String(repeating: "a", count: count))?.side == side)
        }
        #expect(QRCode(String(repeating: "a", count: 859)) == nil)
    }
}
