import Glibc
import Logging
import Testing

@testable import Systemd

@Suite struct StandardErrorLogHandlerTests {
    @Test("a plain line has time, level, message and metadata")
    func aPlainLineHasTimeLevelMessageAndMetadata() throws {
        let pipe = try Pipe()
        var logger = Logger(label: "test") {
            StandardErrorLogHandler(label: $0, style: .plain, descriptor: pipe.writing)
        }
        logger[metadataKey: "table"] = "default"
        logger.debug("not at this level")
        logger.info("two\nlines", metadata: ["by": "ann b"])
        let line = pipe.finish()
        let expected =
            /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ info two\\nlines by="ann b" table=default\n/
        #expect(line.wholeMatch(of: expected) != nil)
    }

    @Test("a prefixed line has only the priority before its text")
    func aPrefixedLineHasThePriorityAlone() throws {
        let pipe = try Pipe()
        StandardErrorLogHandler(
            label: "",
            style: .priorityPrefix,
            descriptor: pipe.writing
        )
        .log(event: event(.critical, "gone", nil))
        #expect(pipe.finish() == "<2>gone\n")
    }

    @Test(
        "times are in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_795_255_200, "2026-11-21T10:00:00Z"),
        ]
    )
    func timesAreUTC(seconds: time_t, text: String) {
        #expect(StandardErrorLogHandler.time(seconds) == text)
    }

    @Test("a full pipe drops the record") func aFullPipeDropsTheRecord() throws {
        let pipe = try Pipe()
        let handler = StandardErrorLogHandler(
            label: "",
            style: .priorityPrefix,
            descriptor: pipe.writing
        )
        for _ in 0..<3000 {
            handler.log(
                event: event(.info, "0123456789012345678901234567890123456789", nil)
            )
        }
        let lines = pipe.finish().split(separator: "\n")
        #expect((1000..<3000).contains(lines.count))
    }

    @Test("a closed pipe drops the record") func aClosedPipeDropsTheRecord() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_IGN)
            let pipe = try Pipe()
            close(pipe.reading)
            let handler = StandardErrorLogHandler(
                label: "",
                style: .plain,
                descriptor: pipe.writing
            )
            handler.log(event: event(.info, "to nobody", nil))
        }
    }
}
