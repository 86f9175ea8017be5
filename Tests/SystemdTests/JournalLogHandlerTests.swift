import Glibc
import Logging
import Synchronization
import Testing
import Unix

@testable import Systemd

@Suite struct JournalLogHandlerTests {
    @Test("a record carries its fields") func aRecordCarriesItsFields() {
        let records = Records()
        var handler = handler(sending: records.append)
        handler[metadataKey: "table"] = "default"
        handler[metadataKey: "client-pid"] = "1"
        handler[metadataKey: "dice"] = "none"
        handler.metadataProvider = Logger.MetadataProvider {
            ["client-pid": "2", "dice": [1, 2].metadata]
        }
        handler.log(
            event: event(
                .warning,
                "slow\nclient",
                ["client-pid": "3"],
                error: SystemError(EPIPE)
            )
        )

        #expect(records.all.count == 1)
        let fields = records.all.first ?? []
        #expect(Set(fields.map(\.name)).count == fields.count)
        let values = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first
        }
        #expect(values["MESSAGE"]?.hasPrefix("slow\nclient: ") == true)
        #expect(values["PRIORITY"] == "4")
        #expect(values["SYSLOG_IDENTIFIER"] == "diced")
        #expect(values["CODE_FILE"] == "Some/File.swift")
        #expect(values["CODE_LINE"] == "7")
        #expect(values["CODE_FUNC"] == "serve()")
        #expect(values["DICED_LOGGER"] == "diced.server")
        #expect(values["DICED_TABLE"] == "default")
        #expect(values["DICED_CLIENT_PID"] == "3")
        #expect(values["DICED_DICE"] == "[1, 2]")
        #expect(values["DICED_ERROR_TYPE"] == "Unix.SystemError")
        #expect(values["DICED_ERROR_MESSAGE"]?.contains("pipe") == true)
    }

    @Test("a warning has its reason in its text", arguments: ["reason", "error"])
    func aWarningHasItsReasonInItsText(
        _ key: String
    ) {
        func message(_ level: Logger.Level) -> String? {
            let records = Records()
            handler(sending: records.append).log(
                event: event(level, "it fails", [key: "no room", "table": "t"])
            )
            return records.all.first?.first { $0.name == "MESSAGE" }?.value
        }
        for level in [Logger.Level.warning, .error, .critical] {
            #expect(message(level) == "it fails: no room")
        }
        for level in [Logger.Level.debug, .notice] {
            #expect(message(level) == "it fails")
        }
    }

    @Test(
        "each program has its own identifier",
        arguments: [
            ("diced", "diced"), ("diced.server", "diced"), ("diced-mqtt", "diced-mqtt"),
        ]
    )
    func eachProgramHasItsIdentifier(_ label: String, _ identifier: String) {
        let records = Records()
        handler(label: label, sending: records.append).log(
            event: event(.info, "ready", nil)
        )
        let field = records.all.first?.first { $0.name == "SYSLOG_IDENTIFIER" }
        #expect(field?.value == identifier)
    }

    @Test("a record that the journal refuses is written to standard error")
    func aRefusedRecordGoesToStandardError() throws {
        let pipe = try Pipe()
        let handler = handler(sending: { _ in -EMSGSIZE }, fallback: pipe.writing)
        handler.log(event: event(.error, "lost?", ["table": "a b"]))
        #expect(pipe.finish() == "<3>lost? table=\"a b\"\n")
    }

    @Test("a record that the journal accepts is not written to standard error")
    func anAcceptedRecordDoesNot() throws {
        let pipe = try Pipe()
        handler(sending: { _ in 0 }, fallback: pipe.writing).log(
            event: event(.info, "kept", nil)
        )
        #expect(pipe.finish() == "")
    }

    @Test(
        "a record has the priority of its level",
        arguments: zip(Logger.Level.allCases, ["7", "7", "6", "5", "4", "3", "2"])
    )
    func aRecordHasThePriorityOfItsLevel(level: Logger.Level, priority: String) {
        let records = Records()
        handler(sending: records.append).log(event: event(level, "x", nil))
        #expect(
            records.all.first?.filter { $0.name == "PRIORITY" }.map(\.value) == [
                priority
            ]
        )
    }

    @Test("event metadata overrides the provider's, which overrides the handler's")
    func theEventOutweighsTheProviderAndThatTheHandler() {
        let records = Records()
        var handler = handler(sending: records.append)
        handler[metadataKey: "a"] = "handler"
        handler[metadataKey: "b"] = "handler"
        handler[metadataKey: "c"] = "handler"
        handler.metadataProvider = Logger.MetadataProvider {
            ["b": "provider", "c": "provider"]
        }
        handler.log(event: event(.info, "x", ["c": "event"]))
        let values = records.all.first?.suffix(3).map { "\($0.name)=\($0.value)" }
        #expect(values == ["DICED_A=handler", "DICED_B=provider", "DICED_C=event"])
    }

    @Test("nested metadata is in key order") func nestedMetadataIsInKeyOrder() {
        let value: Logger.MetadataValue = ["b": ["x", "y"], "a": "1"]
        #expect(value.plainText == "[a: 1, b: [x, y]]")
    }

    private func handler(
        label: String = "diced.server",
        sending send: @escaping @Sendable ([JournalField]) -> CInt,
        fallback descriptor: CInt = -1
    ) -> JournalLogHandler {
        JournalLogHandler(
            label: label,
            send: send,
            fallback: StandardErrorLogHandler(
                label: "",
                style: .priorityPrefix,
                descriptor: descriptor
            )
        )
    }
}

/// The records that a handler has sent.
final class Records: Sendable {
    private let stored = Mutex<[[JournalField]]>([])
    var all: [[JournalField]] { stored.withLock { $0 } }

    @Sendable func append(_ fields: [JournalField]) -> CInt {
        stored.withLock { $0.append(fields) }
        return 0
    }
}

extension [Int] {
    var metadata: Logger.MetadataValue { .array(map { .stringConvertible($0) }) }
}

/// Returns an event from a fixed place in the code.
func event(
    _ level: Logger.Level,
    _ message: String,
    _ metadata: Logger.Metadata?,
    error: (any Error)? = nil
) -> LogEvent {
    LogEvent(
        level: level,
        message: "\(message)",
        error: error,
        metadata: metadata,
        source: nil,
        file: "Some/File.swift",
        function: "serve()",
        line: 7
    )
}
