import ClientTestSupport
import Glibc
import Testing

@testable import DiceClient

struct AccountNameTests {
    @Test(
        "a database entry yields the name only for its own number",
        arguments: [
            ("dice:x:990:ann,bo\n", 990, "dice"),
            ("diced:x:990:990:Dice:/:/bin/sh\n", 990, "diced"),
            ("dice:x:991:\n", 990, nil),
            ("dice:x:\n", 990, nil),
            ("dice\n", 990, nil),
            (":x:990:\n", 990, nil),
            ("", 990, nil),
            ("getent: no such database\ndice:x:990:\n", 990, nil),
        ] as [(String, UInt32, String?)]
    )
    func anEntryHasTheNameOfItsNumber(_ entry: String, _ id: UInt32, _ name: String?) {
        #expect(AccountName.name(in: entry, of: id) == name)
    }

    @Test("account names are looked up in the system databases") func theDatabasesAreAsked() {
        let limit = Duration.patience
        #expect(AccountName.ofUser(0, limit: limit) == "root")
        #expect(AccountName.ofGroup(0, limit: limit) == "root")
        #expect(AccountName.ofUser(54_321, limit: limit) == nil)
        #expect(AccountName.ofGroup(54_321, limit: limit) == nil)
        let own = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
        #expect(AccountName.ofUser(geteuid(), limit: limit) == own)
    }
}
