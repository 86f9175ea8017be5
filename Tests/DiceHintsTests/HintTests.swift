import DiceGames
import DiceHints
import Foundation
import Synchronization
import Testing

@Suite("Hints")
struct HintTests {
    @Test(
        "the value of each sheet and each choice matches exhaustive play",
        arguments: HintGames.small
    )
    func isExact(_ game: Game) async throws {
        let table = try await HintTable(game, workers: 2) { _ in }
        var oracle = HintOracle(game)
        #expect(abs(oracle.expected(Match(game)) - table.expected) < 0.0001)
        #expect(oracle.known.count > 6)
        for (sheet, rest) in oracle.known.values {
            #expect(
                abs(Double(sheet.total) + rest - table.expected(sheet)) < 0.0001,
                "\(sheet)"
            )
        }
        var match = Match(game)
        for (hand, roll) in [
            ([5, 5, 2, 5, 5], 1),
            ([6, 6, 6, 6, 6], 2),
            ([6, 6, 6, 6, 6], 1),
            ([4, 3, 2, 1, 6], 3),
        ] {
            let roll = min(roll, game.rollsPerTurn ?? 1)
            let choices = table.choices(match.sheet, faces: hand, roll: roll)
            #expect(choices.map(\.expected) == choices.map(\.expected).sorted(by: >))
            for choice in choices {
                let expected = expected(choice, &oracle, match, hand, roll)
                #expect(
                    abs(choice.expected - expected) < 0.0001,
                    "\(choice) is \(expected)"
                )
            }
            let boxes = match.options(hand, roll: roll).map(\.box)
            #expect(Set(choices.compactMap(\.box)) == Set(boxes))
            let keeps =
                roll < game.rollsPerTurn ?? 1
                ? Set(HintOracle.Dice.subsets(hand).map { $0.sorted() }) : []
            #expect(choices.count == boxes.count + keeps.count)
            #expect(
                Set(
                    choices.compactMap { choice in
                        choice.kept?.map { hand[$0] }.sorted()
                    }
                )
                    == keeps
            )
            _ = try match.end(boxes.last, faces: hand, roll: roll)
            if match.isOver {
                break
            }
        }
    }

    private func expected(
        _ choice: HintChoice,
        _ oracle: inout HintOracle,
        _ match: Match,
        _ hand: [Int],
        _ roll: Int
    ) -> Double {
        switch choice.action {
        case .box(let box): oracle.ending(match, box, hand, roll: roll)
        case .keep(let kept):
            zip(HintOracle.Dice.keeps, oracle.keepValues(match, beforeRoll: roll + 1))
                .first { $0.0 == kept.map { hand[$0] }.sorted() }?.1 ?? .nan
        }
    }

    @Test(
        "Yahtzee is worth 254.5877 points",
        .enabled(if: HintGames.isLong, "make soak runs it")
    )
    func yahtzee() async throws {
        let game = try #require(Game.all.first { $0.name == "yahtzee" })
        let table = try await HintTable(game, workers: 2) { _ in }
        #expect(abs(table.expected - 254.5877) < 0.00005)
    }

    @Test("a full sheet and dice of another game have no hints")
    func nothingToDo() async throws {
        let game = HintGames.tiny
        let table = try await HintTable(game, workers: 1) { _ in }
        #expect(table.choices(Sheet(), faces: [1, 1, 1, 1], roll: 1) == [])
        #expect(table.choices(Sheet(), faces: [1, 1, 1, 1, 7], roll: 1) == [])
        #expect(
            table.choices(Sheet(), faces: [1, 1, 1, 1, 6], roll: 2).map(\.action) == [
                .box("ones"), .box("sixes"),
            ]
        )
        let full = Sheet(
            boxes: [NamedPoints("ones", 3), NamedPoints("sixes", 12)],
            total: 15
        )
        #expect(table.choices(full, faces: [1, 1, 1, 1, 1], roll: 1) == [])
        #expect(table.expected(full) == 15)
    }

    @Test("progress runs from 0 to 1 and any number of workers finds the same result")
    func progress() async throws {
        let seen = Mutex<[Double]>([])
        let table = try await HintTable(HintGames.tiny, workers: 3) { part in
            seen.withLock { $0.append(part) }
        }
        let parts = seen.withLock(\.self)
        #expect(parts.first == 0)
        #expect(parts.last == 1)
        #expect(parts.count > 2)
        #expect(parts == parts.sorted())
        #expect(
            try await HintTable(HintGames.tiny, workers: 1) { _ in }.bytes
                == table.bytes
        )
    }

    @Test("a cancelled search ends with an error")
    func cancelled() async throws {
        let search = Task {
            try await HintTable(HintGames.tiny, workers: 1) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        let error = await #expect(throws: HintError.self) { try await search.value }
        #expect(error?.reason.contains("stopped") == true)
    }

    @Test("a stored table survives a round trip")
    func roundTrip() async throws {
        let game = HintGames.jokers(isForced: true)
        let table = try await HintTable(game, workers: 2) { _ in }
        let kept = try HintTable(game, stored: table.bytes)
        #expect(kept.expected == table.expected)
        #expect(kept.expected > 20)
        let sheet = Sheet(boxes: [NamedPoints("yahtzee", 50)], total: 50)
        let choices = kept.choices(sheet, faces: [2, 2, 2, 2, 1], roll: 1)
        #expect(choices == table.choices(sheet, faces: [2, 2, 2, 2, 1], roll: 1))
        #expect(choices.first?.action == .keep([0, 1, 2, 3]))
    }

    @Test(
        "a stored table that is damaged, truncated or for other rules is refused"
    )
    func damaged() async throws {
        let game = HintGames.tiny
        let bytes = try await HintTable(game, workers: 2) { _ in }.bytes
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1 << (place % 8)
            #expect(throws: HintError.self, "byte \(place)") {
                try HintTable(game, stored: damaged)
            }
        }
        for wrong in [[], Array(bytes.prefix(23)), bytes.dropLast(), bytes + [0]] {
            #expect(throws: HintError.self) { try HintTable(game, stored: wrong) }
        }
        for (other, isSame) in HintGames.variants {
            #expect(
                ((try? HintTable(other, stored: bytes)) != nil) == isSame,
                "\(other)"
            )
        }
    }

    @Test("a game without hints gives the reason", arguments: HintGames.unsupported)
    func unsupported(_ game: Game, _ word: String) async {
        let error = await #expect(throws: HintError.self) {
            try await HintTable(game, workers: 1) { _ in }
        }
        #expect(error?.reason.contains(word) == true, "\(error?.reason ?? "")")
    }
}

extension HintChoice {
    var box: String? { if case .box(let box) = action { box } else { nil } }
    var kept: [Int]? { if case .keep(let kept) = action { kept } else { nil } }
}
