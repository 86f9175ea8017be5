import DiceTestSupport
import Testing

@testable import DiceWire

@Suite("JSON syntax")
struct JSONSyntaxTests {
    @Test(
        "what is JSON",
        arguments: [
            "{}", "[]", " [ ] ", "0", "-0", "1.5e+10", "\"\"", "true", "null", "[1,[2,{\"a\":{}}],\"\\u00e9\\n\\/\"]",
            "{\"a\":1,\"b\":[{},[]]}", "\"é🎲\"",
            String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
        ])
    func valid(_ text: String) throws {
        try JSONSyntax.check(Array(text.utf8))
    }

    @Test(
        "what is not, and where",
        arguments: [
            ("", 0), ("{\"a\":1,}", 7), ("[1,]", 3), ("[1 2]", 3), ("{\"a\"}", 4), ("{\"a\":}", 5), ("1 2", 2),
            ("\"a", 2),
            ("{\"a\":1]", 6), ("[1}", 2), (String(repeating: "[", count: 513), 512), ("nulL", 3),
        ])
    func invalid(text: String, offset: Int) {
        let fault = #expect(throws: JSONSyntax.Fault.self) { try JSONSyntax.check(Array(text.utf8)) }
        #expect(fault?.offset == offset)
    }

    @Test("no bytes at all can do more than be refused", arguments: RandomCase.hundred)
    func mutations(_ random: RandomCase) {
        var random = random
        var text = Array(
            #"{"jsonrpc":"2.0","id":-1.5e3,"method":"x\u0041","params":{"dice":[1,2],"a":[{},null,true]}}"#.utf8)
        for _ in 0..<200 {
            text[random.int(0...(text.count - 1))] = UInt8(random.int(0...255))
            try? JSONSyntax.check(text)
            _ = RequestDecoder().decode(text)
        }
    }
}
