import DiceTestSupport
import Testing
import WireProperties

@testable import DiceWire

@Suite("JSON parser")
struct JSONParserTests {
    @Test(
        "valid JSON is accepted",
        arguments: [
            "{}", "[]", " [ ] ", "0", "-0", "1.5e+10", "\"\"", "true", "null",
            "[1,[2,{\"a\":{}}],\"\\u00e9\\n\\/\"]",
            "{\"a\":1,\"b\":[{},[]]}", "\"é🎲\"",
            String(repeating: "[", count: 512) + String(repeating: "]", count: 512),
            String(repeating: "{\"a\":", count: 511) + "{}"
                + String(repeating: "}", count: 511),
            "[" + Array(repeating: "[{\"a\":[1]}]", count: 600).joined(separator: ",")
                + "]",
            "\t\r\n{\t\"a\"\r:\n1\t,\r\"b\"\n:2\t}\n", "1E5", "0e-07", "-0.0",
            "\"\u{7F} \"",
            #""\uD83C\uDFB2\uFFFF""#,
        ]
    )
    func valid(_ text: String) throws {
        _ = try JSONParser.parse(Array(text.utf8))
    }

    @Test(
        "invalid JSON is refused with the position of the error",
        arguments: [
            ("", 0),
            ("{\"a\":1,}", 7),
            ("[1,]", 3),
            ("[1 2]", 3),
            ("{\"a\"}", 4),
            ("{\"a\":}", 5),
            ("1 2", 2),
            ("\"a", 2),
            ("{\"a\":1]", 6),
            ("[1}", 2),
            (String(repeating: "[", count: 513), 512),
            ("nulL", 3),
            (#""\ud83c""#, 3),
            (#""a\ud83c\u0041""#, 4),
            (#""\udfb2\ud83c""#, 3),
            (#""\udfb2\udfb2""#, 3),
            (#""\u12g4""#, 5),
            (#""\x""#, 2),
            (#""\ud83c\n""#, 3),
            (#""\ud83cxxxxxx""#, 3),
            (#""\ud83c"#, 3),
            (#""\ud83c\"#, 3),
            (#""\ud83c\u"#, 9),
            ("\"\u{1F}\"", 1),
            ("\"a\u{0}\"", 2),
            ("\"a\nb\"", 2),
            ("01", 1),
            ("-", 1),
            ("-x", 1),
            ("-01", 2),
            ("1.", 2),
            ("1.e5", 2),
            (".5", 0),
            ("+1", 0),
            ("1e", 2),
            ("1e+", 3),
            ("0x1", 1),
            ("truE", 3),
            ("tru", 3),
            ("falsy", 4),
            ("[1", 2),
            ("{\"a\":1", 6),
            ("{,}", 1),
            ("{1:2}", 1),
            ("[,1]", 1),
            ("\u{B}1", 0),
            ("1\u{C}", 1),
            ("1]", 1),
            (String(repeating: "{\"a\":", count: 513), 512 * 5),
            (#""\"#, 2),
            ("\u{FEFF}1", 0),
            ("\u{A0}1", 0),
        ]
    )
    func invalid(text: String, offset: Int) {
        let fault = #expect(throws: JSONParser.Fault.self) {
            try JSONParser.parse(Array(text.utf8))
        }
        #expect(fault?.offset == offset)
    }

    @Test("values are read as written")
    func values() throws {
        let text =
            #" {"a":[null,true,false,-1.50e+3,12],"":{},"\u0061\n\ud83c\udfb2é🎲\/\\\"\b\f\r\t":"x","a":"last"} "#
        let value = try JSONParser.parse(Array(text.utf8))
        let expected: [JSONValue.NamedValue] = [
            .init(
                name: "a",
                value: .array([
                    .null, .bool(true), .bool(false), .number("-1.50e+3"), .integer(12),
                ])
            ),
            .init(name: "", value: .object([])),
            .init(name: "a\n🎲é🎲/\\\"\u{8}\u{C}\r\t", value: .string("x")),
            .init(name: "a", value: .string("last")),
        ]
        #expect(value == .object(expected))
        #expect(value["a"] == .string("last") && value["b"] == nil)
    }

    @Test(
        "whole numbers are distinguished from others",
        arguments: [
            ("7", 7),
            ("-0", 0),
            ("7.0", 7),
            ("7e1", 70),
            ("9223372036854775807", Int.max),
            ("1.5", nil),
            ("9223372036854775808", nil),
            ("1e300", nil),
            ("1e999", nil),
            ("-9223372036854775808", Int.min),
            ("9007199254740992.0", 1 << 53),
            ("9007199254740994.0", nil),
            ("-9007199254740992.0", -(1 << 53)),
            ("-9007199254740994.0", nil),
            ("0.5e1", 5),
            ("15e-1", nil),
            ("1.0000000000000000001", nil),
            ("1.000000000000000000000", 1),
            ("9007199254740993.0", nil),
            ("700e-2", 7),
            ("\"7\"", nil),
            ("true", nil),
        ] as [(String, Int?)]
    )
    func integers(text: String, integer: Int?) throws {
        #expect(try JSONParser.parse(Array(text.utf8)).integer == integer)
    }

    @Test(
        "the position of a member is recorded by its name, at the top level only",
        arguments: [
            (#"{"a":"result","result":1}"#, "1"),
            (#"{"a":["result",{"result":2}],"result":[3,"]"]}"#, #"[3,"]"]"#),
            (#"{"a":{"result":2},"result":{"result":4}}"#, #"{"result":4}"#),
            (#"{"\"result":1,"result":"a\"b"}"#, #""a\"b""#),
            (#" {"result" : 5 ,"id":1}"#, "5"),
            (#"{"results":1}"#, nil),
            (#"{"a":"x\\","result":"\\"}"#, #""\\""#),
            (#"[{"result":1}]"#, nil),
            (#"{"a":[[{"result":[]}]],"r\u0065sult":[{}] }"#, "[{}]"),
            (#"{"result":1,"result":2}"#, "2"),
        ] as [(String, String?)]
    )
    func notedMember(object: String, member: String?) throws {
        let text = Array(object.utf8)
        let place = try JSONParser.parse(text, noting: "result").member
        #expect(place.map { String(decoding: text[$0], as: UTF8.self) } == member)
    }

    @Test(
        "mutated requests are read as another JSON reader reads them",
        arguments: RandomCase.hundred
    )
    func mutations(_ random: RandomCase) {
        var random = random
        let request = Array(
            #"{"jsonrpc":"2.0","id":8,"id":-1.5e3,"method":"table.r\u006fll","params":{"dice":[0],"dice":[1,2]}}"#
                .utf8
        )
        let alphabet =
            Array(#"{}[]:,"\u08fe+-.1 nt"#.utf8) + [0x00, 0x1F, 0x7F, 0x80, 0xC3, 0xFF]
        for _ in 0..<50 {
            var text = request
            for _ in 0..<random.int(1...3) {
                let place = random.int(0...(text.count - 1))
                let byte = alphabet[random.int(0...(alphabet.count - 1))]
                switch random.int(0...2) {
                case 0: text[place] = byte
                case 1: text.insert(byte, at: place)
                default: text.remove(at: place)
                }
            }
            #expect(throws: Never.self, "\(String(decoding: text, as: UTF8.self))") {
                try RequestProperties.check(text)
            }
        }
    }
}
