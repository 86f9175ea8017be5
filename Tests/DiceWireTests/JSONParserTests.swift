import DiceTestSupport
import Testing

@testable import DiceWire

@Suite("JSON parser")
struct JSONParserTests {
    @Test(
        "what is JSON",
        arguments: [
            "{}", "[]", " [ ] ", "0", "-0", "1.5e+10", "\"\"", "true", "null", "[1,[2,{\"a\":{}}],\"\\u00e9\\n\\/\"]",
            "{\"a\":1,\"b\":[{},[]]}", "\"é🎲\"",
            String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
        ])
    func valid(_ text: String) throws {
        _ = try JSONParser.parse(Array(text.utf8))
    }

    @Test(
        "what is not, and where",
        arguments: [
            ("", 0), ("{\"a\":1,}", 7), ("[1,]", 3), ("[1 2]", 3), ("{\"a\"}", 4), ("{\"a\":}", 5), ("1 2", 2),
            ("\"a", 2),
            ("{\"a\":1]", 6), ("[1}", 2), (String(repeating: "[", count: 513), 512), ("nulL", 3),
            (#""\ud83c""#, 3), (#""a\ud83c\u0041""#, 4), (#""\udfb2\ud83c""#, 3), (#""\u12g4""#, 5), (#""\x""#, 2),
        ])
    func invalid(text: String, offset: Int) {
        let fault = #expect(throws: JSONParser.Fault.self) { try JSONParser.parse(Array(text.utf8)) }
        #expect(fault?.offset == offset)
    }

    @Test("what is read is what is written")
    func values() throws {
        let text = #" {"a":[null,true,false,-1.50e+3,12],"":{},"\u0061\n\ud83c\udfb2é🎲\/\\\"\b\f\r\t":"x","a":"last"} "#
        let value = try JSONParser.parse(Array(text.utf8))
        let expected: [JSONValue.Member] = [
            .init(name: "a", value: .array([.null, .bool(true), .bool(false), .number("-1.50e+3"), .number("12")])),
            .init(name: "", value: .object([])),
            .init(name: "a\n🎲é🎲/\\\"\u{8}\u{C}\r\t", value: .string("x")),
            .init(name: "a", value: .string("last")),
        ]
        #expect(value == .object(expected))
        #expect(value["a"] == .string("last") && value["b"] == nil)
    }

    @Test(
        "which numbers are whole",
        arguments: [
            ("7", 7), ("-0", 0), ("7.0", 7), ("7e1", 70), ("9223372036854775807", Int.max), ("1.5", nil),
            ("9223372036854775808", nil), ("1e300", nil), ("1e999", nil),
        ] as [(String, Int?)])
    func integers(text: String, integer: Int?) throws {
        #expect(try JSONParser.parse(Array(text.utf8)).integer == integer)
    }

    @Test("no bytes at all can do more than be refused", arguments: RandomCase.hundred)
    func mutations(_ random: RandomCase) {
        var random = random
        var text = Array(
            #"{"jsonrpc":"2.0","id":-1.5e3,"method":"x\u0041","params":{"dice":[1,2],"a":[{},null,true]}}"#.utf8)
        for _ in 0..<200 {
            text[random.int(0...(text.count - 1))] = UInt8(random.int(0...255))
            _ = try? JSONParser.parse(text)
            _ = RequestDecoder().decode(text)
        }
    }
}
