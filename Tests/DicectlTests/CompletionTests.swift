import Testing

@testable import dicectl

@Suite("Completion")
struct CompletionTests {
    @Test(
        "the value of an option among the words, the last where it is given twice",
        arguments: [
            (["dicectl", "lock", "--table", "odd"], "odd"), (["dicectl", "lock", "--table=odd", "1"], "odd"),
            (["dicectl", "--table", "a", "--table=b"], "b"), (["dicectl", "lock", "--table"], nil),
            (["dicectl", "lock", "--tables=x"], nil), ([], nil), (["dicectl", "lock", "-t", "odd"], "odd"),
            (["dicectl", "--table", "a", "-t", "b"], "b"),
        ] as [([String], String?)])
    func values(words: [String], expected: String?) {
        #expect(Completions.value(of: "--table", "-t", in: words) == expected)
    }
}
