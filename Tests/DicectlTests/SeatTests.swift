import DiceModel
import DiceWire
import ProgramTestSupport
import Testing

@testable import dicectl

/// Keys, the lines printed by `dicectl seat`, and the output of `--list` for such lines.
struct SeatTests {
    private static let ed25519 =
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIPajqCRDhagyY+FhVYTQNSlWtGfhl0Rrkr6VHApsy//i"

    private func refusal(_ line: String) -> String? {
        do {
            _ = try PublicKey(parsing: line)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("a key is read with its comment") func aKeyIsReadWithItsComment() throws {
        let key = try PublicKey(parsing: Self.ed25519 + "  ann@laptop at home ")
        #expect(key.type == "ssh-ed25519")
        #expect(key.comment == "ann@laptop at home")
        #expect(try PublicKey(parsing: Self.ed25519).comment == "")
        #expect(try PublicKey(parsing: Self.ed25519 + "\tann").comment == "ann")
        for end in ["\u{1B}[2J", "\r", "\u{202E}x", "\u{0}", "\u{85}", "\u{2028}"] {
            #expect(
                try PublicKey(parsing: Self.ed25519 + " ann" + end + "more").comment
                    == "ann"
            )
        }
    }

    @Test(
        "an invalid public key is refused",
        arguments: [
            ("-----BEGIN OPENSSH PRIVATE KEY-----", ".pub"),
            ("-----BEGIN RSA PRIVATE KEY-----", ".pub"),
            ("PuTTY-User-Key-File-3: ssh-ed25519", ".pub"),
            ("---- BEGIN SSH2 PUBLIC KEY ----", "ssh-keygen -i"),
            ("ssh-ed25519-cert-v01@openssh.com AAAA", "certificate"),
            ("restrict " + ed25519, "options"),
            (#"command="x y" "# + ed25519, "options"),
            ("ssh-dss AAAA", "not an OpenSSH public key"),
            ("hello", "not an OpenSSH public key"),
            ("ssh-ed25519", "no key"),
            ("ssh-ed25519 !!!!", "no base64"),
            ("ssh-ed25519 AAAA", "of another type"),
            (ed25519.replacing("ssh-ed25519 ", with: "ssh-rsa "), "of another type"),
            (String(ed25519.dropLast(4)), "of another type"),
            (ed25519 + "AAAA", "of another type"),
            (ed25519.replacing("//i", with: "//j="), "no base64"),
            ("Ssh-Ed25519" + ed25519.dropFirst(11), "not an OpenSSH public key"),
        ]
    )
    func whatIsNoPublicKeyIsRefused(_ line: String, _ words: String) {
        #expect(refusal(line)?.contains(words) == true, "\(refusal(line) ?? "taken")")
    }

    @Test("a name has only the permitted letters") func aNameIsOfTheseLetters() {
        for name in ["ann", "a.b_c-d", "9", String(repeating: "a", count: 64)] {
            #expect(SeatGrant.isName(name))
        }
        for name in [
            "", "-x", "a b", "a\"", "a'b", "a,b", "a;b", "$a", "ännä", "a\n",
            String(repeating: "a", count: 65),
        ] {
            #expect(!SeatGrant.isName(name), "\(name)")
        }
    }

    @Test("the printed line matches the documented one") func theLineIsTheOneThatIsDocumented()
        throws
    {
        let seat = SeatGrant(
            players: "ann",
            tables: ["home", "odd"].compactMap(TableName.init),
            watchesOnly: true,
            isShared: true
        )
        #expect(
            seat.line(for: try PublicKey(parsing: Self.ed25519 + " ann@laptop"))
                == #"restrict,command="dicectl stdio --shared --as ann --only home --only odd --watch-only" "#
                + Self.ed25519 + " ann@laptop"
        )
    }

    /// The list explains a line in the same way as the command that printed it.
    @Test("a printed line is parsed to the same seat") func whatIsPrintedIsExplainedAsTheSame()
        throws
    {
        let letters = Array("abcXYZ019._-")
        func name(_ range: ClosedRange<Int>) -> String {
            "n"
                + String(
                    (0..<Int.random(in: range)).map { _ in
                        letters.randomElement() ?? "a"
                    }
                )
        }
        for _ in 1...200 {
            let seat = SeatGrant(
                players: SeatNames(
                    (0..<Int.random(in: 1...16)).map { "\($0)" + name(0...60) }
                ),
                tables: (0..<Int.random(in: 0...4)).compactMap { _ in
                    TableName(name(0...63))
                },
                watchesOnly: .random(),
                isShared: .random()
            )
            let comment =
                ["", "ann", "a \"b\" c", "command=\"x\" ssh-rsa", "# no", "ünï 🎲"]
                .randomElement()
                ?? ""
            let key = try PublicKey(parsing: Self.ed25519 + " " + comment)
            let line = seat.line(for: key)
            #expect(
                AuthorizedKey(parsing: line)?.meaning
                    == .seat(seat, isRestricted: true),
                "\(line)"
            )
            #expect(AuthorizedKey(parsing: line)?.key == key, "\(line)")
        }
    }

