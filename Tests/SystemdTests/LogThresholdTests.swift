import Logging
import Testing

@testable import Systemd

@Suite struct LogThresholdTests {
    @Test("the threshold moves by one step and stays within the levels")
    func itMovesByOneAndStaysWithinTheLevels() {
        let threshold = LogThreshold()
        #expect(threshold.level == nil)
        #expect(threshold.step(toMore: true, from: .info) == .debug)
        #expect(threshold.step(toMore: true, from: .info) == .trace)
        #expect(threshold.step(toMore: true, from: .info) == .trace)
        let less = (1...7).map { _ in threshold.step(toMore: false, from: .info) }
        #expect(
            less == [.debug, .info, .notice, .warning, .error, .critical, .critical]
        )
        #expect(threshold.level == .critical)
    }

    /// Including loggers that were created before the change.
    @Test("a threshold applies to every logger") func itAppliesToEveryLogger() throws {
        let pipe = try Pipe()
        let threshold = LogThreshold()
        var logger = Logger(label: "l") {
            StandardErrorLogHandler(
                label: $0,
                style: .priorityPrefix,
                descriptor: pipe.writing,
                threshold: threshold
            )
        }
        logger.logLevel = .warning
        let other = logger
        logger.info("before")
        for _ in 1...2 {
            _ = threshold.step(toMore: true, from: .warning)
        }
        logger.info("after")
        other.info("other")
        #expect(pipe.finish() == "<6>after\n<6>other\n")
    }
}
