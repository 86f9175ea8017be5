import Testing

@testable import DiceClient

struct RemoteHostTests {
    private struct Parts: Equatable {
        var user: String?
        var host: String
        var port: Int?
    }

    @Test(
        "valid hosts are parsed into user, name and port",
        arguments: [
            ("box", nil, "box", nil),
            ("ann@box", "ann", "box", nil),
            ("box:22", nil, "box", 22),
            ("ann@box.example:65535", "ann", "box.example", 65_535),
            ("ssh://box", nil, "box", nil),
            ("ssh://ann@box:1", "ann", "box", 1),
            ("[::1]", nil, "::1", nil),
            ("[::1]:2222", nil, "::1", 2_222),
            ("ann@[fe80::1%eth0]:22", "ann", "fe80::1%eth0", 22),
            ("ssh://ann@[::1]:22", "ann", "::1", 22),
            ("::1", nil, "::1", nil),
            ("ann@2001:db8::7:22", "ann", "2001:db8::7:22", nil),
            ("a-b_c.d", nil, "a-b_c.d", nil),
            ("a:b@box", "a:b", "box", nil),
            ("box:00022", nil, "box", 22),
        ] as [(String, String?, String, Int?)]
    )
    func understood(_ text: String, _ user: String?, _ host: String, _ port: Int?)
        throws
    {
        let read = try RemoteHost(parsing: text)
        #expect(
            Parts(user: read.user, host: read.host, port: read.port)
                == Parts(user: user, host: host, port: port)
        )
        #expect(read.text == text)
        #expect(read.description == text)
    }

    @Test(
        "an invalid host is refused with advice",
        arguments: [
            "", "@", "@box", "ann@", "-box", "ann@-box", "-ann@box", "-oProxyCommand=x",
            "box:",
            "box:0", "box:65536",
            "box:-1",
            "box:+22", "box:2x", "box:٢٢", "box:99999999999999999999", ":22", "ssh://",
            "ssh://ann@",
            "ssh://-x",
            "ssh://box/",
            "ssh:///box", "http://box", "a b", "box\n", "box;id", "$(id)", "`id`", "a'b",
            "a\"b",
            "a\\b", "bøx",
            "ann@bob@box",
            "box\u{0}", "[::1", "[]", "[]:22", "[-x]", "[::1]22", "[::1]:", "[::1]:0",
            "[::1]x", "a|b",
            "a&b", "a/b", "~",
            "*",
        ]
    )
    func refused(_ text: String) {
        let refusal = #expect(throws: RemoteHost.Error.self) {
            try RemoteHost(parsing: text)
        }
        #expect(refusal?.description.contains("write ") == true)
    }

    /// Any other character is rejected, in any position.
    @Test("only these characters are valid in a host") func onlyTheseLetters() {
        let taken = Set(
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:%[]-"
        )
        for value in UInt8.min...UInt8.max {
            let letter = Character(Unicode.Scalar(value))
            let isHost = (try? RemoteHost(parsing: "ann@x\(letter)x")) != nil
            let isUser = (try? RemoteHost(parsing: "x\(letter)x@box")) != nil
            // A colon in a host starts the port, and `x` is not a port.
            #expect(
                isHost == (taken.contains(letter) && letter != ":"),
                "host with \(value)"
            )
            #expect(isUser == taken.contains(letter), "user with \(value)")
        }
    }

    @Test("the command line is shown as a person types it") func asAPersonTypesIt() throws {
        #expect(
            try RemoteHost(parsing: "ssh://ann@box:2222").commandLine
                == "ssh -p 2222 ann@box"
        )
        #expect(try RemoteHost(parsing: "[::1]").commandLine == "ssh ::1")
    }

    @Test("a quoted word stays on one line") func aWordIsTypedOnOneLine() {
        for word in ["/a b", "it's", "plain", ""] {
            #expect(ShellWord.typed(word) == ShellWord.quoted(word))
        }
        #expect(ShellWord.typed("/a\nb's\t\\\u{1}") == #"$'/a\nb\'s\t\\\x01'"#)
    }
}
