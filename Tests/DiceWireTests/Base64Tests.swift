import DiceWire
import Foundation
import Testing

@Suite struct Base64Tests {
    @Test("bytes survive a round trip") func bytesComeBack() {
        for count in 0...100 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 151 + count) }
            let text = Base64.text(of: bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.bytes(of: text) == bytes)
        }
    }

    @Test(
        "a non-canonical text is refused",
        arguments: [
            "A", "AA", "AAA", "AA=A", "A===", "====", "AB==", "AAB=", "AA-_", "AAAA\n",
            "AAA ", "ÄAAA",
        ]
    )
    func whatIsNotWrittenSoIsNotRead(_ text: String) {
        #expect(Base64.bytes(of: text) == nil)
    }
}
