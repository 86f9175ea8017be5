import DiceWire
import NIOCore
import Testing

@testable import DiceWeb

/// Tests which hosts and origins belong to this page.
struct OriginTests {
    @Test(
        "a parsed origin prints as the same text",
        arguments: [
            "http://127.0.0.1:7447", "http://localhost:7447", "https://dice.example.org",
            "http://[::1]:8080",
            "https://dice.example.org:8443",
        ]
    )
    func readsWhatItWrites(_ text: String) {
        #expect(Origin(parsing: text)?.description == text)
    }

    @Test("an origin with the default port equals one without a port")
    func theUsualPortIsTheSameAsNone() {
        #expect(
            Origin(parsing: "https://a.example:443")
                == Origin(parsing: "https://a.example")
        )
        #expect(
            Origin(parsing: "http://a.example:443")
                != Origin(parsing: "http://a.example")
        )
        #expect(Origin(parsing: "HTTP://a.example") == nil)
        #expect(
            Origin(parsing: "http://A.Example") == Origin(parsing: "http://a.example")
        )
    }

    @Test(
        "an invalid origin is refused",
        arguments: [
            "", "null", "http://", "http://a/", "http://a/b", "http://u@a", "http://a:",
            "http://a:0",
            "http://a:07",
            "http://a:65536", "http://a:7x", "http://[::1", "http://[]", "http://[x]",
            "http://[::1]7",
            "http://a b",
            "http://a\n", "ftp://a", "http://a:1:2", "http://é", "a",
        ]
    )
    func refuses(_ text: String) {
        #expect(Origin(parsing: text) == nil)
    }

    private let origins: Origins?

    init() throws {
        origins = Origins(
            bound: try SocketAddress(ipAddress: "127.0.0.1", port: 7_447),
            publicURL: Origin(parsing: "https://dice.example.org")
        )
    }

    @Test(
        "only the page's own host is admitted",
        arguments: [
            (["127.0.0.1:7447"], true),
            (["localhost:7447"], true),
            (["LOCALHOST:7447"], true),
            (["dice.example.org"], true),
            (["dice.example.org:443"], true),
            (["evil.example"], false),
            (["127.0.0.1"], false),
            (["127.0.0.1:80"], false),
            (["dice.example.org:7447"], false),
            ([], false),
            ([""], false),
            (["localhost:7447", "localhost:7447"], false),
            (["127.0.0.1.evil.example:7447"], false),
            (["evil.example#localhost:7447"], false),
            (["[::1]:7447"], false),
            (["dice.example.org."], false),
        ]
    )
    func hosts(_ hosts: [String], _ isAdmitted: Bool) throws {
        #expect(try #require(origins).admit(hosts: hosts) == isAdmitted)
    }

    @Test(
        "only the page's own origin is admitted",
        arguments: [
            (["http://127.0.0.1:7447"], true),
            (["http://localhost:7447"], true),
            (["https://dice.example.org"], true),
            (["http://dice.example.org"], false),
            (["https://localhost:7447"], false),
            (["null"], false),
            ([], false),
            (["http://evil.example"], false),
            (["http://localhost:7447", "http://localhost:7447"], false),
        ]
    )
    func originsOfPages(_ values: [String], _ isAdmitted: Bool) throws {
        #expect(try #require(origins).admit(origins: values) == isAdmitted)
    }

    /// A page on the wildcard address has no name without a public URL.
    @Test("a page on the wildcard address has no name without a public URL")
    func anAddressOfEverywhereHasNoNameOfItsOwn() throws {
        let everywhere = try SocketAddress(ipAddress: "0.0.0.0", port: 7_447)
        #expect(Origins(bound: everywhere, publicURL: nil) == nil)
        let known = try #require(
            Origins(bound: everywhere, publicURL: Origin(parsing: "https://a.example"))
        )
        #expect(known.admit(hosts: ["a.example"]))
        #expect(!known.admit(hosts: ["0.0.0.0:7447"]))
        let six = try #require(
            Origins(bound: try SocketAddress(ipAddress: "::1", port: 9), publicURL: nil)
        )
        #expect(
            six.admit(hosts: ["[::1]:9"]) && six.all[0].description == "http://[::1]:9"
        )
    }

    /// A page in a local network has the address that it listens on, and no other name.
    @Test("a page in a local network has only its address as a name")
    func anAddressOfALocalNetworkIsItsOnlyName() throws {
        let bound = try SocketAddress(ipAddress: "192.168.1.5", port: 7_447)
        #expect(Origins(bound: bound, publicURL: nil) == nil)
        let origins = try #require(
            Origins(bound: bound, publicURL: nil, isOnLocalNetwork: true)
        )
        #expect(origins.all.map(\.description) == ["http://192.168.1.5:7447"])
        #expect(origins.admit(hosts: ["192.168.1.5:7447"]))
        #expect(!origins.admit(hosts: ["localhost:7447"]))
        let everywhere = try SocketAddress(ipAddress: "0.0.0.0", port: 7_447)
        #expect(
            Origins(bound: everywhere, publicURL: nil, isOnLocalNetwork: true) == nil
        )
    }

    @Test(
        "only private IPv4 addresses belong to a local network",
        arguments: [
            ("10.0.0.1", true),
            ("172.16.0.1", true),
            ("172.31.255.1", true),
            ("192.168.0.9", true),
            ("169.254.7.7", true),
            ("11.0.0.1", false),
            ("172.15.0.1", false),
            ("172.32.0.1", false),
            ("192.169.0.1", false),
            ("8.8.8.8", false),
            ("100.64.0.1", false),
            ("127.0.0.1", false),
            ("0.0.0.0", false),
            ("::1", false),
            ("fd00::1", false),
            ("::ffff:10.0.0.1", false),
        ]
    )
    func privateAddresses(_ host: String, _ isLocal: Bool) throws {
        #expect(PageAddress.isOfLocalNetwork(host) == isLocal)
    }

    @Test("listening addresses are parsed and invalid ones refused") func addresses() {
        #expect(PageAddress(parsing: "127.0.0.1:8080")?.isLocal == true)
        #expect(PageAddress(parsing: "127.0.0.1:0")?.port == 0)
        #expect(PageAddress(parsing: "[::1]:8080")?.isLocal == true)
        #expect(PageAddress(parsing: "[::]:8080")?.isLocal == false)
        for text in [
            "", ":0", "127.0.0.1", "localhost:80", "127.0.0.1:70000", "127.0.0.1:1:0",
            "1.2.3:4",
        ] {
            #expect(PageAddress(parsing: text) == nil, "\(text)")
        }
    }
}
