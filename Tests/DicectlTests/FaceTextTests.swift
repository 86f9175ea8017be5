import DiceModel
import Testing

@testable import DiceDrawing
@testable import dicectl

/// The output of `dicectl stats` about faces.
struct FaceTextTests {
    private func faces(_ counts: [Int], by: String? = nil) -> FaceCounts {
        FaceCounts(by: by, counts: counts)
    }

    @Test("the heading shows the mean") func aHeadingWithTheMean() {
        #expect(
            FaceText.heading(faces([5, 8, 9, 8, 10, 20]))
                == "d6: 60 rolled, mean 4.17 (3.5 expected; higher than 99 of 100)"
        )
        #expect(
            FaceText.heading(faces([1, 0, 0], by: "ann\u{1B}"))
                == "d3 ann\u{FFFD}: 1 rolled, mean 1.00 (2.0 expected; higher than 11 of 100)"
        )
        #expect(
            FaceText.heading(FaceCounts(by: "bo", entered: true, counts: [1, 1]))
                == "d2, real dice bo: 2 rolled, mean 1.50 (1.5 expected; higher than 50 of 100)"
        )
    }

    @Test("Fate dice have the signs of their faces and the mean of their values")
    func fateDice() {
        let thirds = FaceCounts(by: nil, fate: true, counts: [1, 1, 2])
        let text = FaceText(columns: 80, bar: nil)
        #expect(
            text.lines([thirds]).prefix(4) == [
                "dF: 4 rolled, mean 0.25 (0.0 expected; higher than 72 of 100)",
                "  -  1  25.0%", "  0  1  25.0%", "  +  2  50.0%",
            ]
        )
        let sixths = FaceCounts(by: nil, fate: true, counts: [2, 1, 1, 1, 0, 1])
        let lines = text.lines([sixths])
        #expect(lines[0].hasPrefix("dF.1: 6 rolled, mean -0.17 (0.0 expected; "))
        #expect(lines[2] == "  0  3  50.0%")
    }

    @Test("faces that were not rolled are listed only once they tell something")
    func sparse() {
        let text = FaceText(columns: 80, bar: nil)
        var counts = [Int](repeating: 0, count: 20)
        counts[6] = 1
        #expect(text.lines([faces(counts)]).dropFirst().first == "  7  1  100.0%")
        #expect(text.lines([faces(counts)]).count == 3)
        counts[7] = 19
        #expect(text.lines([faces(counts)]).count == 22)
    }

    @Test("real dice are called fair only after enough throws")
    func realDiceAreSaidToBeFairOnceThereAreEnough() {
        func said(_ counts: [Int]) -> String {
            FaceText.fairness(FaceCounts(by: nil, entered: true, counts: counts))
                .joined()
        }
        let rest = "; detecting a face rolled 1.5 times as often as it should takes 252 rolls"
        #expect(said([5, 5, 5, 5, 5, 5]) == "these real dice may be fair\(rest)")
        #expect(said([50, 40, 44, 45, 46, 41]) == "these real dice look fair\(rest)")
        #expect(
            said([50, 40, 44, 45, 46, 91]) == "these real dice may not be fair\(rest)"
        )
        #expect(FaceText.fairness(faces([5, 5, 5, 5, 5, 5])).isEmpty)
    }

    @Test(
        "the result of the fairness test is shown in words",
        arguments: [
            (
                [5, 8, 9, 8, 10, 20],
                "chi-square 13.4 with 5 degrees of freedom, p = 0.020: unusual; fair dice are this uneven about once in 50 times"
            ),
            (
                [10, 10, 10, 9, 11, 10],
                "chi-square 0.2 with 5 degrees of freedom, p = 1.00: nothing unusual"
            ),
            (
                [14, 10],
                "chi-square 0.7 with 1 degree of freedom, p = 0.41: nothing unusual"
            ),
            (
                [90, 10],
                "chi-square 64.0 with 1 degree of freedom, p < 0.001: very unusual; fair dice are this uneven less than once in 1000 times"
            ),
            ([5, 5, 5, 5, 5, 4], "too few rolls to tell; 1 more needed"),
            ([1, 0], "too few rolls to tell; 9 more needed"),
            (
                [5, 5],
                "chi-square 0.0 with 1 degree of freedom, p = 1.00: nothing unusual"
            ),
        ]
    )
    func whatTheTestSays(_ counts: [Int], _ verdict: String) {
        #expect(FaceText.verdict(faces(counts)) == verdict)
    }

    @Test("bars are as wide as the window allows") func barsAreAsWideAsTheWindowLets() {
        let lines = FaceText(columns: 32, bar: "#").lines([faces([10, 5, 0, 1])])
        #expect(
            lines[1...4] == [
                "  1  10  62.5%  ################", "  2   5  31.3%  ########",
                "  3   0   0.0%",
                "  4   1   6.3%  ##",
            ]
        )
        #expect(lines[1].count == 32)
        #expect(
            FaceText(columns: 5, bar: "#").lines([faces([10, 5, 0, 1])])[1]
                == "  1  10  62.5%"
        )
        #expect(
            FaceText(columns: 500, bar: "#").lines([faces([10, 0])])[1].count {
                $0 == "#"
            } == 60
        )
    }

    @Test("faces are listed in columns without bars") func withoutBarsThereAreColumns() {
        let lines = FaceText(columns: 80, bar: nil).lines([
            faces([1, 11]), faces([0, 1], by: "bo"),
        ])
        #expect(
            lines == [
                "d2: 12 rolled, mean 1.92 (1.5 expected; higher than 99 of 100)",
                "  1   1   8.3%",
                "  2  11  91.7%",
                "chi-square 8.3 with 1 degree of freedom, p = 0.004: unusual; fair dice are this uneven about once in 257 times",
                "", "d2 bo: 1 rolled, mean 2.00 (1.5 expected; higher than 84 of 100)",
                "  2  1  100.0%",
                "too few rolls to tell; 9 more needed",
            ]
        )
    }

    @Test("many faces are grouped") func manyFacesArePutTogether() {
        #expect(
            FaceText.ranges(Array(repeating: 1, count: 20)).map(\.label)
                == (1...20).map(String.init)
        )
        let hundred = FaceText.ranges(Array(1...100))
        #expect(hundred.count == 20 && hundred[0] == ("1-5", 15))
        #expect(hundred[19] == ("96-100", 490))
        #expect(
            FaceText.ranges(Array(repeating: 1, count: 1_000)).map(\.count)
                == Array(repeating: 50, count: 20)
        )
        // 37 is a prime number.
        let odd = FaceText.ranges(Array(repeating: 1, count: 37))
        #expect(odd.count == 19 && odd[18] == ("37", 1) && odd[17].label == "35-36")
        for sides in 2...1_000 {
            let ranges = FaceText.ranges(Array(repeating: 1, count: sides))
            #expect(ranges.count <= 20)
            #expect(ranges.reduce(0) { $0 + $1.count } == sides)
        }
    }

    @Test("an empty count suggests a command") func nothingRolledSaysWhatToDo() throws {
        let odd = try #require(TableName("odd"))
        #expect(
            [
                FaceQuery(table: .one(.default)),
                FaceQuery(table: .one(odd), by: "ann"),
                FaceQuery(table: .one(odd), sides: 20),
            ].map(
                Stats.nothing
            )
                == [
                    "no dice rolled at default yet; roll first: dicectl roll",
                    "ann has rolled no dice at odd yet; roll first: dicectl roll -t odd",
                    "no d20 rolled at odd yet; roll first: dicectl roll -t odd",
                ]
        )
    }

    @Test(
        "decimals are rounded to the given places",
        arguments: [
            (3.14159, 2, "3.14"),
            (0.005, 1, "0.0"),
            (9.96, 1, "10.0"),
            (-1.25, 1, "-1.3"),
            (-0.04, 1, "0.0"),
            (7, 0, "7"),
            (1e300, 1, "1e+300"),
            (12.05, 2, "12.05"),
            (.infinity, 2, "inf"),
        ] as [(Double, Int, String)]
    )
    func decimals(_ number: Double, _ places: Int, _ text: String) {
        #expect(Measure.decimal(number, places: places) == text)
    }
}
