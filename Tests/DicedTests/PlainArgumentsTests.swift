import ArgumentParser
import Testing

@testable import diced

@Suite("Starts without the argument parser")
struct PlainArgumentsTests {
    @Test(
        "plain arguments mean what the argument parser reads in them",
        arguments: [
            [], ["--socket", "/s"], ["--idle-exit", "900"],
            ["--socket", "/a b/s", "--idle-exit", "0"],
            ["--idle-exit", "4294967295", "--socket", ""],
        ]
    )
    func read(_ arguments: [String]) throws {
        let plain = try #require(Diced(plain: arguments))
        #expect(String(describing: plain) == String(describing: try Diced.parse(arguments)))
    }

    @Test(
        "all other arguments are the argument parser's",
        arguments: [
            ["--socket"], ["--socket", "/s", "--socket", "/t"], ["--idle-exit", "soon"],
            ["--idle-exit", "4294967296"], ["--socket=/s"], ["--socket", "--check"], ["--check"],
            ["--seed", "7"], ["--help", "x"], ["x"],
        ]
    )
    func others(_ arguments: [String]) {
        #expect(Diced(plain: arguments) == nil)
    }
}
