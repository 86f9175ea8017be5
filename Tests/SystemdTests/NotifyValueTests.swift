import Testing

@testable import Systemd

@Suite struct NotifyValueTests {
    @Test(
        "a status contains no control character",
        arguments: ["a\nb", "a\r\nb", "a\u{0}b", "a\u{85}b", "a\u{1B}[2J"]
    )
    func aStatusHoldsNoControlCharacter(text: String) {
        let status = NotifyValue.status(text)
        #expect(status.unicodeScalars.count == text.unicodeScalars.count)
        #expect(
            status.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
            }
        )
    }

    @Test("a long status is cut between scalars") func aLongStatusIsCutBetweenScalars() {
        let status = NotifyValue.status("a" + String(repeating: "é", count: 2000))
        #expect(status == "a" + String(repeating: "é", count: 511))
    }

    @Test("ordinary text is unchanged") func ordinaryTextIsKept() {
        #expect(
            NotifyValue.status("3 tables, 1 client – héllo 🎲")
                == "3 tables, 1 client – héllo 🎲"
        )
    }

    @Test(
        "durations are whole microseconds",
        arguments: [
            (Duration.seconds(90), 90_000_000 as UInt64),
            (.nanoseconds(1999), 1),
            (.zero, 0),
            (.seconds(-1), 0),
            (.nanoseconds(-1), 0),
            (.seconds(Int64.max), UInt64.max),
        ]
    )
    func durationsAreWholeMicroseconds(duration: Duration, expected: UInt64) {
        #expect(NotifyValue.microseconds(duration) == expected)
    }
}
