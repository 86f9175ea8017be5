import Glibc
import Testing

@testable import Unix

@Suite("The text form of a process's arguments")
struct ProcessTextTests {
    private func bytes(_ text: String, then last: [UInt8] = []) -> [UInt8] {
        Array(text.utf8) + last
    }

    @Test("arguments in UTF-8 are unchanged")
    func text() throws {
        let words = ["roll", "--socket", "/é/🎲", "", "--as=名", "\u{FFFD}"]
        #expect(try ProcessText.checked(words.map { bytes($0) }) == words)
    }

    @Test(
        "an argument that is not UTF-8 is refused with the name of its option",
        arguments: [
            (["--socket"], "/a", "--socket is"),
            ([], "--state-dir=/a", "--state-dir is"),
            (["roll"], "d", "an argument"),
            (["--json", "--socket"], "", "--socket is"),
            ([], "--a", "--a"),
        ]
    )
    func argument(_ before: [String], _ start: String, _ words: String) {
        for odd in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x9F]] as [[UInt8]] {
            #expect {
                try ProcessText.checked(
                    before.map { bytes($0) } + [bytes(start, then: odd)]
                )
            } throws: {
                "\($0)".hasPrefix(words) && "\($0)".contains("UTF-8")
            }
        }
    }

    @Test(
        "an empty variable counts as unset, and a non-UTF-8 one is refused by its name"
    )
    func variable() throws {
        let name = "DICED_TEST_\(UInt64.random(in: 0 ... .max))"
        defer {
            unsetenv(name)
        }
        #expect(try ProcessText.variable(name) == nil)
        setenv(name, "", 1)
        #expect(try ProcessText.variable(name) == nil)
        setenv(name, "é", 1)
        #expect(try ProcessText.variable(name) == "é")
        setenv(name, [0x61, -1, 0] as [CChar], 1)
        #expect { try ProcessText.variable(name) } throws: {
            "\($0)".hasPrefix("$\(name) is not UTF-8: a\u{FFFD};")
        }
    }
}