    @Test(
        "lines are classified by their meaning",
        arguments: [
            (ed25519 + " root@x", .login),
            ("  " + ed25519, .login),
            ("from=\"10.0.0.*\" " + ed25519, .login),
            (
                #"command="dicectl stdio --as ann" "# + ed25519,
                .seat(seat("ann"), isRestricted: false)
            ),
            (
                #"command="dicectl stdio --as ann --as bo" "# + ed25519,
                .seat(seat(["ann", "bo"]), isRestricted: false)
            ),
            (
                #"command="dicectl stdio --as ann --as ann" "# + ed25519,
                .command("dicectl stdio --as ann --as ann")
            ),
            (
                #"restrict,pty,command="dicectl stdio --as ann" "# + ed25519,
                .seat(seat("ann"), isRestricted: false)
            ),
            (
                #"Restrict,from="1.2.3.4",COMMAND="dicectl stdio --as ann" "# + ed25519,
                .seat(seat("ann"), isRestricted: true)
            ),
            (
                #"restrict,command="dicectl stdio" "# + ed25519,
                .seat(seat(nil), isRestricted: true)
            ),
            (
                #"restrict,command="dicectl stdio --as ann; id" "# + ed25519,
                .command("dicectl stdio --as ann; id")
            ),
            (
                #"restrict,command="dicectl stdio --as" "# + ed25519,
                .command("dicectl stdio --as")
            ),
            (
                #"restrict,command="echo \"a, b\" c" "# + ed25519,
                .command(#"echo "a, b" c"#)
            ),
            (#"cert-authority,principals="ann" "# + ed25519, .authority),
            ("ssh-ed25519 AAAA", .unreadable),
            (#"command="open "# + ed25519, .unreadable),
            (#"command="a",command="b" "# + ed25519, .unreadable),
            ("unheard-of " + ed25519, .unreadable),
            ("command " + ed25519, .unreadable),
            ("restrict,", .unreadable),
            ("restrict", .unreadable),
            (#"restrict,command="x"y "# + ed25519, .unreadable),
            ("-----BEGIN", .unreadable),
        ] as [(String, AuthorizedKey.Meaning)]
    )
    func linesAreNamedAsWhatTheyAre(_ line: String, _ meaning: AuthorizedKey.Meaning) {
        #expect(AuthorizedKey(parsing: line)?.meaning == meaning)
    }

    private static func seat(_ players: SeatNames?) -> SeatGrant {
        SeatGrant(players: players, tables: [], watchesOnly: false, isShared: false)
    }

    @Test("the list numbers its lines and shows nothing that moves a cursor")
    func theListCountsLinesAndShowsNothingThatMovesACursor() {
        let list = SeatList([
            "# friends", "", Substring(Self.ed25519 + " root\u{1B}[2J"),
            Substring(
                #"restrict,command="dicectl stdio --as ann --only home --watch-only" "#
                    + Self.ed25519 + " ann"
            ),
            "what?",
        ])
        #expect(
            list.rows == [
                ["3", "a full login", "-", "everything", "ssh-ed25519", "root"],
                ["4", "ann", "home", "watch", "ssh-ed25519", "ann"],
                ["5", "unreadable", "-", "-", "-", "-"],
            ]
        )
        let json = JSON(list.json)
        #expect(json?["lines"].array.map { $0["line"] } == [3, 4, 5])
        #expect(
            json?["lines"][1] == [
                "line": 4, "kind": "seat", "as": "ann", "tables": ["home"],
                "role": "watch",
                "shared": false,
                "restricted": true, "key": "ssh-ed25519", "comment": "ann",
            ]
        )
    }
}
