import DiceModel
import Testing

@Suite("Names of rotating backups")
struct BackupNameTests {
    private let instant = Timestamp(millisecondsSinceEpoch: 1_795_611_855_999)

    @Test("a backup is named by its time") func aCopyIsNamedByItsInstant() throws {
        #expect(BackupName(at: instant).description == "diced-20261125T130415Z.sqlite")
        #expect(
            BackupName(at: instant, number: 2).description
                == "diced-20261125T130415Z.2.sqlite"
        )
        for name in [
            "diced-20261125T130415Z.sqlite", "diced-20261125T130415Z.12.sqlite",
        ] {
            #expect(try #require(BackupName(name)).description == name)
        }
    }

    @Test("later backups of the same instant have numbers")
    func secondCopiesOfAnInstantHaveNumbers() {
        var taken: Set<String> = []
        for end in ["", ".2", ".3"] {
            let name = BackupName.first(at: instant, isTaken: taken.contains)
            #expect(name == "diced-20261125T130415Z\(end).sqlite")
            taken.insert(name)
        }
    }

    @Test("only the oldest backups are deleted") func theOldestCopiesGoAndNothingElse() {
        let others = [
            "diced-mine.sqlite", "diced.sqlite", "diced-20261125T130415Z.sqlite.XyZ123",
            "diced-20261125T130415Z.sqlite-wal", "diced-20261125T130415Z.1.sqlite",
            "diced-20261125T130415Z.02.sqlite",
            "diced-20261125T130415Z.-2.sqlite", "diced-20261125T130415Z.x.sqlite",
            "diced-20261125T130415Z..sqlite",
            "diced-2026112ST130415Z.sqlite", "diced-202611251304150Z.sqlite",
            "diced-T0261125T13041Z.sqlite",
            "diced-20261325T130415Z.sqlite", "diced-20261125T250415Z.sqlite", "",
        ]
        let copies =
            (1...3).map { "diced-2026112\($0)T130415Z.sqlite" } + [
                "diced-20261123T130415Z.2.sqlite", "diced-20261123T130415Z.10.sqlite",
            ]
        let names = (others + copies).reversed().map(\.self)
        #expect(BackupName.copies(among: names).map(\.description) == copies)
        #expect(BackupName.surplus(among: names, keeping: 5, new: copies[4]) == [])
        #expect(
            BackupName.surplus(among: names, keeping: 2, new: copies[4])
                == Array(copies[..<3])
        )
    }

    @Test("the new backup is kept even if the clock is wrong")
    func theNewCopyStaysWhateverTheClockSays() {
        let copies = (1...3).map { "diced-2026112\($0)T130415Z.sqlite" }
        #expect(
            BackupName.surplus(among: copies, keeping: 2, new: copies[0]) == [copies[1]]
        )
        #expect(
            BackupName.surplus(among: copies, keeping: 1, new: copies[0]) == [
                copies[1], copies[2],
            ]
        )
    }
}
