import DiceGames
import DiceModel
import DiceTable
import DiceTestSupport
import Testing

@Suite("Custom dice")
@TableActor
struct OwnFacesTests {
    private nonisolated static let faces = ["sword", "2 shield+5", "blank", "-4"]
    private nonisolated static let now = Timestamp(millisecondsSinceEpoch: 0)
    private let table = TestTable(sides: [6, DieShape(faces: faces)])

    @Test(
        "custom faces are in snapshots, roll ends and entries, not in frames, and are added up"
    )
    func told() throws {
        let group = try #require(table.group)
        let roll = try table.begin(group, animate: false)
        let values = group.dice.map(\.value)
        let total = values[0] + [0, 5, 0, -4][values[1] - 1]
        let faces = [nil, Self.faces]
        #expect(group.snapshot.dice.map(\.faces) == faces)
        #expect(group.snapshot.total == total)
        #expect(roll.dice == group.snapshot.dice)
        #expect(roll.total == total)
        let (ending, stored) = try group.planEndTurn(by: "test", at: Self.now)
        #expect(ending.dice.map(\.faces) == faces)
        #expect(ending.total == total)
        #expect(stored.dice == ending.dice)
        #expect(group.frame(since: -1).dice.map(\.faces) == [nil, nil])
    }

    @Test("dice with other faces are new dice that show 1; the same faces change nothing")
    func others() throws {
        let group = try #require(table.group)
        let same = SettingsChange(dice: [6, DieShape(faces: Self.faces)])
        #expect(try group.planConfiguration(same) == group.stored)
        let others = SettingsChange(dice: [6, DieShape(faces: Self.faces.reversed())])
        group.apply(try group.planLocks(.lock, dice: [2], by: "ann"))
        group.configure(try group.planConfiguration(others))
        #expect(group.snapshot.dice.map(\.faces) == [nil, Self.faces.reversed()])
        #expect(group.snapshot.dice.allSatisfy { $0.value == 1 && !$0.locked })
        _ = try table.begin(group, animate: false)
        #expect(throws: DiceError.turnOpen) { try group.planConfiguration(same) }
    }

    @Test("custom dice fit no game, even if the number of sides matches")
    func game() throws {
        let group = try #require(table.group)
        let game = try #require(Game.all.first { $0.name == "yahtzee" })
        let dice = game.dice.map { DieShape(faces: (1...$0).map(String.init)) }
        #expect(throws: DiceError.fixedByGame) {
            try group.planConfiguration(SettingsChange(dice: dice), game: game)
        }
        group.configure(try group.planConfiguration(SettingsChange(), game: game))
        #expect(group.snapshot.dice.allSatisfy { $0.faces == nil })
        #expect(throws: DiceError.fixedByGame) {
            try group.planConfiguration(SettingsChange(dice: dice))
        }
    }
}
