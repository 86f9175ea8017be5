import ArgumentParser
import DiceModel
import Glibc
import Testing

@testable import DiceDrawing
@testable import dicectl

struct TimeWordsTests {
    /// Berlin in 2026: UTC+1, and UTC+2 from 29 March, 01:00 UTC, to 25 October, 01:00 UTC.
    private static let berlin = Zone { seconds in
        ("2026-03-29T01:00"..<"2026-10-25T01:00").contains(shown(seconds))
            ? 7_200 : 3_600
    }
    /// Clocks that skip from 00:00 to 01:00 on 6 September 2026, 04:00 UTC, as in Santiago.
    private static let santiago = Zone { seconds in
        shown(seconds) < "2026-09-06T04:00" ? -14_400 : -10_800
    }
    private static let utc = Zone { _ in 0 }

    private static func shown(_ seconds: Int) -> String {
        Timestamp(millisecondsSinceEpoch: Int64(seconds) * 1_000).description
    }

    private func instant(_ text: String, at now: String, _ zone: Zone = Self.berlin)
        throws
        -> String
    {
        let now = try #require(Timestamp(now))
        return try TimeWords(now: Int(now.millisecondsSinceEpoch / 1_000), zone: zone)
            .instant(text)
            .description
    }

    /// Wednesday 18 November, 00:45.
    @Test(
        "local, absolute and relative times are read",
        arguments: [
            ("today", "17T23:00"),
            ("TODAY", "17T23:00"),
            ("yesterday", "16T23:00"),
            ("now", "17T23:45"),
            ("wednesday", "17T23:00"),
            ("last wednesday", "10T23:00"),
            ("wed", "17T23:00"),
            ("monday", "15T23:00"),
            ("last monday", "15T23:00"),
            ("last_monday", "15T23:00"),
            ("Thu", "11T23:00"),
            ("sunday", "14T23:00"),
            ("yesterday 20:00", "17T19:00"),
            ("monday 8:05", "16T07:05"),
            ("20:00", "18T19:00"),
            ("2026-11-14", "13T23:00"),
            ("2026-11-14T20:00", "14T19:00"),
            ("2026-11-14 20:00", "14T19:00"),
            ("2026-11-14T20:00Z", "14T20:00"),
            ("2 hours ago", "17T21:45"),
            ("an hour ago", "17T22:45"),
            ("90 min ago", "17T22:15"),
            ("3 days ago", "14T23:45"),
            ("1 week ago", "10T23:45"),
            ("0 days ago", "17T23:45"),
        ]
    )
    func ofNovember(_ text: String, _ expected: String) throws {
        #expect(
            try instant(text, at: "2026-11-17T23:45:00.000Z")
                == "2026-11-\(expected):00.000Z"
        )
    }

    @Test("seconds and their fractions are read") func seconds() throws {
        #expect(
            try instant("2026-11-14T20:00:31", at: "2026-11-17T23:45:00.000Z")
                == "2026-11-14T19:00:31.000Z"
        )
        #expect(
            try instant("2026-11-14T20:00:31.5", at: "2026-11-17T23:45:00.000Z")
                == "2026-11-14T19:00:31.500Z"
        )
        #expect(
            try instant("15 s ago", at: "2026-11-17T23:45:00.000Z")
                == "2026-11-17T23:44:45.000Z"
        )
        #expect(
            try instant("2026-11-20T22:59:01.123Z", at: "2026-11-17T23:45:00.000Z")
                == "2026-11-20T22:59:01.123Z"
        )
    }

    /// The formats of date(1) and other programs.
    @Test(
        "full RFC 3339 times are read",
        arguments: [
            ("2026-11-14T20:00:30+01:00", "14T19:00:30.000Z"),
            ("2026-11-14 20:00:30.123456789-05:30", "15T01:30:30.123Z"),
            ("2026-11-14t20:00:30.5z", "14T20:00:30.500Z"),
            ("2026-11-14T20:00:30,25+00:00", "14T20:00:30.250Z"),
            ("2026-11-14T23:59:60Z", "15T00:00:00.000Z"),
            ("2026-11-14T20:00-00:00", "14T20:00:00.000Z"),
        ]
    )
    func wholeRFC3339(_ text: String, _ expected: String) throws {
        #expect(
            try instant(text, at: "2026-11-17T23:45:00.000Z") == "2026-11-\(expected)"
        )
    }

    /// A day of 23 hours, one of 25, and local times that occur never or twice.
    @Test(
        "local times are correct across clock changes",
        arguments: [
            ("today", "2026-03-29T20:00:00.000Z", "2026-03-28T23:00"),
            ("1 day ago", "2026-03-29T20:00:00.000Z", "2026-03-28T21:00"),
            ("24 hours ago", "2026-03-29T20:00:00.000Z", "2026-03-28T20:00"),
            ("2026-03-29T02:30", "2026-04-01T00:00:00.000Z", "2026-03-29T01:30"),
            ("2026-03-29T01:59", "2026-04-01T00:00:00.000Z", "2026-03-29T00:59"),
            ("2026-03-29T03:00", "2026-04-01T00:00:00.000Z", "2026-03-29T01:00"),
            ("last sunday", "2026-03-30T10:00:00.000Z", "2026-03-28T23:00"),
            ("today", "2026-10-25T20:00:00.000Z", "2026-10-24T22:00"),
            ("yesterday", "2026-10-26T20:00:00.000Z", "2026-10-24T22:00"),
            ("2026-10-25T02:30", "2026-11-01T00:00:00.000Z", "2026-10-25T00:30"),
            ("2026-10-25T03:00", "2026-11-01T00:00:00.000Z", "2026-10-25T02:00"),
            ("1 day ago", "2026-10-25T20:00:00.000Z", "2026-10-24T19:00"),
            ("2 months ago", "2026-05-15T10:00:00.000Z", "2026-03-15T11:00"),
        ]
    )
    func whereClocksChange(_ text: String, _ now: String, _ expected: String) throws {
        #expect(try instant(text, at: now) == "\(expected):00.000Z")
    }

    @Test("a day begins at one o'clock if its midnight is skipped") func aDayThatBeginsAtOne()
        throws
    {
        #expect(
            try instant("today", at: "2026-09-06T15:00:00.000Z", Self.santiago)
                == "2026-09-06T04:00:00.000Z"
        )
        #expect(
            try instant("yesterday", at: "2026-09-07T15:00:00.000Z", Self.santiago)
                == "2026-09-06T04:00:00.000Z"
        )
    }

    @Test(
        "months and years ago end on a valid day of the calendar",
        arguments: [
            ("1 month ago", "2026-03-31", "2026-02-28"),
            ("1 year ago", "2028-02-29", "2027-02-28"),
            ("13 months ago", "2026-01-31", "2024-12-31"),
            ("2 weeks ago", "2026-01-03", "2025-12-20"),
        ]
    )
    func months(_ text: String, _ now: String, _ expected: String) throws {
        #expect(
            try instant(text, at: now + "T10:00:00.000Z", Self.utc) == expected
                + "T10:00:00.000Z"
        )
    }

    @Test(
        "an invalid time is refused",
        arguments: [
            "", " ", "last", "last week", "mo", "mondayish", "2026-11", "2026-13-01",
            "2026-02-30",
            "2026-11-14T",
            "2026-11-14T24:00", "2026-11-14T20", "2026-11-14T20:0x", "3 days",
            "days ago",
            "-3 days ago",
            "3 fortnights ago",
            "99999 years ago", "tomorrow", "20:60", "1e3 days ago", "+026-11-14",
            "monday 20:00Z",
            "2026-11-14T20:00:30+24:00", "2026-11-14T20:00:30+1:00",
            "2026-11-14T20:00:30.5x+01:00",
            "2026-11-14T20:00:61Z",
        ]
    )
    func noTime(_ text: String) {
        #expect(throws: ValidationError.self) {
            try instant(text, at: "2026-11-17T23:45:00.000Z")
        }
    }

    @Test("the time zone is that of the process") func theZoneOfTheProcess() {
        var time = time_t(1_800_000_000)
        var fields = tm()
        localtime_r(&time, &fields)
        let local = 1_800_000_000 + Zone.current.offset(1_800_000_000)
        #expect(local / 3_600 % 24 == Int(fields.tm_hour))
        #expect(local / 60 % 60 == Int(fields.tm_min))
        #expect(Zone.current.seconds(of: local) == 1_800_000_000)
        #expect(
            WallClock.utc.text(Timestamp(millisecondsSinceEpoch: 1_800_000_000_999))
                == "2027-01-15 08:00:00Z"
        )
    }
}
