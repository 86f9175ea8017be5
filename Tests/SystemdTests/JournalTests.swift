import Glibc
import Testing

@testable import Systemd

@Suite struct JournalTests {
    @Test("only the announced descriptor counts as connected to the journal")
    func onlyTheDescriptorThatWasAnnouncedIsConnected() throws {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer {
            for end in ends {
                close(end)
            }
        }
        var status = stat()
        try #require(fstat(ends[1], &status) == 0)
        let announced = "\(status.st_dev):\(status.st_ino)"

        #expect(Journal.isConnected(to: ends[1], announced: announced))
        for other in [
            "\(status.st_dev):\(status.st_ino + 1)",
            "\(status.st_dev + 1):\(status.st_ino)", "",
            "8",
        ] {
            #expect(!Journal.isConnected(to: ends[1], announced: other))
        }
        #expect(!Journal.isConnected(to: ends[1], announced: nil))
        #expect(!Journal.isConnected(to: -1, announced: announced))
    }

    @Test("the environment announces the journal's descriptor") func theEnvironmentAnnouncesIt()
        async
    {
        await #expect(processExitsWith: .success) {
            unsetenv("JOURNAL_STREAM")
            #expect(!Journal.isConnected())
            #expect(Journal.logHandler(label: "test") is StandardErrorLogHandler)
            var status = stat()
            try #require(fstat(2, &status) == 0)
            setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
            #expect(Journal.isConnected())
            #expect(Journal.logHandler(label: "test") is JournalLogHandler)
        }
    }
}
