import DiceModel
import DiceTestSupport
import DiceWire
import Testing

@testable import DiceServer

@Suite("Throws over the socket")
struct ThrowingTests {
    @Test("the reply comes behind the result that every watcher is told, and both are one object")
    func result() async throws {
        try await TestDaemon.with { daemon in
            let (ann, bo) = (try await daemon.connect(), try await daemon.connect())
            let _: TableSnapshot = try await bo.call(.watch(TableParams(table: .default)))
            let thrown: ThrowResult = try await ann.call(
                .throw(ThrowParams(table: .default, expression: " 4d6KH3 + 2", label: "fire bolt", by: "ann")))
            #expect(thrown.expression == "4d6KH3 + 2" && thrown.label == "fire bolt" && thrown.by == "ann")
            #expect(thrown.number == 1 && thrown.id == nil)
            var frames: [ThrowFrame] = []
            while frames.last?.result == nil {
                if case .throw(let frame)? = try await bo.nextMessage().notification() { frames.append(frame) }
            }
            #expect(frames.last?.result == thrown)
            #expect(frames.dropLast().allSatisfy { $0.rolling && $0.result == nil })
            #expect(frames.map(\.revision) == frames.map(\.revision).sorted())
            let page: HistoryPage = try await ann.call(
                .history(HistoryQuery(.one(.default), kind: .all)))
            var entry = try #require(page.entries.first?.thrown)
            #expect(entry.id == 1 && entry.endedAt != nil)
            (entry.id, entry.endedAt) = (nil, nil)
            #expect(entry == thrown)
            let turns: HistoryPage = try await ann.call(.history(HistoryQuery(of: .default)))
            #expect(turns.entries.isEmpty, "older clients ask for turns")
        }
    }
}
