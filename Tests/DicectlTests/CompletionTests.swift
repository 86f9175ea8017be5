import ArgumentParser
import Testing

@testable import dicectl

@Suite("Completion")
struct CompletionTests {
    @Test(
        "completion omits options and words that the shell expands or a line cannot show"
    )
    func offered() {
        let candidates = [
            "ann", "", "-H", "\u{1B}]0;x\u{7}", "a\nb", "a\tb", "\u{202E}a", "\u{2028}",
            "Jürgen Müller", #"a:\b"#, "~",
            "!!",
        ]
        for (shell, offered) in [
            ("bash", ["ann", "Jürgen Müller", #"a:\b"#, "~", "!!"]),
            ("fish", ["ann", "Jürgen Müller", #"a:\b"#, "!!"]),
            ("zsh", ["ann", "Jürgen Müller", #"a\:\\b"#, "~"]),
        ] {
            #expect(
                Completions.offered(candidates, in: CompletionShell(rawValue: shell))
                    == offered
            )
        }
    }

    @Test(
        "the value of an option is found among the words; the last one wins",
        arguments: [
            (["dicectl", "lock", "--table", "odd"], "odd"),
            (["dicectl", "lock", "--table=odd", "1"], "odd"),
            (["dicectl", "--table", "a", "--table=b"], "b"),
            (["dicectl", "lock", "--table"], nil),
            (["dicectl", "lock", "--tables=x"], nil),
            ([], nil),
            (["dicectl", "lock", "-t", "odd"], "odd"),
            (["dicectl", "--table", "a", "-t", "b"], "b"),
        ] as [([String], String?)]
    )
    func values(words: [String], expected: String?) {
        #expect(Completions.value(of: .table, in: words) == expected)
    }
}
