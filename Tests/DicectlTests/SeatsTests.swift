import DiceModel
import DiceWire
import ScreenTestSupport
import Testing

@testable import DiceDrawing
@testable import DicePlay
@testable import dicectl

struct SeatsTests {
    private func snapshot(players: [String]?, up: String? = nil, watching: [String]?)
        -> TableSnapshot
    {
        var snapshot = SampleTable.snapshot(dice: 5)
        snapshot.players = players
        snapshot.up = up
        snapshot.watching = watching
        return snapshot
    }

    private func texts(_ snapshot: TableSnapshot, you: String = "ann") -> [String] {
        Seat.all(of: snapshot, you: [you]).map { PlayerTag.removed(from: $0.text) }
    }

    @Test("players are listed in order, followed by watchers")
    func playersComeInTheirOrderAndThenWhoOnlyWatches() {
        let table = snapshot(
            players: ["bo", "ann", "carol"],
            up: "bo",
            watching: ["ann", "bo", "zoe"]
        )
        #expect(texts(table) == ["bo", "ann (you)", "carol (away)", "zoe (watching)"])
        #expect(
            Seat.all(of: table, you: ["ann"]).map(\.isUp) == [
                true, false, false, false,
            ]
        )
        #expect(
            texts(snapshot(players: ["bo", "ann"], up: "bo", watching: nil)) == [
                "bo", "ann (you)",
            ]
        )
        #expect(
            texts(snapshot(players: nil, watching: ["ann", "b\u{1B}o"])) == [
                "ann (you)", "b\u{FFFD}o",
            ]
        )
        #expect(texts(snapshot(players: nil, watching: nil)) == [])
    }

    @Test("a bot's seat says so") func bot() {
        var table = snapshot(players: ["ann", "robo"], watching: ["ann", "robo"])
        table.bots = ["robo"]
        #expect(texts(table) == ["ann (you)", "robo (bot)"])
    }

    @Test(
        "the line of seats fits the available width",
        arguments: [
            (60, "▸ B bo ◂  A ann (you)  C carol (away)  Z zoe (watching)"),
            (42, "▸ B bo ◂  A ann (you)  C carol (away)  +1"),
            (20, "▸ B bo ◂  +3"),
            (9, "+4"),
            (2, "+4"),
        ]
    )
    func theLineIsAsLongAsItMayBe(_ columns: Int, _ line: String) {
        let table = snapshot(
            players: ["bo", "ann", "carol"],
            up: "bo",
            watching: ["ann", "bo", "zoe"]
        )
        var buffer = CellBuffer(width: columns, height: 1)
        SeatsDrawing(glyphs: .unicode).draw(
            Seat.all(of: table, you: ["ann"]),
            row: 0,
            in: &buffer
        )
        #expect(buffer.text[0] == line)
    }

    @Test("a watcher has no buttons") func whoMayOnlyWatchHasNoButtons() {
        var state = PlayState(name: .default, players: ["ann"], mayPlay: false)
        state.show(SampleTable.snapshot(dice: 5))
        #expect(!state.canRoll)
        #expect(!state.canEndTurn)
        state.change(to: .default)
        state.show(SampleTable.snapshot(dice: 5))
        #expect(!state.canRoll)
    }

    @Test("the list of a shared daemon names people") func theListOfASharedDaemonNamesPeople() {
        let plain = TableSummary(
            table: "home",
            dice: 5,
            turn: 1,
            roll: 0,
            rolling: false,
            watchers: 0
        )
        var owned = plain
        owned.owner = "ann"
        owned.watching = ["ann", "bo"]
        owned.watchers = 3
        #expect(TableList.row(plain) == ["home", "5", "1", "0", "still", "0"])
        #expect(
            TableList.row(owned) == [
                "home", "5", "1", "0", "still", "3", "ann", "ann,bo",
            ]
        )
        #expect(TableList.header(of: ListResult(tables: [plain])).count == 6)
        #expect(TableList.header(of: ListResult(tables: [plain, owned])).count == 8)
    }
}
