import NIOCore
import NIOWebSocket
import Testing

@testable import DiceWeb

/// Tests which of a browser's frames are accepted.
struct MessageAssemblerTests {
    private func frame(
        _ opcode: WebSocketOpcode,
        _ text: String,
        fin: Bool = true,
        isMasked: Bool = true
    ) -> WebSocketFrame {
        frame(opcode, Array(text.utf8), fin: fin, isMasked: isMasked)
    }

    private func frame(
        _ opcode: WebSocketOpcode,
        _ bytes: [UInt8],
        fin: Bool = true,
        isMasked: Bool = true
    ) -> WebSocketFrame {
        var data = ByteBuffer(bytes: bytes)
        guard isMasked else {
            return WebSocketFrame(fin: fin, opcode: opcode, data: data)
        }
        let key: WebSocketMaskingKey = [1, 2, 3, 4]
        data.webSocketMask(key)
        return WebSocketFrame(fin: fin, opcode: opcode, maskKey: key, data: data)
    }

    @Test("a text frame is a message") func aTextIsAMessage() throws {
        var assembler = MessageAssembler()
        #expect(
            try assembler.received(frame(.text, "{}"))
                == .message(ByteBuffer(string: "{}"))
        )
        #expect(
            try assembler.received(frame(.text, "é"))
                == .message(ByteBuffer(string: "é"))
        )
    }

    @Test("fragments become one message, with pings in between")
    func partsBecomeOneMessageWithPingsBetween() throws {
        var assembler = MessageAssembler()
        #expect(try assembler.received(frame(.text, "a", fin: false)) == .part)
        #expect(
            try assembler.received(frame(.ping, "p")) == .ping(ByteBuffer(string: "p"))
        )
        #expect(try assembler.received(frame(.continuation, "b", fin: false)) == .part)
        #expect(
            try assembler.received(frame(.continuation, "c"))
                == .message(ByteBuffer(string: "abc"))
        )
        #expect(
            try assembler.received(frame(.text, "d"))
                == .message(ByteBuffer(string: "d"))
        )
    }

    @Test("the longest message is accepted and a longer one is refused")
    func theLongestMessageIsTakenAndNoLongerOne() throws {
        var assembler = MessageAssembler()
        let longest = [UInt8](repeating: 0x20, count: MessageAssembler.limit)
        #expect(
            try assembler.received(frame(.text, longest))
                == .message(ByteBuffer(bytes: longest))
        )
        #expect(throws: MessageAssembler.Error.tooLong) {
            try assembler.received(frame(.text, longest + [0x20]))
        }
        var parts = MessageAssembler()
        #expect(try parts.received(frame(.text, longest, fin: false)) == .part)
        #expect(throws: MessageAssembler.Error.tooLong) {
            try parts.received(frame(.continuation, "x"))
        }
        var many = MessageAssembler()
        #expect(try many.received(frame(.text, "", fin: false)) == .part)
        #expect(throws: MessageAssembler.Error.tooLong) {
            for _ in 0...MessageAssembler.maxParts {
                _ = try many.received(frame(.continuation, "", fin: false))
            }
        }
    }

    @Test("a message that is not a line of text is refused") func whatIsNoLineIsRefused() {
        var assembler = MessageAssembler()
        #expect(throws: MessageAssembler.Error.binary) {
            try assembler.received(frame(.binary, "{}"))
        }
        #expect(throws: MessageAssembler.Error.lineFeed) {
            try assembler.received(frame(.text, "{}\n{}"))
        }
        #expect(throws: MessageAssembler.Error.notText) {
            try assembler.received(frame(.text, [0xC3]))
        }
        #expect(throws: MessageAssembler.Error.protocolError) {
            try assembler.received(frame(.text, "{}", isMasked: false))
        }
        #expect(throws: MessageAssembler.Error.protocolError) {
            try assembler.received(frame(.continuation, "x"))
        }
        var open = MessageAssembler()
        #expect(throws: MessageAssembler.Error.protocolError) {
            _ = try open.received(frame(.text, "x", fin: false))
            _ = try open.received(frame(.text, "x"))
        }
    }

    @Test("a close frame has its code") func aCloseHasItsCode() throws {
        var assembler = MessageAssembler()
        #expect(
            try assembler.received(frame(.connectionClose, [0x03, 0xE8, 0x61]))
                == .close(1_000)
        )
        #expect(try assembler.received(frame(.connectionClose, "")) == .close(nil))
        for code: UInt16 in [1_001, 1_003, 1_007, 1_014, 3_000, 4_999] {
            #expect(try assembler.received(close(code)) == .close(code))
        }
    }

    /// Codes that are never sent, or undefined (RFC 6455, 7.4).
    @Test(
        "an invalid close code is refused",
        arguments: [0, 999, 1_004, 1_005, 1_006, 1_015, 1_016, 2_999, 5_000, 65_535]
            as [UInt16]
    )
    func aCodeThatCannotBeIsRefused(_ code: UInt16) {
        var assembler = MessageAssembler()
        #expect(throws: MessageAssembler.Error.protocolError) {
            try assembler.received(close(code))
        }
    }

    @Test("a malformed close frame is refused") func aCloseIsWhole() {
        var assembler = MessageAssembler()
        #expect(throws: MessageAssembler.Error.protocolError) {
            try assembler.received(frame(.connectionClose, [0x03]))
        }
        #expect(throws: MessageAssembler.Error.notText) {
            try assembler.received(frame(.connectionClose, [0x03, 0xE8, 0xC3]))
        }
    }

    private func close(_ code: UInt16) -> WebSocketFrame {
        frame(.connectionClose, [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)])
    }
}
