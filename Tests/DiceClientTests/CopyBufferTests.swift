import Testing

@testable import DiceClient

struct CopyBufferTests {
    @Test("the buffer never holds more than its capacity") func itHoldsNoMoreThanThereIsRoomFor() {
        var buffer = CopyBuffer()
        #expect(buffer.room == 65_536)
        #expect(buffer.isEmpty)
        buffer.append([UInt8](repeating: 1, count: 65_000))
        #expect(buffer.room == 536)
        #expect(buffer.count == 65_000)
        buffer.drop(64_999)
        #expect(buffer.room == 65_535)
        buffer.append([UInt8](repeating: 2, count: 65_535))
        #expect(buffer.room == 0)
        #expect(buffer.waiting.first == 1)
        #expect(buffer.waiting.last == 2)
    }

    /// All bytes come out in order, however they are split.
    @Test("bytes keep their order") func bytesKeepTheirOrder() {
        var buffer = CopyBuffer()
        var sent = [UInt8]()
        var arrived = [UInt8]()
        for _ in 1...2_000 {
            let more = (0..<Int.random(in: 0...min(buffer.room, 300))).map { _ in
                UInt8.random(in: 0...255)
            }
            sent += more
            buffer.append(more)
            let some = Int.random(in: 0...min(buffer.count, 280))
            arrived += buffer.waiting.prefix(some)
            buffer.drop(some)
        }
        #expect(arrived + buffer.waiting == sent)
    }
}
