import Foundation
import ProgramTestSupport
import Testing

@Suite("dicectl odds", .quickRoom)
struct OddsTests {
    @Test("odds are columns on a pipe and JSON on request, and need no daemon")
    func pipe() async throws {
        let room = try Room.here
        let lines = try await room.did("odds", "2d4", "+", "1", "--at-least", "8")
        #expect(
            lines == [
                ">=8        18.75    3/16", "mean       6", "deviation  1.58114",
                "3          6.25     1/16",
                "4          12.5     1/8", "5          18.75    3/16",
                "6          25       1/4",
                "7          18.75    3/16", "8          12.5     1/8",
                "9          6.25     1/16",
            ]
        )
        let json = try await room.dicectl("odds", "d2", "--compare", "d2+1", "--json")
            .json
        #expect(json["compare"]["lower"]["fraction"] == "3/4")
        #expect(json["outcomes"].array.count == 2)
        #expect(!FileManager.default.fileExists(atPath: room.socket))
    }

    @Test("odds are bars on a terminal", .needs(.script))
    func terminal() async throws {
        let outcome = try await Room.here.startOnTerminal(
            "stty cols 30 rows 10; LC_ALL=C $dicectl odds 2d2"
        ).outcome()
        let lines = outcome.output.map { $0.replacing("\r", with: "") }
        #expect(
            lines == [
                "2d2: mean 3, deviation 0.707107", "2  25.00 %  #########",
                "3  50.00 %  ##################",
                "4  25.00 %  #########",
            ]
        )
    }

    @Test("an error in the notation is shown with its position, also in JSON")
    func wrong() async throws {
        let room = try Room.here
        let lines = try await room.refused("odds", "4d6d1", status: 64).split(
            separator: "\n"
        )
        #expect(lines.count > 2 && lines[1] == "  4d6d1" && lines[2] == "     ^")
        let json = try await room.refused("odds", "--json", "10000d6", status: 64)
        #expect(JSON(json.utf8)?["data"]["reason"] == "limitExceeded")
    }
}
